import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { MessageBox } from '../../ui/MessageBox.tsx';

/** Why an attempt failed, in the document's words; where nobody answered, also what to do. */
export function FailureBox({ failure }: { failure: RpcFailure | null }) {
  const { t } = useTranslation('auth');
  if (!failure) return null;
  const hint = failure.details?.hasNoAnswer === true ? t('noAnswer') : undefined;
  return (
    <MessageBox tone="error" hint={hint}>
      {failure.message}
    </MessageBox>
  );
}
