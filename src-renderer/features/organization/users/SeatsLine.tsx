import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useReadSeatsQuery, type Organization } from '../organizationsApi.ts';

/** How many seats the plan has, who takes them, and what to do when there is none left. */
export function SeatsLine({ organization }: { organization: Organization }) {
  const { t } = useTranslation('users');
  const { data, isError } = useReadSeatsQuery(organization.id, { refetchOnMountOrArgChange: true });
  // What the list below says about the failure is enough.
  if (isError) return null;
  if (!data) return <Skeleton className="h-9 rounded-xl" />;
  const { seats, taken, promised } = data;
  const isFull = !organization.is_personal && organization.role !== 'member' && taken + promised >= seats;
  const share = (count: number) => `${Math.min(100, (count / seats) * 100)}%`;
  return (
    <section
      aria-label={t('seatsLabel')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-panel px-4 py-2.5 shadow-panel"
    >
      <p className="font-medium tabular-nums">{t('seats', { taken, count: seats })}</p>
      <div aria-hidden="true" className="flex h-1.5 w-32 overflow-hidden rounded-full bg-track">
        <div className="bg-accent" style={{ width: share(taken) }} />
        <div className="bg-accent/40" style={{ width: share(Math.min(promised, seats - taken)) }} />
      </div>
      {promised > 0 && <p className="text-t2 tabular-nums">{t('promised', { count: promised })}</p>}
      {isFull && (
        <p className="text-amb-text">
          {t('full')}{' '}
          <Link to={ROUTES.pricing} className="font-medium underline underline-offset-3">
            {t('plans')}
          </Link>
        </p>
      )}
    </section>
  );
}
