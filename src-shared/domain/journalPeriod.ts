import { z } from 'zod';

/** What the journal of live sessions and recordings comes to, by day, week or month of the local time zone. */

const count = z.int().nonnegative();
const figure = z.number().nullable();

/** Of a session since its start, or of one segment of it. */
export const sessionFiguresSchema = z.object({
  /** 10 ms frames. */
  framesProcessed: count,
  framesMissed: count,
  /** Since the session's start; null: not measured. */
  meanReductionDb: figure,
  latencyP50Ms: figure,
  latencyP99Ms: figure,
});
export type SessionFigures = z.infer<typeof sessionFiguresSchema>;

const deviceNamesSchema = z.object({ inputName: z.string(), outputName: z.string() });
export type DeviceNames = z.infer<typeof deviceNamesSchema>;

const segmentFiguresSchema = sessionFiguresSchema.extend(deviceNamesSchema.shape);
export type SegmentFigures = z.infer<typeof segmentFiguresSchema>;

/** A stretch of time in which sound was really cleaned; a session has several where it was interrupted. */
export const journalSegmentSchema = z.object({
  /** The session's start, which is also its identity: there is one session at a time. */
  sessionStartedAtMs: z.number(),
  fromMs: z.number(),
  toMs: z.number(),
  /** null: from before figures were kept, or ended before any was known. */
  figures: segmentFiguresSchema.nullable().default(null),
});
export type JournalSegment = z.infer<typeof journalSegmentSchema>;

export const journalTakeSchema = z.object({
  endedAtMs: z.number(),
  recordedSec: z.number(),
  /** The recording continued on its own in another take: one recording, in two parts. */
  isContinued: z.boolean(),
});
export type JournalTake = z.infer<typeof journalTakeSchema>;

/** More than ten years by day is nobody's question. */
const MAX_PERIOD_DAYS = 3700;
const DAY_MS = 86_400_000;

