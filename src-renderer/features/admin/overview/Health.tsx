import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { ROUTES } from '../../../../src-shared/domain/routes.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { StatusDot, type Tone } from '../../../ui/StatusDot.tsx';
import type { Business } from './overviewApi.ts';

const TONES: Record<Business['services'][number]['status'], Tone> = {
  operational: 'good',
  degraded: 'warning',
  outage: 'bad',
  not_configured: 'neutral',
};

/** What the probes of the parts found last. */
export function Health({ services }: { services: Business['services'] }) {
  const { t, i18n } = useTranslation('adminOverview');
  const nameOf = (service: string) => {
    const key = `services.${service}` as 'services.database';
    return i18n.exists(`adminOverview:${key}`) ? t(key) : service;
  };
  return (
    <Card>
      <CardHeader
        title={t('health')}
        actions={
          <Link to={ROUTES.status} className="text-xs text-accent underline underline-offset-4">
            {t('toStatus')}
          </Link>
        }
      />
      {services.length === 0 ? (
        <p className="text-sm text-t3">{t('healthNone')}</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {services.map(({ service, status, checkedAt }) => (
            <li key={service} className="flex flex-wrap items-center gap-x-2">
              <StatusDot tone={TONES[status]} />
              <span>{nameOf(service)}</span>
              <span className="text-t2">{t(`states.${status}`)}</span>
              <span className="ml-auto text-xs text-t3 tabular-nums">
                {t('probed', { when: formatDateTime(Date.parse(checkedAt)) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
