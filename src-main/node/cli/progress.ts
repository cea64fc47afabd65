import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import type { CleanProgress } from '../../services/engine/index.ts';

const BAR_CELLS = 24;
const DRAW_INTERVAL_MS = 100;
const CLEAR_LINE = '\r\x1b[2K';

/** Where a progress bar is drawn: standard error, on a terminal alone. */
export interface ProgressSurface {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export interface ProgressBar {
  begin(name: string): void;
  update(progress: CleanProgress, nowMs: number): void;
  /** Removes the bar, so that a line can be written in its place. */
  clear(): void;
}

/** A bar with percent, speed and the time that is left; nothing at all where it is not a terminal. */
export function createProgressBar(surface: ProgressSurface): ProgressBar {
  if (!surface.isTTY) return { begin: () => undefined, update: () => undefined, clear: () => undefined };
  let name = '';
  let first: { nowMs: number; framesDone: number } | null = null;
  let drawnAtMs = 0;
  return {
    begin(nextName) {
      name = nextName;
      first = null;
      surface.write(`${CLEAR_LINE}${PRODUCT_NAME}: ${name}`);
    },
    update(progress, nowMs) {
      first ??= { nowMs, framesDone: progress.framesDone };
      if (nowMs - drawnAtMs < DRAW_INTERVAL_MS) return;
      drawnAtMs = nowMs;
      const line = formatProgress(name, progress, {
        elapsedSec: (nowMs - first.nowMs) / 1000,
        framesSince: progress.framesDone - first.framesDone,
      });
      surface.write(CLEAR_LINE + line.slice(0, Math.max(20, (surface.columns || 80) - 1)));
    },
    clear: () => surface.write(CLEAR_LINE),
  };
}

/** `██████░░░░  42 %  83 × real time  1:05 left  talk.wav`; what is not known is left out. */
export function formatProgress(
  name: string,
  { framesDone, framesTotal, sampleRate }: CleanProgress,
  pace: { elapsedSec: number; framesSince: number },
): string {
  const framesPerSec = pace.elapsedSec > 0 ? pace.framesSince / pace.elapsedSec : 0;
  const speed = framesPerSec > 0 && sampleRate ? `${Math.round(framesPerSec / sampleRate)} × real time` : '';
  if (!framesTotal) return ['working …', speed, name].filter(Boolean).join('  ');
  const part = Math.min(1, framesDone / framesTotal);
  const cells = Math.floor(part * BAR_CELLS);
  const bar = '█'.repeat(cells) + '░'.repeat(BAR_CELLS - cells);
  const percent = `${Math.floor(part * 100)} %`.padStart(5);
  const left = framesPerSec > 0 ? `${formatLeft((framesTotal - framesDone) / framesPerSec)} left` : '';
  return [bar, percent, speed, left, name].filter(Boolean).join('  ');
}

function formatLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  const minutes = Math.floor(whole / 60);
  const tail = String(whole % 60).padStart(2, '0');
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${tail}`
    : `${minutes}:${tail}`;
}
