import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PeriodDevice } from '../../../src-shared/domain/journalPeriod.ts';
import { formatDuration, formatFigure } from '../../lib/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import type { AnsweredPeriod } from './analyticsSlice.ts';
import { devicesCsv } from './csv.ts';
import { downloadText } from './downloadText.ts';

const COLUMNS = ['devices', 'sessions', 'cleaned', 'p50', 'p99', 'missed'] as const;

/** How fast each pair of devices was, and how often it came too late. */
export function DevicesCard({ answered: { range, period } }: { answered: AnsweredPeriod }) {
  const { t } = useTranslation('analytics');
  const save = () =>
    downloadText(`sounddesk-devices-${range.from}-${range.to}.csv`, devicesCsv(period), 'text/csv');
  return (
    <Card aria-labelledby="devices-title" className="!px-0 !pb-0">
      <header className="mb-3.5 flex flex-wrap items-center justify-between gap-3 px-[1.125rem]">
        <div>
          <h2 id="devices-title" className="text-[0.8125rem] font-semibold text-t1">
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
        <div role="region" aria-label={t('devices.table')} tabIndex={0} className="overflow-x-auto">
          <table className="w-full text-left whitespace-nowrap tabular-nums">
            <thead className="border-y border-line text-xs text-t2">
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className="px-[1.125rem] py-2 font-medium">
                    {t(`devices.columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {period.devices.map((device) => (
                <DeviceRow key={`${device.inputName}→${device.outputName}`} device={device} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function DeviceRow({ device }: { device: PeriodDevice }) {
  const { t } = useTranslation('analytics');
  const milliseconds = (value: number | null) =>
    value === null ? <Unknown reason={t('devices.unmeasured')} /> : `${formatFigure(value, 1)} ms`;
  const { framesMissed: missed, framesProcessed: all } = device;
  return (
    <tr>
      <th scope="row" className="px-[1.125rem] py-2.5 font-normal">
        {device.inputName} <span className="text-t3">→</span> {device.outputName}
      </th>
      <td className="px-[1.125rem] py-2.5">{formatFigure(device.sessions)}</td>
      <td className="px-[1.125rem] py-2.5">{formatDuration(device.cleanedSec)}</td>
      <td className="px-[1.125rem] py-2.5">{milliseconds(device.latencyP50Ms)}</td>
      <td className="px-[1.125rem] py-2.5">{milliseconds(device.latencyP99Ms)}</td>
      <td className={`px-[1.125rem] py-2.5 ${missed > 0 ? 'text-amb-text' : 'text-grn-text'}`}>
        {all === 0 ? (
          <Unknown reason={t('devices.noFrames')} />
        ) : (
          t('devices.missed', { missed: formatFigure(missed), all: formatFigure(all) })
        )}
      </td>
    </tr>
  );
}
