import { useTranslation } from '../../lib/useTranslation.ts';
import type { MeteredEffect } from '../../../src-shared/domain/stripEffects.ts';
import { formatFigure } from '../../lib/figures.ts';
import { LevelMeter, type LevelSource } from '../../ui/LevelMeter.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { useEffectTexts } from './effectTexts.ts';

/** A decibel for each of the meter's twenty segments. */
const SPAN_DB = 20;

interface ReductionMeterProps {
  effect: MeteredEffect;
  source: LevelSource;
  /** Decibels, slow enough to be read; null where nothing is known. */
  text: string | null;
  isOn: boolean;
  /** Why nothing is known. */
  whyUnknown: string;
}

/** How much an effect takes away now. */
export function ReductionMeter({ effect, source, text, isOn, whyUnknown }: ReductionMeterProps) {
  const { t } = useTranslation('effects');
  const { titleOf } = useEffectTexts();
  const label = t('reduction.label');
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between text-xs">
        <span className="text-t2">{label}</span>
        <span className="text-t3 tabular-nums">
          {text === null || !isOn ? (
            <Unknown reason={isOn || text === null ? whyUnknown : t('reduction.whyOff')} />
          ) : (
            <>
              <b className="font-semibold text-t1">{text}</b> dB
            </>
          )}
        </span>
      </div>
      <LevelMeter source={source} label={`${titleOf(effect)}: ${label}`} kind="plain" />
    </div>
  );
}

/** A meter of what is read; null where nothing is known. */
export function reductionSource(
  subscribe: LevelSource['subscribe'],
  readDb: () => number | null,
): LevelSource {
  return {
    subscribe,
    readPercent() {
      const db = readDb();
      return db === null ? null : Math.min(100, (db / SPAN_DB) * 100);
    },
    readText() {
      const db = readDb();
      return db === null ? '—' : `${formatFigure(db, 1)} dB`;
    },
  };
}
