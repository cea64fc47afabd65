import { CircleAlert, CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { achievedLatencyModeMs } from '../../../src-shared/domain/audio.ts';
import { formatFigure } from '../../lib/figures.ts';
import { LevelMeter, type LevelSource } from '../../ui/LevelMeter.tsx';
import { Sparkline, type HistorySource } from '../../ui/Sparkline.tsx';
import {
  selectLive,
  useLevelText,
  useLiveFeeds,
  type LevelsFeed,
  useUnmeasuredReason,
} from '../engine/index.ts';
import { MonitorCard } from './MonitorCard.tsx';

/** The noise meter spans −90 dBFS to 0, the reduction meter 0 to 60 dB. */
const NOISE_METER_SPAN_DB = 90;
const REDUCTION_METER_SPAN_DB = 60;
/** A line of latency that moves by less than this looks steady, as it is. */
const LATENCY_SPAN_MS = 4;

/** What is measured while noise cancellation runs. */
export function MonitorCards() {
  const { t } = useTranslation('dashboard');
  return (
    <section aria-label={t('monitor.label')} className="grid grid-cols-2 gap-3.5 xl:grid-cols-4">
      <NoiseLevelCard />
      <ReductionCard />
      <LatencyCard />
      <MissedCard />
    </section>
  );
}

function NoiseLevelCard() {
  const { t } = useTranslation('dashboard');
  const { levels } = useLiveFeeds();
  const unmeasured = useUnmeasuredReason();
  const value = useLevelText((now) => figureOf(now?.noiseLevelDb));
  const source = useMemo(
    () =>
      meterSource(
        levels,
        () => levels.read()?.noiseLevelDb ?? null,
        (db) => 100 + (db / NOISE_METER_SPAN_DB) * 100,
        'dBFS',
      ),
    [levels],
  );
  return (
    <MonitorCard
      label={t('monitor.noiseLevel')}
      value={unmeasured === null ? value : null}
      unit="dBFS"
      unknownReason={unmeasured ?? t('monitor.whyNoPause')}
      note={unmeasured === null ? t('monitor.noiseNote') : t('monitor.idleNote')}
    >
      <LevelMeter source={source} label={t('monitor.noiseLevel')} kind="plain" />
    </MonitorCard>
  );
}

function ReductionCard() {
  const { t } = useTranslation('dashboard');
  const { levels } = useLiveFeeds();
  const unmeasured = useUnmeasuredReason();
  const value = useLevelText((now) => figureOf(now?.reductionDb));
  const source = useMemo(
    () =>
      meterSource(
        levels,
        () => levels.read()?.reductionDb ?? null,
        (db) => (db / REDUCTION_METER_SPAN_DB) * 100,
        'dB',
      ),
    [levels],
  );
  return (
    <MonitorCard
      label={t('monitor.reduction')}
      value={unmeasured === null ? value : null}
      unit="dB"
      unknownReason={unmeasured ?? t('monitor.whyNoPause')}
      note={unmeasured === null ? t('monitor.reductionNote') : t('monitor.idleNote')}
    >
      <LevelMeter source={source} label={t('monitor.reduction')} kind="plain" />
    </MonitorCard>
  );
}

function LatencyCard() {
  const { t } = useTranslation('dashboard');
  const { levels } = useLiveFeeds();
  const unmeasured = useUnmeasuredReason();
  const value = useLevelText((now) => figureOf(now?.latencyP50Ms));
  const note = useLevelText((now) => {
    if (!now) return null;
    const p99 = formatFigure(now.latencyP99Ms, 1);
    const mode = achievedLatencyModeMs(now.latencyP99Ms);
    return mode === null ? t('monitor.latencyNoteAbove', { p99 }) : t('monitor.latencyNote', { p99, mode });
  });
  const source = useMemo<HistorySource>(
    () => ({
      // A line of ten seconds need not be drawn thirty times a second.
      subscribe: levels.subscribeToText,
      readHistory: () => levels.readLatencyHistory(),
      capacity: levels.latencyCapacity,
    }),
    [levels],
  );
  return (
    <MonitorCard
      label={t('monitor.latency')}
      value={unmeasured === null ? value : null}
      unit="ms"
      unknownReason={unmeasured ?? t('monitor.whyNotYet')}
      note={(unmeasured === null && note) || t('monitor.idleNote')}
    >
      <Sparkline
        source={source}
        label={t('monitor.latencyHistory')}
        minimumSpan={LATENCY_SPAN_MS}
        className="h-5 w-full"
      />
    </MonitorCard>
  );
}

function MissedCard() {
  const { t } = useTranslation('dashboard');
  const live = useSelector(selectLive);
  const unmeasured = useUnmeasuredReason();
  const missed = useLevelText((now) => now?.framesMissed ?? null);
  const processed = useLevelText((now) => now?.framesProcessed ?? null);
  const isKnown = unmeasured === null && missed !== null && processed !== null;
  return (
    <MonitorCard
      label={t('monitor.missed')}
      value={isKnown ? formatFigure(missed) : null}
      unknownReason={unmeasured ?? t('monitor.whyNotYet')}
      note={live && unmeasured === null ? <RealtimeNote {...live.realtimePriority} /> : t('monitor.idleNote')}
    >
      {isKnown && (
        <p
          className={`flex items-center gap-1.5 text-xs tabular-nums ${missed === 0 ? 'text-grn-text' : 'text-amb-text'}`}
        >
          {missed === 0 ? (
            <CircleCheck aria-hidden="true" className="size-3.5" />
          ) : (
            <CircleAlert aria-hidden="true" className="size-3.5" />
          )}
          {t('monitor.framesInTime', {
            inTime: formatFigure(Math.max(0, processed - missed)),
            all: formatFigure(processed),
          })}
        </p>
      )}
    </MonitorCard>
  );
}

function RealtimeNote({ granted, reason }: { granted: boolean; reason: string | null }) {
  const { t } = useTranslation('dashboard');
  if (granted) return t('monitor.realtime');
  return reason === null ? t('monitor.noRealtimeNoReason') : t('monitor.noRealtime', { reason });
}

function figureOf(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : formatFigure(value, 1);
}

function meterSource(
  levels: LevelsFeed,
  readDb: () => number | null,
  percentOf: (db: number) => number,
  unit: string,
): LevelSource {
  return {
    subscribe: levels.subscribe,
    readPercent: () => {
      const db = readDb();
      return db === null ? null : Math.min(100, Math.max(0, percentOf(db)));
    },
    readText: () => {
      const db = readDb();
      return db === null ? '—' : `${formatFigure(db, 1)} ${unit}`;
    },
  };
}
