import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFigure } from '../../lib/figures.ts';
import { LevelMeter, type LevelSource } from '../../ui/LevelMeter.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { useLevelText, useLiveFeeds, type LevelsFeed } from '../engine/index.ts';
import { useUnmeasuredReason } from './useUnmeasuredReason.ts';

/** A decibel for each of the meter's twenty segments. */
const SPAN_DB = 20;

interface GainReductionProps {
  stage: 'compressor' | 'gate';
  isOn: boolean;
}

/** How much a stage takes away now. */
export function GainReduction({ stage, isOn }: GainReductionProps) {
  const { t } = useTranslation('enhancement');
  const { levels } = useLiveFeeds();
  const source = useMemo(() => reductionSource(levels, stage), [levels, stage]);
  const text = useLevelText((now) => (now ? formatFigure(reductionOf(now, stage), 1) : null));
  const unmeasured = useUnmeasuredReason();
  const label = t('reduction.label');
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between text-xs">
        <span className="text-t2">{label}</span>
        <span className="text-t3 tabular-nums">
          {text === null || unmeasured !== null || !isOn ? (
            <Unknown reason={unmeasured ?? (isOn ? t('whyNotYet') : t('reduction.whyOff'))} />
          ) : (
            <>
              <b className="font-semibold text-t1">{text}</b> dB
            </>
          )}
        </span>
      </div>
      <LevelMeter source={source} label={`${t(`${stage}.title`)}: ${label}`} kind="plain" />
    </div>
  );
}

function reductionSource(levels: LevelsFeed, stage: GainReductionProps['stage']): LevelSource {
  const read = () => {
    const now = levels.read();
    return now && reductionOf(now, stage);
  };
  return {
    subscribe: levels.subscribe,
    readPercent: () => {
      const db = read();
      return db === null ? null : Math.min(100, (db / SPAN_DB) * 100);
    },
    readText: () => {
      const db = read();
      return db === null ? '—' : `${formatFigure(db, 1)} dB`;
    },
  };
}

function reductionOf(
  now: { gateReductionDb: number; compressorReductionDb: number },
  stage: GainReductionProps['stage'],
): number {
  return stage === 'gate' ? now.gateReductionDb : now.compressorReductionDb;
}
