import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from '../lib/useTranslation.ts';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import { hasLink } from '../platform/index.ts';
import { Button } from '../ui/Button.tsx';
import { MessageBox } from '../ui/MessageBox.tsx';
import { Logo } from '../ui/Logo.tsx';

const OPEN_COMMAND = 'npx sounddesk open';

/** The host does not take this page: what it said, and the way in. */
export function RefusedPage({ refusal }: { refusal: RpcFailure | null }) {
  const { t } = useTranslation(['shell', 'common']);
  const lacksToken = refusal === null || refusal.code === 'UNAUTHENTICATED';
  const wasOverheard = refusal?.details?.reason === 'usedLink';
  useEffect(() => {
    const onLink = () => {
      if (hasLink()) location.reload();
    };
    addEventListener('hashchange', onLink);
    return () => removeEventListener('hashchange', onLink);
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="grid w-full max-w-md gap-4">
        <Logo className="mb-2" />
        <KeyRound aria-hidden="true" className="size-7 text-t3" />
        <h1 className="text-xl font-semibold">
          {lacksToken ? t('shell:refused.title') : t('shell:refused.otherTitle')}
        </h1>
        {lacksToken ? (
          <>
            {wasOverheard && (
              <MessageBox tone="error">{t('shell:refused.used', { command: OPEN_COMMAND })}</MessageBox>
            )}
            <p className="text-t2">{t('shell:refused.message')}</p>
            <code className="overflow-x-auto rounded-lg bg-inset px-3 py-2 font-mono text-xs text-t1">
              {location.origin}
              {ROUTES.dashboard}#token=…
            </code>
            <p className="text-t2">{t('shell:refused.lost', { command: OPEN_COMMAND })}</p>
            <p className="text-t2">{t('shell:refused.hint')}</p>
          </>
        ) : (
          <p className="text-t2">{refusal.message}</p>
        )}
        <div>
          <Button onClick={() => location.reload()}>{t('common:reload')}</Button>
        </div>
      </div>
    </main>
  );
}
