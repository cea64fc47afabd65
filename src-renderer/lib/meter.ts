/** The level meter of document 1, sections 4 and 9, on a scale of 0-100. */
export const METER_SEGMENTS = 20;
const CLIPPING_ABOVE = 85;
const HOT_ABOVE = 70;
const GOOD_ABOVE = 20;
const CLIP_ICON_ABOVE = 95;
const PEAK_HOLD_MS = 2000;
const DECAY_PER_MS = 2 / 100;

export type MeterLabel = 'muted' | 'clipping' | 'hot' | 'good' | 'low';

/** What a level is called. */
export function meterLabel(levelPercent: number, isMuted = false): MeterLabel {
  if (isMuted) return 'muted';
  if (levelPercent > CLIPPING_ABOVE) return 'clipping';
  if (levelPercent > HOT_ABOVE) return 'hot';
  return levelPercent > GOOD_ABOVE ? 'good' : 'low';
}

/** Whether the warning sign of clipping shows. */
export function isClipIconShown(levelPercent: number): boolean {
  return levelPercent > CLIP_ICON_ABOVE;
}

/**
 * Where a level in dBFS lies on the scale of 0-100. A straight line in decibels would give the
 * silent half of the range as much room as the half that matters, so the scale opens towards the
 * top, as on a console: −48 → 0, −24 → 25, −12 → 50, −6 → 75, 0 → 100. With it the document's
 * thresholds fall at −3.6 dBFS (clipping), −7.2 (hot) and −28.8 (good).
 */
export function levelPercentOf(levelDb: number): number {
  const [first, ...rest] = SCALE;
  let lower = first;
  for (const upper of rest) {
    if (levelDb < upper.db) {
      const part = (levelDb - lower.db) / (upper.db - lower.db);
      return Math.max(0, lower.percent + part * (upper.percent - lower.percent));
    }
    lower = upper;
  }
  return lower.percent;
}

/** The level in dBFS at a place of the scale; null at its foot, below which the scale has no level. */
export function levelDbOf(levelPercent: number): number | null {
  if (levelPercent <= 0) return null;
  const upperIndex = SCALE.findIndex((point) => levelPercent <= point.percent);
  const [upper, lower] = [SCALE[upperIndex], SCALE[upperIndex - 1]];
  if (!upper || !lower) return SCALE.at(-1)?.db ?? null;
  const part = (levelPercent - lower.percent) / (upper.percent - lower.percent);
  return lower.db + part * (upper.db - lower.db);
}

interface ScalePoint {
  db: number;
  percent: number;
}
const SCALE: readonly [ScalePoint, ...ScalePoint[]] = [
  { db: -48, percent: 0 },
  { db: -24, percent: 25 },
  { db: -12, percent: 50 },
  { db: -6, percent: 75 },
  { db: 0, percent: 100 },
];

/** What a meter shows: it rises at once and falls slowly, and its highest point stays a while. */
export interface MeterState {
  shownPercent: number;
  peakPercent: number;
  peakAtMs: number;
  atMs: number;
}

export const METER_AT_REST: MeterState = { shownPercent: 0, peakPercent: 0, peakAtMs: 0, atMs: 0 };

/** The meter after a level was measured, or after time has passed with the same level. */
export function advanceMeter(state: MeterState, levelPercent: number, nowMs: number): MeterState {
  const fallen = state.shownPercent - Math.max(0, nowMs - state.atMs) * DECAY_PER_MS;
  const shownPercent = Math.max(levelPercent, fallen, 0);
  const isNewPeak = shownPercent >= state.peakPercent || nowMs - state.peakAtMs > PEAK_HOLD_MS;
  return {
    shownPercent,
    peakPercent: isNewPeak ? shownPercent : state.peakPercent,
    peakAtMs: isNewPeak ? nowMs : state.peakAtMs,
    atMs: nowMs,
  };
}

/** Segments that are lit at a level. */
export function litSegments(levelPercent: number): number {
  return Math.round((Math.min(100, Math.max(0, levelPercent)) / 100) * METER_SEGMENTS);
}

export const METER_LABEL_COLOURS: Readonly<Record<MeterLabel, string>> = {
  muted: 'text-t3',
  low: 'text-t2',
  good: 'text-grn-text',
  hot: 'text-amb-text',
  clipping: 'text-red-text',
};
