import { RotateCcw } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { masterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { selectBroadcast, selectLive, selectView } from './broadcastSlice.ts';
import { forgetInterrupted, goLive } from './broadcastThunks.ts';
import { changeDraft } from './changeDraft.ts';

/** A broadcast was live when its host was killed: it is resumed from here, or let go. */
export function Interrupted() {
  const { t, i18n } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { action } = useSelector(selectBroadcast);
  const isConnected = useSelector(selectIsConnected);
  const isLive = useSelector(selectLive) !== null;
  const interrupted = useSelector(selectView)?.interrupted ?? null;
  if (isLive || interrupted === null) return null;
  const isIdle = isConnected && action === null;
  const { title, description, destinations, quality } = interrupted;
  /** With the sources of this page. */
  const resume = () => {
    dispatch(changeDraft({ title, description, quality }));
    void dispatch(goLive());
  };
  return (
    <div
      role="alert"
      className="flex basis-full flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-4"
    >
      <div className="min-w-0 grow basis-64">
        <p className="text-sm font-medium break-words text-amb-text">{t('interrupted.title', { title })}</p>
        <p className="mt-0.5 text-xs text-t2">
          {t('interrupted.facts', {
            destinations: new Intl.ListFormat(i18n.language).format(destinations),
            quality: masterQuality(quality).label,
          })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={!isIdle} onClick={resume}>
          <RotateCcw aria-hidden="true" className="size-3.5" />
          {t('interrupted.resume')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={!isIdle}
          onClick={() => void dispatch(forgetInterrupted())}
        >
          {t('interrupted.forget')}
        </Button>
      </div>
    </div>
  );
}
