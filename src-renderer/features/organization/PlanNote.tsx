import './texts.ts';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { MessageBox } from '../../ui/MessageBox.tsx';

/** What the plan has not, and the way to one that has it. */
export function PlanNote({ organizationId, text }: { organizationId: string; text: string }) {
  const { t } = useTranslation('organization');
  return (
    <MessageBox tone="info">
      {text}{' '}
      <Link
        to={`${ROUTES.billing}?workspace=${organizationId}`}
        className="whitespace-nowrap text-accent underline underline-offset-3"
      >
        {t('toBilling')}
      </Link>
    </MessageBox>
  );
}