export const periodRangeSchema = z
  .strictObject({
    /** Local days of the host, `2026-03-29`, both included. */
    from: z.iso.date(),
    to: z.iso.date(),
    /** Weeks begin on Monday. */
    by: z.enum(['day', 'week', 'month']),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'the period ends before it begins' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_PERIOD_DAYS * DAY_MS, {
    path: ['to'],
    message: `the period is longer than ${MAX_PERIOD_DAYS} days`,
  });
export type PeriodRange = z.infer<typeof periodRangeSchema>;
export type PeriodStep = PeriodRange['by'];

const seconds = z.number().nonnegative();

const spanSchema = z.object({
  /** Sessions that began in it. */
  sessions: count,
  cleanedSec: seconds,
  /** Weighted by the time that was cleaned. */
  meanReductionDb: z.number().nullable(),
  /** Recordings that ended in it. */
  recordings: count,
  recordedSec: seconds,
});
const deviceFiguresSchema = z.object({
  sessions: count,
  cleanedSec: seconds,
  /** Of the sessions' own medians the median, and of their 99th percentiles the 99th, by time. */
  latencyP50Ms: z.number().nullable(),
  latencyP99Ms: z.number().nullable(),
  framesMissed: count,
  framesProcessed: count,
});
type DeviceFigures = z.infer<typeof deviceFiguresSchema>;
const periodBucketSchema = spanSchema.extend({ startMs: z.number() });
export type PeriodBucket = z.infer<typeof periodBucketSchema>;
const periodDeviceSchema = deviceFiguresSchema.extend(deviceNamesSchema.shape);
export type PeriodDevice = z.infer<typeof periodDeviceSchema>;

export const periodSchema = z.object({
  buckets: z.array(periodBucketSchema),
  devices: z.array(periodDeviceSchema),
  totals: spanSchema.extend(deviceFiguresSchema.shape),
});
export type Period = z.infer<typeof periodSchema>;

export function summarisePeriod(
  segments: readonly JournalSegment[],
  takes: readonly JournalTake[],
  range: PeriodRange,
): Period {
  const edges = bucketEdgesMs(range);
  const buckets = edges.slice(0, -1).map((startMs, index) => {
    return { startMs, ...summariseSpan(segments, takes, startMs, edges[index + 1] ?? startMs) };
  });
  const startMs = edges[0] ?? 0;
  const endMs = edges.at(-1) ?? 0;
  const within = segments.filter((segment) => overlapSec(segment, startMs, endMs) > 0);
  return {
    buckets,
    devices: byDevice(within)
      .map(([names, ofDevice]) => ({ ...names, ...summariseDevice(ofDevice, startMs, endMs) }))
      .sort((a, b) => b.cleanedSec - a.cleanedSec),
    totals: { ...summariseDevice(within, startMs, endMs), ...summariseSpan(segments, takes, startMs, endMs) },
  };
}

/** Where buckets begin, and last where the period ends; the first and the last one may be shorter than their step. */
export function bucketEdgesMs({ from, to, by }: PeriodRange): number[] {
  const startMs = dayMs(from);
  const endMs = nextStepMs(dayMs(to), 'day');
  const edges: number[] = [];
  for (let atMs = startMs; atMs < endMs; atMs = nextStepMs(atMs, by)) edges.push(atMs);
  return [...edges, endMs];
}

/** Midnight of a local day; in a zone that skips midnight, the day's first moment. */
function dayMs(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

/** The next day, Monday or first of a month: right on days of 23 and 25 hours, too. */
function nextStepMs(atMs: number, by: PeriodStep): number {
  const at = new Date(atMs);
  const [year, month, date] = [at.getFullYear(), at.getMonth(), at.getDate()];
  if (by === 'month') return new Date(year, month + 1, 1).getTime();
  const days = by === 'day' ? 1 : 7 - ((at.getDay() + 6) % 7);
  return new Date(year, month, date + days).getTime();
}

function summariseSpan(
  segments: readonly JournalSegment[],
  takes: readonly JournalTake[],
  startMs: number,
  endMs: number,
): Omit<PeriodBucket, 'startMs'> {
  const isWithin = (atMs: number) => atMs >= startMs && atMs < endMs;
  const ended = takes.filter(({ endedAtMs }) => isWithin(endedAtMs));
  const begun = segments.filter(({ sessionStartedAtMs }) => isWithin(sessionStartedAtMs));
  const weighted = segments.map((segment) => ({
    value: segment.figures?.meanReductionDb ?? null,
    weight: overlapSec(segment, startMs, endMs),
  }));
  return {
    sessions: countSessions(begun),
    cleanedSec: sum(weighted.map(({ weight }) => weight)),
    meanReductionDb: weightedMean(weighted),
    recordings: ended.filter(({ isContinued }) => !isContinued).length,
    recordedSec: sum(ended.map(({ recordedSec }) => recordedSec)),
  };
}

function summariseDevice(segments: readonly JournalSegment[], startMs: number, endMs: number): DeviceFigures {
  const measured = segments.flatMap((segment) =>
    segment.figures ? [{ figures: segment.figures, weight: overlapSec(segment, startMs, endMs) }] : [],
  );
  const percentile = (key: 'latencyP50Ms' | 'latencyP99Ms', share: number) =>
    weightedPercentile(
      measured.map(({ figures, weight }) => ({ value: figures[key], weight })),
      share,
    );
  return {
    sessions: countSessions(segments),
    cleanedSec: sum(segments.map((segment) => overlapSec(segment, startMs, endMs))),
    latencyP50Ms: percentile('latencyP50Ms', 0.5),
    latencyP99Ms: percentile('latencyP99Ms', 0.99),
    framesMissed: sum(measured.map(({ figures }) => figures.framesMissed)),
    framesProcessed: sum(measured.map(({ figures }) => figures.framesProcessed)),
  };
}

/** By input and output together: latency belongs to the pair. */
function byDevice(segments: readonly JournalSegment[]): [DeviceNames, JournalSegment[]][] {
  const groups = new Map<string, [DeviceNames, JournalSegment[]]>();
  for (const segment of segments) {
    if (!segment.figures) continue;
    const { inputName, outputName } = segment.figures;
    const key = JSON.stringify([inputName, outputName]);
    const group = groups.get(key) ?? [{ inputName, outputName }, []];
    group[1].push(segment);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function overlapSec({ fromMs, toMs }: JournalSegment, startMs: number, endMs: number): number {
  return Math.max(0, Math.min(toMs, endMs) - Math.max(fromMs, startMs)) / 1000;
}

function countSessions(segments: readonly JournalSegment[]): number {
  return new Set(segments.map(({ sessionStartedAtMs }) => sessionStartedAtMs)).size;
}

interface Weighted {
  value: number | null;
  weight: number;
}

const isKnown = (one: Weighted): one is { value: number; weight: number } =>
  one.value !== null && one.weight > 0;

function weightedMean(values: readonly Weighted[]): number | null {
  const known = values.filter(isKnown);
  const total = sum(known.map(({ weight }) => weight));
  return total > 0 ? sum(known.map(({ value, weight }) => value * weight)) / total : null;
}

/** The smallest value that at least this share of the weight does not exceed. */
function weightedPercentile(values: readonly Weighted[], share: number): number | null {
  const known = values.filter(isKnown).sort((a, b) => a.value - b.value);
  let left = share * sum(known.map(({ weight }) => weight));
  for (const { value, weight } of known) {
    left -= weight;
    if (left <= 0) return value;
  }
  return known.at(-1)?.value ?? null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
