import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatFigure } from '../../lib/figures.ts';
import { LevelMeter } from '../../ui/LevelMeter.tsx';
import type { DemoLevels, DemoMeter } from './demoMeter.ts';
import type { CleanSide } from '../../../src-shared/contract/clean.ts';

const READ_EVERY_MS = 250;
/** Quieter than a converter's last step: there is nothing to read. */
const SILENT_BELOW_DB = -90;

/** Both ends as bars and figures, and how far the noise between words was lowered. */
export function DemoMeters({ meter }: { meter: DemoMeter }) {
  const { t } = useTranslation('site');
  const levels = useLevels(meter);
  const reductionDb = levels?.reductionDb ?? null;
  return (
    <div className="grid gap-x-10 gap-y-6 border-t border-line px-5 py-5 sm:px-6 md:grid-cols-[1fr_auto]">
      <div className="grid content-center gap-4">
        <EndMeter meter={meter} end="before" levelDb={levels?.beforeDb ?? null} />
        <EndMeter meter={meter} end="after" levelDb={levels?.afterDb ?? null} />
      </div>
      <dl className="flex flex-col-reverse justify-center md:w-48">
        <dt className="text-sm text-t3">{t('demo.meter.reduction')}</dt>
        <dd className="text-3xl font-semibold tracking-tight whitespace-nowrap tabular-nums">
          {reductionDb === null ? '—' : formatFigure(-reductionDb, 1)}{' '}
          <span className="text-base font-normal text-t3">dB</span>
        </dd>
      </dl>
    </div>
  );
}

function EndMeter({ meter, end, levelDb }: { meter: DemoMeter; end: CleanSide; levelDb: number | null }) {
  const { t } = useTranslation('site');
  const text = levelText(levelDb);
  const label = t(`demo.meter.${end}`);
  const none = t('demo.meter.none');
  const source = useMemo(
    () => ({
      subscribe: (listener: () => void) => meter.subscribe(listener),
      readPercent: () => meter.percentOf(end),
      readText: () => levelText(dbOf(meter.levels, end)) ?? none,
    }),
    [meter, end, none],
  );
  return (
    <div className="grid grid-cols-[4.25rem_1fr_4.75rem] items-center gap-3 sm:grid-cols-[5.5rem_1fr_5.75rem]">
      <span className="text-sm text-t2" aria-hidden="true">
        {t(`demo.hear.${end === 'before' ? 'raw' : 'clean'}`)}
      </span>
      <LevelMeter source={source} label={label} className="h-3.5" />
      <span
        className="text-right font-mono text-sm whitespace-nowrap text-t2 tabular-nums"
        aria-hidden="true"
      >
        {text ?? '—'}
      </span>
    </div>
  );
}

function dbOf(levels: DemoLevels | null, end: CleanSide): number | null {
  return levels && (end === 'before' ? levels.beforeDb : levels.afterDb);
}

function levelText(levelDb: number | null): string | null {
  if (levelDb === null) return null;
  return levelDb < SILENT_BELOW_DB ? '−∞ dBFS' : `${formatFigure(levelDb)} dBFS`;
}

/** For figures: four times a second, so that they can be read. */
function useLevels(meter: DemoMeter): DemoLevels | null {
  const [levels, setLevels] = useState(meter.levels);
  useEffect(() => {
    let nextMs = 0;
    return meter.subscribe(() => {
      const nowMs = performance.now();
      if (meter.levels !== null && nowMs < nextMs) return;
      nextMs = nowMs + READ_EVERY_MS;
      setLevels(meter.levels);
    });
  }, [meter]);
  return levels;
}
