import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../Button.tsx';
import { Card } from '../Card.tsx';
import { ErrorState, OfflineState } from '../StateMessage.tsx';

interface ListFailureProps {
  error: unknown;
  onRetry: () => void;
  /** Said in place of the usual words, also where nobody answers. */
  title?: string | undefined;
}

/** A list that could not be read: nobody answered, or somebody did and said why not. */
export function ListFailure({ error, onRetry, title }: ListFailureProps) {
  const { t } = useTranslation(['list', 'common']);
  const { code, message } = error as { code?: string; message?: string };
  const retry = <Button onClick={onRetry}>{t('common:retry')}</Button>;
  return (
    <Card>
      {title === undefined && code === 'SERVER_UNREACHABLE' ? (
        <OfflineState title={t('list:offline')} message={t('list:offlineMessage')} action={retry} />
      ) : (
        <ErrorState title={title ?? t('list:failed')} message={message} action={retry} />
      )}
    </Card>
  );
}
