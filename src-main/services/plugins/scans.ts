import type { ScanProgress } from '../../../src-shared/contract/plugins.ts';
import type { ScanOptions, ScanOutcome } from './scanner.ts';

const IDLE: ScanProgress = { isRunning: false, done: 0, total: 0, current: null, found: 0, failed: 0 };

export interface ScansOptions {
  look(isForced: boolean, task: Pick<ScanOptions, 'signal' | 'onProgress'>): Promise<ScanOutcome>;
  /** May throw, which the scan rejects with. */
  onLooked(outcome: ScanOutcome): void;
  onProgressed(progress: ScanProgress): void;
}

/** Scans, one at a time. */
export class Scans {
  readonly #options: ScansOptions;
  #progress = IDLE;
  #running: { abort: AbortController; done: Promise<void> } | null = null;

  constructor(options: ScansOptions) {
    this.#options = options;
  }

  get progress(): ScanProgress {
    return this.#progress;
  }

  /** Begins a scan and resolves when it has ended; a second call joins the first. */
  start(isForced: boolean): Promise<void> {
    if (this.#running) return this.#running.done;
    const abort = new AbortController();
    this.#progress = { ...IDLE, isRunning: true };
    const done = this.#run(isForced, abort.signal).finally(() => {
      this.#running = null;
      this.#end();
    });
    this.#running = { abort, done };
    return done;
  }

  async cancel(): Promise<void> {
    const running = this.#running;
    running?.abort.abort();
    // Its failure goes to the caller who began it.
    await running?.done.catch(() => undefined);
  }

  async #run(isForced: boolean, signal: AbortSignal): Promise<void> {
    const seen = { found: 0, failed: 0 };
    const outcome = await this.#options.look(isForced, {
      signal,
      onProgress: ({ done, total, current, module }) => {
        seen.found += module?.plugins.length ?? 0;
        seen.failed += module?.failure ? 1 : 0;
        this.#progress = { isRunning: true, done, total, current, ...seen };
        this.#options.onProgressed(this.#progress);
      },
    });
    this.#end();
    this.#options.onLooked(outcome);
  }

  #end(): void {
    this.#progress = { ...this.#progress, isRunning: false, current: null };
  }
}
