import { TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatFigure } from '../../lib/figures.ts';
import { levelDbOf, levelPercentOf, METER_LABEL_COLOURS } from '../../lib/meter.ts';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { Card } from '../../ui/Card.tsx';
import { LevelMeter, type LevelSource, type MeterReading } from '../../ui/LevelMeter.tsx';
import { levelSourceOf } from '../../ui/levelSource.ts';
import { Unknown } from '../../ui/Unknown.tsx';
import {
  selectLive,
  useLevelText,
  useLiveFeeds,
  type LevelsFeed,
  useUnmeasuredReason,
} from '../engine/index.ts';
import { useChain } from './useChain.ts';

type Direction = 'input' | 'output';

/** Where the meters stand upright, as Tailwind's `xl`. */
const UPRIGHT = '(min-width: 80rem)';
const TICKS_DB = [0, -6, -12, -24, -48];

/** What comes in and what goes out. */
export function MetersCard() {
  const { t } = useTranslation('enhancement');
  const live = useSelector(selectLive);
  const { chain } = useChain();
  return (
    <Card aria-label={t('meters.label')} className="grid gap-5 sm:grid-cols-2 xl:grid-cols-1 xl:grid-rows-2">
      <Meter direction="input" isMuted={chain.inputGain === 0} />
      <Meter direction="output" isMuted={chain.outputVolume === 0 || live?.listening === 'off'} />
    </Card>
  );
}

function Meter({ direction, isMuted }: { direction: Direction; isMuted: boolean }) {
  const { t } = useTranslation('enhancement');
  const { levels } = useLiveFeeds();
  const [reading, setReading] = useState<MeterReading | null>(null);
  const isUpright = useMediaQuery(UPRIGHT);
  const source = useMemo(() => levelSource(levels, direction), [levels, direction]);
  const titleId = `${direction}-meter-title`;
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 content-start gap-2.5">
      <h2 id={titleId} className="text-body font-semibold text-t1">
        {t(`meters.${direction}`)}
      </h2>
      <div className="flex gap-2.5">
        <LevelMeter
          source={source}
          label={t(`meters.${direction}Level`)}
          orientation={isUpright ? 'vertical' : 'horizontal'}
          isMuted={isMuted}
          onReading={setReading}
          className={isUpright ? 'h-60 w-4' : 'grow'}
        />
        {isUpright && <Ticks />}
      </div>
      <Words direction={direction} reading={reading} />
    </section>
  );
}

function Ticks() {
  return (
    <div aria-hidden="true" className="relative w-7 text-2xs text-t3 tabular-nums">
      {TICKS_DB.map((db) => (
        <span
          key={db}
          style={{ bottom: `${levelPercentOf(db)}%` }}
          className={classNames(
            'absolute left-0',
            db === 0 ? 'translate-y-full' : db > -48 && 'translate-y-1/2',
          )}
        >
          {formatFigure(db)}
        </span>
      ))}
    </div>
  );
}

function Words({ direction, reading }: { direction: Direction; reading: MeterReading | null }) {
  const { t } = useTranslation('enhancement');
  const unmeasured = useUnmeasuredReason();
  const figure = useLevelText((now) => {
    if (!now) return null;
    return formatFigure(direction === 'input' ? now.inputPeakDb : now.outputPeakDb, 1);
  });
  const clips = useLevelText((now) => (direction === 'input' ? now?.inputClips : now?.outputClips) ?? 0);
  const lufs = useLevelText((now) => {
    if (direction === 'input' || !now || now.outputLufsMomentary === null) return null;
    return formatFigure(now.outputLufsMomentary, 1);
  });
  if (reading === null || figure === null || unmeasured !== null) {
    return (
      <p className="text-lg font-semibold">
        <Unknown reason={unmeasured ?? t('whyNotYet')} />
      </p>
    );
  }
  const peakDb = levelDbOf(reading.peakPercent);
  return (
    <div className="grid gap-0.5 text-xs tabular-nums">
      <p className="flex items-baseline gap-1.5">
        <b className="min-w-12 text-lg font-semibold text-t1">{figure}</b>
        <span className="text-t3">dBFS</span>
        {reading.hasClipIcon && (
          <TriangleAlert aria-label={t('meters.clip')} role="img" className="size-4 self-center text-red" />
        )}
      </p>
      <p className={classNames('font-medium', METER_LABEL_COLOURS[reading.label])}>
        {t(`meters.labels.${reading.label}`)}
      </p>
      <p className="text-t3">
        {peakDb === null ? t('meters.peakBelow') : t('meters.peak', { level: formatFigure(peakDb, 1) })}
      </p>
      {clips > 0 && <p className="text-red-text">{t('meters.clips', { count: clips })}</p>}
      {direction === 'output' && (
        <p className="text-t3">
          {lufs === null ? <Unknown reason={t('meters.whyNoLoudness')} /> : `${lufs} LUFS`}
        </p>
      )}
    </div>
  );
}

function levelSource(levels: LevelsFeed, direction: Direction): LevelSource {
  const read = () => {
    const now = levels.read();
    return now && (direction === 'input' ? now.inputPeakDb : now.outputPeakDb);
  };
  return levelSourceOf(levels, read);
}
