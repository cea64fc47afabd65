/** Where a recorder of sound has begun, paused or continued, to the frame. */
export type TakeMoment =
  | { type: 'takeStarted'; startedAtMs: number; sampleRate: number }
  | { type: 'takePaused' | 'takeResumed'; sinceStartSec: number };

/** Where in the take it lies, and how long nothing was recorded. */
export interface EndedPause {
  takeMs: number;
  lengthMs: number;
}

/**
 * Where the moments of the host's clock lie in a take: its pauses are left out, and where the take counts as its sound
 * does, it goes with the sound's clock. Milliseconds.
 */
export class TakeClock {
  readonly #startMs: number;
  readonly #pauses: { fromMs: number; toMs: number | null }[] = [];
  #driftMs = 0;

  /** `startMs`: the take's first moment, on the host's clock. */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  get isPaused(): boolean {
    return this.#pauses.at(-1)?.toMs === null;
  }

  get pauses(): readonly Readonly<{ fromMs: number; toMs: number | null }>[] {
    return this.#pauses;
  }

  /** From now on the sound's clock is so much behind the host's: `driftMs` since the take's start. */
  follow(driftMs: number): void {
    this.#driftMs = driftMs;
  }

  pause(atMs: number): void {
    if (!this.isPaused) this.#pauses.push({ fromMs: atMs, toMs: null });
  }

  /** The pause that ends with it; null where none ran. */
  resume(atMs: number): EndedPause | null {
    const last = this.#pauses.at(-1);
    if (last?.toMs !== null) return null;
    last.toMs = Math.max(last.fromMs, atMs);
    return { takeMs: this.recordedMsAt(last.fromMs), lengthMs: last.toMs - last.fromMs };
  }

  /** A pause or its end, as the recorder of the sound knows it to the frame. */
  note(moment: TakeMoment): void {
    if (moment.type === 'takeStarted') return;
    const atMs = this.#startMs + this.#driftMs + moment.sinceStartSec * 1000;
    if (moment.type === 'takePaused') this.pause(atMs);
    else this.resume(atMs);
  }

  /** null before the take and in its pauses. */
  takeMsAt(hostMs: number): number | null {
    if (hostMs < this.#startMs) return null;
    if (this.#pauses.some(({ fromMs, toMs }) => hostMs >= fromMs && (toMs === null || hostMs < toMs)))
      return null;
    return this.recordedMsAt(hostMs);
  }

  /** What was recorded until then. */
  recordedMsAt(hostMs: number): number {
    return Math.max(0, hostMs - this.#startMs - this.#driftMs - this.#pausedMsUntil(hostMs));
  }

  #pausedMsUntil(hostMs: number): number {
    return this.#pauses.reduce(
      (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(hostMs, toMs ?? hostMs) - fromMs),
      0,
    );
  }
}
