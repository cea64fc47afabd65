import { useTranslation } from '../../lib/useTranslation.ts';
import { isIncidentOver } from '../../../src-shared/domain/serviceStatus.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useReadIncidentsQuery } from './statusApi.ts';

/** What an admin wrote of the last incidents. */
export function Incidents() {
  const { t } = useTranslation('status');
  const { data: incidents } = useReadIncidentsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!incidents) return null;
  return (
    <section aria-labelledby="incidents-title" className="mt-14">
      <h2 id="incidents-title" className="text-2xl font-semibold tracking-tight">
        {t('incidents.title')}
      </h2>
      {incidents.length === 0 ? (
        <p className="mt-4 text-t2">{t('incidents.none')}</p>
      ) : (
        <ul className="mt-5 grid gap-4">
          {incidents.map(({ id, title, description, status, impact, started_at: startedAt }) => (
            <li key={id} className="rounded-2xl border border-line2 bg-panel p-6">
              <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <h3 className="font-medium break-words">{title}</h3>
                <p className="flex items-center gap-2 text-sm text-t2">
                  <span
                    aria-hidden="true"
                    className={classNames(
                      'size-2.5 rounded-full',
                      isIncidentOver(status) ? 'bg-grn' : 'bg-amb',
                    )}
                  />
                  {t(`incidents.states.${status}`)} · {t(`incidents.impact.${impact}`)}
                </p>
              </div>
              {description !== '' && (
                <p className="mt-2 leading-relaxed break-words whitespace-pre-line text-t2">{description}</p>
              )}
              <p className="mt-2 text-sm text-t3">{formatDateTime(Date.parse(startedAt))}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
