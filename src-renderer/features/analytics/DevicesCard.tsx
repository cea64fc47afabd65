import { Download } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PeriodDevice } from '../../../src-shared/domain/journalPeriod.ts';
import { formatDuration, formatFigure } from '../../lib/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import type { AnsweredPeriod } from './analyticsSlice.ts';
import { devicesCsv } from './csv.ts';
import { downloadText } from './downloadText.ts';

const FIGURES = ['sessions', 'cleaned', 'p50', 'p99', 'missed'] as const;
const COLUMNS = ['devices', ...FIGURES] as const;

/** How fast each pair of devices was, and how often it came too late. */
export function DevicesCard({ answered: { range, period } }: { answered: AnsweredPeriod }) {
  const { t } = useTranslation('analytics');
  const save = () =>
    downloadText(`sounddesk-devices-${range.from}-${range.to}.csv`, devicesCsv(period), 'text/csv');
  return (
    <Card aria-labelledby="devices-title" className="!px-0 !pb-0">
      <header className="mb-3.5 flex flex-wrap items-center justify-between gap-3 px-[1.125rem]">
        <div>
          <h2 id="devices-title" className="text-body font-semibold text-t1">
            {t('devices.title')}
          </h2>
          <p className="mt-0.5 text-xs text-t2">{t('devices.message')}</p>
        </div>
        {period.devices.length > 0 && (
          <Button size="sm" onClick={save}>
            <Download aria-hidden="true" className="size-3.5" />
            {t('devices.export')}
          </Button>
        )}
      </header>
      {period.devices.length === 0 ? (
        <EmptyState title={t('devices.empty')} />
      ) : (
        <>
          <DevicesTable devices={period.devices} />
          <ul className="divide-y divide-line border-t border-line md:hidden">
            {period.devices.map((device) => (
              <DeviceItem key={keyOf(device)} device={device} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function DevicesTable({ devices }: { devices: PeriodDevice[] }) {
  const { t } = useTranslation('analytics');
  return (
    <div
      role="region"
      aria-label={t('devices.table')}
      tabIndex={0}
      className="hidden overflow-x-auto md:block"
    >
      <table className="w-full text-left tabular-nums">
        <thead className="border-y border-line text-xs text-t2">
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium first:pl-[1.125rem]">
                {t(`devices.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {devices.map((device) => (
            <tr key={keyOf(device)}>
              <th scope="row" className="py-2.5 pr-3 pl-[1.125rem] font-normal">
                <Names device={device} />
              </th>
              {FIGURES.map((column) => (
                <td key={column} className="px-3 py-2.5 whitespace-nowrap">
                  <Figure device={device} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same where a table would not fit. */
function DeviceItem({ device }: { device: PeriodDevice }) {
  const { t } = useTranslation('analytics');
  return (
    <li className="grid gap-2 px-[1.125rem] py-3">
      <p className="font-medium">
        <Names device={device} />
      </p>
      <dl className="grid gap-1.5 tabular-nums">
        {FIGURES.map((column) => (
          <div key={column} className="flex justify-between gap-3 text-xs">
            <dt className="text-t2">{t(`devices.columns.${column}`)}</dt>
            <dd>
              <Figure device={device} column={column} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function Names({ device }: { device: PeriodDevice }) {
  return (
    <>
      {device.inputName} <span className="font-normal text-t3">→</span> {device.outputName}
    </>
  );
}

function Figure({ device, column }: { device: PeriodDevice; column: (typeof FIGURES)[number] }) {
  const { t } = useTranslation('analytics');
  if (column === 'sessions') return formatFigure(device.sessions);
  if (column === 'cleaned') return formatDuration(device.cleanedSec);
  if (column === 'missed') {
    const { framesMissed: missed, framesProcessed: all } = device;
    if (all === 0) return <Unknown reason={t('devices.noFrames')} />;
    return (
      <span className={missed > 0 ? 'text-amb-text' : 'text-grn-text'}>
        {t('devices.missed', { missed: formatFigure(missed), all: formatFigure(all) })}
      </span>
    );
  }
  const latencyMs = column === 'p50' ? device.latencyP50Ms : device.latencyP99Ms;
  return latencyMs === null ? (
    <Unknown reason={t('devices.unmeasured')} />
  ) : (
    `${formatFigure(latencyMs, 1)} ms`
  );
}

const keyOf = ({ inputName, outputName }: PeriodDevice) => JSON.stringify([inputName, outputName]);
