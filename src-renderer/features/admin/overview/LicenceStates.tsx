import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { Stat } from '../../../ui/Stat.tsx';
import type { Business } from './overviewApi.ts';
import { LICENCE_STATUSES } from '../../../../src-shared/domain/licence.ts';

/** How many licence keys there are, by status. */
export function LicenceStates({ licences }: { licences: Business['licences'] }) {
  const { t } = useTranslation('adminOverview');
  return (
    <Card>
      <CardHeader
        title={t('licences')}
        actions={
          <Link to={ROUTES.licenceManagement} className="text-xs text-accent underline underline-offset-4">
            {t('toLicences')}
          </Link>
        }
      />
      <dl className="grid grid-cols-2 gap-3.5 sm:grid-cols-4">
        {LICENCE_STATUSES.map((state) => (
          <Stat key={state} value={formatFigure(licences[state] ?? 0)} label={t(`licenceStates.${state}`)} />
        ))}
      </dl>
    </Card>
  );
}
