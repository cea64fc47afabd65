import { X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from '../lib/useTranslation.ts';

/** With which the front page is opened in place of a page that there is not. */
export interface UnknownPathState {
  unknownPath: string;
}

/** More of an address is of no use to its reader. */
const MOST_CHARS = 120;

/** Says at the top of the front page that the address in the link has no page, and names it. */
export function UnknownPathNotice() {
  const { t } = useTranslation('site');
  const location = useLocation();
  const state: unknown = location.state;
  const navigate = useNavigate();
  const path = unknownPathOf(state);
  if (path === null) return null;
  const shown = path.length > MOST_CHARS ? `${path.slice(0, MOST_CHARS)}…` : path;
  return (
    <div role="status" className="border-b border-line2 bg-ambbg">
      <div className="mx-auto flex max-w-[72.5rem] items-center gap-3 px-4 py-2.5 text-sm text-t1 sm:px-6">
        <p className="min-w-0 flex-1 break-words">{t('unknownPath.message', { path: shown })}</p>
        <button
          type="button"
          aria-label={t('unknownPath.close')}
          onClick={() => void navigate(location.pathname, { replace: true, state: null })}
          className="grid size-8 shrink-0 place-items-center rounded-lg text-t2 hover:bg-raise hover:text-t1"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </div>
  );
}

function unknownPathOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('unknownPath' in state)) return null;
  return typeof state.unknownPath === 'string' ? state.unknownPath : null;
}
