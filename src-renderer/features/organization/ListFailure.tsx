import { useTranslation } from 'react-i18next';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState, OfflineState } from '../../ui/StateMessage.tsx';

/** A list that could not be read: nobody answered, or somebody did and said why not. */
export function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['organization', 'common']);
  const { code, message } = error as Partial<RpcFailure>;
  const retry = <Button onClick={onRetry}>{t('common:retry')}</Button>;
  return (
    <Card>
      {code === 'SERVER_UNREACHABLE' ? (
        <OfflineState
          title={t('organization:offline')}
          message={t('organization:offlineMessage')}
          action={retry}
        />
      ) : (
        <ErrorState title={t('organization:failed')} message={message} action={retry} />
      )}
    </Card>
  );
}
