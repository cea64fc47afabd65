import type { DeviceNames, JournalSegment, SessionFigures } from '../domain/journalPeriod.ts';
import type { JournalWriter } from './journalStore.ts';
import { startOfDayMs } from './journalToday.ts';

/** A kill loses at most this much of the running session. */
const CHECKPOINT_INTERVAL_MS = 5000;
/** Checkpoints so far apart mean that the machine slept: what lies between was not cleaned. */
const SLEEP_ABOVE_MS = 30_000;

export interface SegmentsOptions {
  /** Of today and yesterday. */
  segments: JournalSegment[];
  writer: JournalWriter;
  nowMs: () => number;
  /** Calls again and again until the returned function is called. */
  repeat: (intervalMs: number, tick: () => void) => () => void;
  checkpointIntervalMs?: number;
  readFigures(): SessionFigures | null;
  /** The running segment has grown, or another one has begun after a sleep. */
  onTicked(): void;
}

/** The segments of sessions: the one that runs, and those that have ended today and yesterday. */
export class JournalSegments {
  readonly #options: SegmentsOptions;
  #ended: JournalSegment[];
  #running: Running | null = null;
  #stopTicking: () => void = () => undefined;

  constructor(options: SegmentsOptions) {
    this.#options = options;
    this.#ended = options.segments;
  }

  get ended(): readonly JournalSegment[] {
    return this.#ended;
  }

  /** When the session began that runs now. */
  get runningSinceMs(): number | null {
    return this.#running?.sessionStartedAtMs ?? null;
  }

  /** The running one as if it ended now. */
  upTo(nowMs: number): JournalSegment[] {
    const running = this.#running;
    return running ? [this.#segmentOf({ ...running, toMs: Math.max(running.toMs, nowMs) })] : [];
  }

  begin(sessionStartedAtMs: number, devices: Running['devices']): void {
    const { checkpointIntervalMs = CHECKPOINT_INTERVAL_MS } = this.#options;
    const nowMs = this.#options.nowMs();
    // The first segment starts with its session: the moments until the state was reported belong to it.
    const isFirst = !this.#ended.some((segment) => segment.sessionStartedAtMs === sessionStartedAtMs);
    this.#grow({
      sessionStartedAtMs,
      fromMs: isFirst ? sessionStartedAtMs : nowMs,
      toMs: nowMs,
      devices,
      before: this.#options.readFigures() ?? { framesProcessed: 0, framesMissed: 0 },
    });
    this.#stopTicking = this.#options.repeat(checkpointIntervalMs, () => this.#tick());
  }

  end(atMs: number): void {
    this.#stopTicking();
    const running = this.#running;
    if (!running) return;
    const segment = this.#segmentOf({ ...running, toMs: Math.max(running.toMs, atMs) });
    this.#running = null;
    const keepFromMs = startOfDayMs(this.#options.nowMs(), -1);
    this.#ended = [...this.#ended.filter(({ toMs }) => toMs > keepFromMs), segment];
    this.#options.writer.append(segment);
  }

  #tick(): void {
    const running = this.#running;
    if (!running) return;
    const nowMs = this.#options.nowMs();
    if (nowMs - running.toMs > SLEEP_ABOVE_MS || nowMs < running.toMs) {
      this.end(running.toMs);
      this.begin(running.sessionStartedAtMs, running.devices);
    } else {
      this.#grow({ ...running, toMs: nowMs });
    }
    this.#options.onTicked();
  }

  #grow(running: Running): void {
    this.#running = running;
    this.#options.writer.checkpoint(this.#segmentOf(running));
  }

  #segmentOf({ devices, before, ...span }: Running): JournalSegment {
    const figures = this.#options.readFigures();
    if (!figures) return { ...span, figures: null };
    const since = (now: number, then: number) => Math.max(0, now - then);
    return {
      ...span,
      figures: {
        ...figures,
        ...devices,
        framesProcessed: since(figures.framesProcessed, before.framesProcessed),
        framesMissed: since(figures.framesMissed, before.framesMissed),
      },
    };
  }
}

interface Running extends Omit<JournalSegment, 'figures'> {
  devices: DeviceNames;
  /** Counts that belong to the session's segments before this one. */
  before: Pick<SessionFigures, 'framesProcessed' | 'framesMissed'>;
}
