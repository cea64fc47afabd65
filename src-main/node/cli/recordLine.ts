import type { CaptureLevels } from '../../../src-shared/contract/capture.ts';
import type { TakeProgress } from '../../../src-shared/contract/recording.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import type { ProgressSurface } from './progress.ts';

const DRAW_INTERVAL_MS = 100;
const CLEAR_LINE = '\r\x1b[2K';
/** The bars show this range, as the ear has it: what is below is as good as silence. */
const LOWEST_DB = -60;
const BAR_CELLS = 8;
const STEPS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const LONGEST_NAME = 12;

export interface RecordLine {
  update(now: RecordLineState, nowMs: number): void;
  /** Removes the line, so that another can be written in its place. */
  clear(): void;
}

export interface RecordLineState {
  progress: TakeProgress;
  levels: CaptureLevels | null;
  /** Of the recorded channels, in order. */
  channels: readonly { id: string; name: string }[];
}

/** One line that follows the recording; nothing at all where it is not a terminal. */
export function createRecordLine(surface: ProgressSurface): RecordLine {
  if (!surface.isTTY) return { update: () => undefined, clear: () => undefined };
  let drawnAtMs = 0;
  return {
    update(state, nowMs) {
      if (nowMs - drawnAtMs < DRAW_INTERVAL_MS) return;
      drawnAtMs = nowMs;
      surface.write(CLEAR_LINE + formatRecordLine(state, Math.max(20, (surface.columns || 80) - 1)));
    },
    clear: () => surface.write(CLEAR_LINE),
  };
}

/**
 * `● 12:04  Host ██████░░ −12  Guest ███░░░░░ −31  2 gaps  93 min left`; where that is wider than the terminal,
 * each channel is one step high: `● 12:04  ▆▃▁▁▂█  93 min left`.
 */
export function formatRecordLine({ progress, levels, channels }: RecordLineState, columns: number): string {
  const state = progress.isPaused ? '‖' : '●';
  const head = `${state} ${formatTimer(progress.recordedSec)}`;
  const tail = [
    progress.gaps === 0 ? '' : progress.gaps === 1 ? '1 gap' : `${progress.gaps} gaps`,
    progress.secondsLeft === null ? '' : formatLeft(progress.secondsLeft),
  ];
  const peaksDb = channels.map(
    ({ id }) => levels?.channels.find((channel) => channel.id === id)?.levels.inputPeakDb ?? null,
  );
  const bars = channels.map(({ name }, index) => `${shortened(name)} ${bar(peaksDb[index] ?? null)}`);
  const join = (middle: string[]) => [head, ...middle, ...tail].filter(Boolean).join('  ');
  const wide = join(bars);
  return wide.length <= columns ? wide : join([peaksDb.map(step).join('')]).slice(0, columns);
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

function bar(peakDb: number | null): string {
  const cells = Math.round(part(peakDb) * BAR_CELLS);
  const figure = peakDb === null || peakDb <= LOWEST_DB ? '  –' : peakDb.toFixed(0).padStart(3);
  return `${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)} ${figure}`;
}

function step(peakDb: number | null): string {
  return STEPS[Math.min(STEPS.length - 1, Math.floor(part(peakDb) * STEPS.length))] ?? ' ';
}

/** Where a level lies in what is shown, 0 to 1. */
function part(peakDb: number | null): number {
  return peakDb === null ? 0 : Math.min(1, Math.max(0, (peakDb - LOWEST_DB) / -LOWEST_DB));
}

function formatLeft(seconds: number): string {
  if (seconds < 120) return `${Math.floor(seconds)} s left`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 600 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h left`;
}
