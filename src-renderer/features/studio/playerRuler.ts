import type { Brush } from '../../lib/canvasPainter.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import type { TakeSpan } from '../../media/takePlayer.ts';

export interface RulerTick {
  atSec: number;
  /** Null for a tick between two that have a time. */
  label: string | null;
}

/** Between two times that are written, in seconds, and how many parts small ticks make of it. */
const STEPS: readonly (readonly [stepSec: number, parts: number])[] = [
  [0.1, 5],
  [0.2, 4],
  [0.5, 5],
  [1, 5],
  [2, 4],
  [5, 5],
  [10, 5],
  [15, 3],
  [30, 6],
  [60, 6],
  [120, 4],
  [300, 5],
  [600, 5],
  [1800, 6],
  [3600, 6],
  [7200, 4],
];
/** A time and the space beside it. */
const LEAST_STEP_PX = 84;

/** The times of a ruler over what is shown, in order. */
export function rulerTicks({ fromSec, toSec }: TakeSpan, widthPx: number): RulerTick[] {
  const length = toSec - fromSec;
  if (length <= 0 || widthPx <= 0) return [];
  const fits = ([stepSec]: readonly [number, number]) => (stepSec / length) * widthPx >= LEAST_STEP_PX;
  const [stepSec, parts] = STEPS.find(fits) ?? [24 * 3600, 4];
  const part = stepSec / parts;
  const ticks: RulerTick[] = [];
  for (let index = Math.ceil(fromSec / part - 1e-9); index * part <= toSec + 1e-9; index += 1) {
    const atSec = index * part;
    ticks.push({ atSec, label: index % parts === 0 ? timeOf(atSec, stepSec) : null });
  }
  return ticks;
}

function timeOf(atSec: number, stepSec: number): string {
  if (stepSec >= 1) return formatRecordedTime(Math.round(atSec));
  const tenths = Math.round(atSec * 10);
  return `${formatRecordedTime(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Ticks hang from the lower edge, times stand right of theirs. */
export function paintRuler({ context, widthPx, heightPx, colour }: Brush, shown: TakeSpan): void {
  const ticks = rulerTicks(shown, widthPx);
  context.font = '11px ui-monospace, monospace';
  context.textBaseline = 'top';
  for (const { atSec, label } of ticks) {
    const x = Math.round(((atSec - shown.fromSec) / (shown.toSec - shown.fromSec)) * widthPx);
    const height = label === null ? 4 : 9;
    context.fillStyle = colour('t3');
    context.fillRect(Math.min(x, widthPx - 1), heightPx - height, 1, height);
    if (label === null || x + context.measureText(label).width + 3 > widthPx) continue;
    context.fillStyle = colour('t2');
    context.fillText(label, x + 3, 1);
  }
}
