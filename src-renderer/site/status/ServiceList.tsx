import './texts.en.ts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import {
  PROBED_SERVICES,
  UPTIME_AIM_PERCENT,
  type OptionalService,
  type ProbedService,
  type ServiceState,
} from '../../../src-shared/domain/serviceStatus.ts';
import { selectSession } from '../../features/auth/index.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { dataOf } from '../../lib/loadable.ts';
import { EmptyState, ErrorState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { Incidents } from './Incidents.tsx';
import { MailLinkResult } from './MailLinkResult.tsx';
import { useReadServicesQuery, type Service, type ServiceDay } from './statusApi.ts';
import { Subscribe } from './Subscribe.tsx';
import { lastDays, meanResponseMs, overallState, stateNow, uptimePercent } from './uptime.ts';

/** What the probes found: now, and over 30 days. */
export default function ServiceList() {
  const { t } = useTranslation('status');
  const session = dataOf(useSelector(selectSession));
  if (session?.kind === 'local')
    return <UnsupportedState title={t('none.title')} message={t('none.text', { reason: session.reason })} />;
  return (
    <>
      <MailLinkResult />
      <Probed />
      <Subscribe />
    </>
  );
}

function Probed() {
  const { t } = useTranslation('status');
  const { data: services, error, isLoading } = useReadServicesQuery();
  const [nowMs] = useState(Date.now);
  if (error) return <ErrorState title={t('failed')} message={(error as RpcFailure).message} />;
  if (isLoading || !services) return null;
  if (services.length === 0)
    return (
      <>
        <EmptyState title={t('empty')} message={t('emptyMessage')} />
        <Incidents />
      </>
    );
  const known = PROBED_SERVICES.flatMap((name) => services.find(({ service }) => service === name) ?? []);
  const states = known.map((service) => stateNow(service, nowMs));
  const days = known.flatMap((service) => service.days);
  const last = Math.max(...known.map((service) => Date.parse(service.checked_at)));
  return (
    <>
      <Summary state={overallState(states)} lastMs={last} />
      <dl className="mt-5 grid gap-4 sm:grid-cols-3">
        <Tile
          label={t('tiles.uptime')}
          value={percentText(uptimePercent(days))}
          hint={t('tiles.uptimeHint', { aim: UPTIME_AIM_PERCENT })}
        />
        <Tile label={t('tiles.response')} value={msText(meanResponseMs(days))} />
        <Tile
          label={t('tiles.services')}
          value={t('tiles.ofCount', {
            count: states.filter((state) => state === 'operational').length,
            all: states.filter((state) => state !== 'not_configured').length,
          })}
        />
      </dl>
      <section aria-labelledby="services-title" className="mt-14">
        <h2 id="services-title" className="text-2xl font-semibold tracking-tight">
          {t('services.title')}
        </h2>
        <ul className="mt-5 divide-y divide-line overflow-hidden rounded-2xl border border-line2 bg-panel">
          {known.map((service) => (
            <ServiceRow key={service.service} service={service} nowMs={nowMs} />
          ))}
        </ul>
      </section>
      <Incidents />
    </>
  );

  function msText(ms: number | null): string {
    return ms === null ? t('tiles.noData') : t('tiles.ms', { ms });
  }
  function percentText(percent: number | null): string {
    return percent === null ? t('tiles.noData') : `${percent} %`;
  }
}

const TONES: Record<ServiceState | 'unknown', { dot: string; box: string }> = {
  operational: { dot: 'bg-grn', box: 'border-grn/40 bg-grn/10' },
  degraded: { dot: 'bg-amb', box: 'border-amb/40 bg-ambbg' },
  outage: { dot: 'bg-red', box: 'border-red/50 bg-redbg' },
  unknown: { dot: 'bg-t3', box: 'border-line2 bg-raise' },
  not_configured: { dot: 'border border-edge', box: 'border-line2 bg-raise' },
};

function Summary({ state, lastMs }: { state: ReturnType<typeof overallState>; lastMs: number }) {
  const { t } = useTranslation('status');
  return (
    <div
      role="status"
      className={classNames('flex items-center gap-4 rounded-2xl border p-6', TONES[state].box)}
    >
      <span aria-hidden="true" className={classNames('size-3.5 shrink-0 rounded-full', TONES[state].dot)} />
      <div>
        <p className="text-lg font-semibold">{t(`summary.${state}`)}</p>
        <p className="text-sm text-t2">{t('summary.checked', { when: formatDateTime(lastMs) })}</p>
      </div>
    </div>
  );
}

function Tile({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div className="rounded-2xl border border-line2 bg-panel p-6">
      <dt className="text-sm text-t2">{label}</dt>
      <dd className="mt-2 text-3xl font-semibold tracking-tight tabular-nums">{value}</dd>
      {hint && <dd className="mt-1 text-sm text-t3">{hint}</dd>}
    </div>
  );
}

function ServiceRow({ service, nowMs }: { service: Service; nowMs: number }) {
  const { t } = useTranslation('status');
  const state = stateNow(service, nowMs);
  const uptime = uptimePercent(service.days);
  const name = t(`services.${service.service as ProbedService}`);
  return (
    <li className="grid gap-3 px-6 py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-medium">{name}</h3>
        <p className="flex items-center gap-2 text-sm text-t2">
          <span aria-hidden="true" className={classNames('size-2.5 rounded-full', TONES[state].dot)} />
          {t(`states.${state}`)}
          {service.response_ms !== null && ` · ${t('services.response', { ms: service.response_ms })}`}
          {uptime !== null && ` · ${t('services.uptime', { percent: uptime })}`}
        </p>
      </div>
      {state === 'not_configured' && service.days.length === 0 ? (
        <p className="text-sm text-t3">{t(`services.without.${service.service as OptionalService}`)}</p>
      ) : (
        <UptimeBars name={name} days={service.days} nowMs={nowMs} />
      )}
    </li>
  );
}

/** A bar a day: of the colour of its worst, hollow where nothing is known. */
function UptimeBars({ name, days, nowMs }: { name: string; days: readonly ServiceDay[]; nowMs: number }) {
  const { t } = useTranslation('status');
  return (
    <div>
      <ol
        aria-label={t('services.chart', { service: name, days: days.length })}
        className="flex h-9 items-stretch gap-[3px]"
      >
        {lastDays(days, nowMs).map(({ day, found }) => {
          const text = found
            ? t('services.day', { ...found, ms: found.averageMs ?? '–' })
            : t('services.dayWithout', { day });
          return (
            <li key={day} title={text} className={classNames('min-w-0 flex-1 rounded-sm', barOf(found))}>
              <span className="sr-only">{text}</span>
            </li>
          );
        })}
      </ol>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-xs text-t3">
        <span>{t('services.oldest')}</span>
        <span>{t('services.newest')}</span>
      </p>
    </div>
  );
}

function barOf(found: ServiceDay | null): string {
  if (!found) return 'bg-track';
  if (found.answered === found.checks) return 'bg-grn';
  return found.answered / found.checks >= 0.95 ? 'bg-amb' : 'bg-red';
}
