import { basename, join } from 'node:path';
import {
  MOST_INTERRUPTIONS,
  type interruptionsContract,
  type InterruptionsState,
} from '../../../src-shared/contract/interruptions.ts';
import {
  judgeLooks,
  type ClockReading,
  type Interruption,
} from '../../../src-shared/domain/interruptions.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { writeFileDurably } from '../../../src-node/files/index.ts';
import type { Clock, Log } from '../ports.ts';

/** Beside a take's `take.json`. */
export const INTERRUPTIONS_NAME = 'interruptions.json';
const LOOK_EVERY_MS = 1000;

/** A take that is recorded now. */
export interface RecordedTake {
  folder: string;
  recordedSec: number;
  isPaused: boolean;
}

export interface InterruptionsOptions {
  readClocks: () => ClockReading;
  /** null where nothing is recorded. */
  readTake: () => RecordedTake | null;
  clock: Clock;
  log: Log;
  onChanged: (state: InterruptionsState) => void;
  /** For tests, which move the clocks themselves. */
  lookEveryMs?: number;
}

export interface Interruptions {
  handlers: Handlers<typeof interruptionsContract>;
  /** The system says that it goes to sleep. */
  onSuspended(): void;
  /** The system says that it is awake again. */
  onResumed(): void;
  /** Looks at the clocks, as it does on its own every second. */
  look(): void;
  /** What the monotonic clock lacks of the time since then: what the computer has slept. */
  uncountedMsSince(wallMs: number): number;
  close(): void;
}

/** Notices that the computer slept, or that this program was not run, and writes it beside the take that it interrupted. */
export function createInterruptions(options: InterruptionsOptions): Interruptions {
  const { readClocks, readTake, clock, log, onChanged, lookEveryMs = LOOK_EVERY_MS } = options;
  let before = readClocks();
  let take = readTake();
  let isSleepReported = false;
  let state: InterruptionsState = { takeId: null, interruptions: [] };
  const sleeps: { endedAtMs: number; uncountedMs: number }[] = [];

  function look(): void {
    const now = readClocks();
    const found = judgeLooks(before, now, lookEveryMs, isSleepReported);
    // The take as it was: what came meanwhile lies behind the interruption.
    const interrupted = take;
    before = now;
    follow(readTake());
    if (!found) return;
    isSleepReported = false;
    const { kind, lengthMs, uncountedMs } = found;
    log.info('the computer slept, or this program stood still', { kind, lengthMs, uncountedMs });
    if (uncountedMs > 0) sleeps.push({ endedAtMs: clock.nowMs(), uncountedMs });
    if (!interrupted || interrupted.isPaused) return;
    keep(interrupted, { kind, atSec: interrupted.recordedSec, lengthSec: lengthMs / 1000 });
  }

  function follow(next: RecordedTake | null): void {
    take = next;
    if (!next || basename(next.folder) === state.takeId) return;
    const hadSome = state.interruptions.length > 0;
    state = { takeId: basename(next.folder), interruptions: [] };
    if (hadSome) onChanged(state);
  }

  function keep({ folder }: RecordedTake, interruption: Interruption): void {
    // The recording may have continued in another folder meanwhile: it is the first one's end that was interrupted.
    const earlier = basename(folder) === state.takeId ? state.interruptions : [];
    const interruptions = [...earlier, interruption].slice(0, MOST_INTERRUPTIONS);
    try {
      const text = JSON.stringify({ version: 1, interruptions });
      writeFileDurably(join(folder, INTERRUPTIONS_NAME), `${text}\n`);
    } catch (error) {
      // The screen and the log report it all the same.
      log.error('an interruption could not be written beside its take', error, { folder });
    }
    state = { takeId: basename(folder), interruptions };
    onChanged(state);
  }

  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return {
    handlers: { 'interruptions.read': () => state },
    onSuspended() {
      look();
      isSleepReported = true;
    },
    onResumed() {
      look();
      isSleepReported = false;
    },
    look,
    uncountedMsSince: (wallMs) =>
      sleeps.reduce((sum, { endedAtMs, uncountedMs }) => sum + (endedAtMs > wallMs ? uncountedMs : 0), 0),
    close: () => clearInterval(timer),
  };
}
