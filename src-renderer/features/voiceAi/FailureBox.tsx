import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';

/** Why it did not work, with the way to where that is mended. */
export function FailureBox({ failure, onSetUp }: { failure: RpcFailure; onSetUp?: () => void }) {
  const { t } = useTranslation('voiceAi');
  const isAboutKey =
    failure.code === 'KEY_MISSING' || failure.code === 'KEY_REFUSED' || failure.code === 'SPENDING_CAP';
  const way =
    failure.code === 'PLAN_LIMIT' ? (
      <Button asChild size="sm">
        <Link to={ROUTES.billing}>{t('failed.billing')}</Link>
      </Button>
    ) : isAboutKey && onSetUp ? (
      <Button size="sm" onClick={onSetUp}>
        {t('failed.setUp')}
      </Button>
    ) : null;
  return (
    <MessageBox tone="error" {...(way === null ? {} : { hint: way })}>
      {failure.message}
    </MessageBox>
  );
}
