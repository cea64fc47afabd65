import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { RenderJob } from '../../../src-shared/contract/renders.ts';
import { followRender } from '../../../src-shared/handlers/editor/renderProgress.ts';
import type { Clock, EngineLauncher, Log } from '../ports.ts';
import { writeRenderCertificate } from './certificateFile.ts';
import { openJobFolder, type KeptJob } from './jobs.ts';
import type { RenderRequest } from './process/messages.ts';
import { runInProcess, type Progress } from './runInProcess.ts';

export interface QueueOptions {
  /** A folder for each export, with what it has made until now. */
  workPath: string;
  launch: EngineLauncher;
  /** Runs the chains of tracks before an export begins. */
  makeStrips: (request: RenderRequest, signal: AbortSignal) => Promise<Record<string, string>>;
  clock: Clock;
  log: Log;
  onProgressed: (job: RenderJob) => void;
  onChanged: (jobs: RenderJob[]) => void;
}

/** Exports, one after the other, each in a process of its own. What the program was killed at waits for its next start. */
export class RenderQueue {
  readonly folder: ReturnType<typeof openJobFolder>;
  readonly #options: QueueOptions;
  readonly #jobs = new Map<string, KeptJob>();
  #running: { id: string; abort: AbortController; ended: Promise<void> } | null = null;
  #isClosed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.folder = openJobFolder(options.workPath);
  }

  /** The newest first. */
  list(): RenderJob[] {
    return [...this.#jobs.values()]
      .map(({ job }) => job)
      .sort((one, other) => (other.startedAtMs ?? 0) - (one.startedAtMs ?? 0));
  }

  require(id: string): KeptJob {
    const kept = this.#jobs.get(id);
    if (!kept) throw new RpcError('FILE_NOT_FOUND', 'This export is not on the list any more.');
    return kept;
  }

  /** Paths that exports have which are not over. */
  takenPaths(): Set<string> {
    return new Set([...this.#jobs.values()].flatMap(({ request }) => request?.outputPath ?? []));
  }

  async add(kept: KeptJob): Promise<RenderJob> {
    const { id } = kept.job;
    this.#jobs.set(id, kept);
    await this.#change(id, {});
    this.#advance();
    return this.require(id).job;
  }

  async cancel(id: string): Promise<void> {
    const { job } = this.require(id);
    if (this.#running?.id === id) {
      this.#running.abort.abort();
      await this.#running.ended;
    } else if (job.state === 'waiting') await this.#change(id, { state: 'cancelled' }, true);
  }

  async forget(id: string): Promise<void> {
    const { job } = this.require(id);
    if (job.state === 'running' || job.state === 'waiting')
      throw new RpcError('BAD_OPTION', 'This export has not ended. Cancel it first.');
    this.#jobs.delete(id);
    await this.folder.remove(id);
    this.#options.onChanged(this.list());
  }

  async resume(): Promise<void> {
    for (const kept of await this.folder.readAll()) {
      const isOpen = kept.request !== null && ['running', 'waiting'].includes(kept.job.state);
      this.#jobs.set(kept.job.id, isOpen ? { ...kept, job: { ...kept.job, state: 'waiting' } } : kept);
    }
    if (this.#jobs.size > 0) this.#options.onChanged(this.list());
    this.#advance();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  /** The next one that waits, where none runs. */
  #advance(): void {
    if (this.#running !== null || this.#isClosed) return;
    const next = this.list().findLast(({ state }) => state === 'waiting');
    if (!next) return;
    const abort = new AbortController();
    const ended = this.#run(next.id, abort.signal)
      .catch((error: unknown) => this.#options.log.error('an export failed', error, { id: next.id }))
      .finally(() => {
        this.#running = null;
        this.#advance();
      });
    this.#running = { id: next.id, abort, ended };
  }

  async #run(id: string, signal: AbortSignal): Promise<void> {
    const { request } = this.require(id);
    if (!request) return;
    await this.#change(id, { state: 'running' });
    try {
      const onProgress = this.#follow(id);
      const strips = await this.#options.makeStrips(request, signal);
      const certificate = await runInProcess(
        this.#options.launch,
        { ...request, strips },
        { signal, onProgress },
      );
      const path = request.outputPath;
      writeRenderCertificate(path, certificate);
      const file = { path, name: basename(path), sizeBytes: (await stat(path)).size };
      await this.#change(id, { state: 'done', step: null, done: 1, leftSec: 0, file, certificate }, true);
    } catch (error) {
      // Closed in the middle: it waits for the next start.
      if (this.#isClosed) return;
      const { code, message } = error instanceof RpcError ? error : new RpcError('INTERNAL', String(error));
      const ended = { step: null, leftSec: null };
      if (signal.aborted) await this.#change(id, { ...ended, state: 'cancelled' }, true);
      else await this.#change(id, { ...ended, state: 'failed', error: { code, message } }, true);
    }
  }

  #follow(id: string): (progress: Progress) => void {
    const { clock, onProgressed } = this.#options;
    const follow = followRender(() => clock.nowMs());
    return ({ step, done, framesDone, framesTotal }) => {
      const kept = this.require(id);
      const job = { ...kept.job, step, ...follow(step, done), framesDone, framesTotal };
      this.#jobs.set(id, { ...kept, job });
      onProgressed(job);
    };
  }

  async #change(id: string, values: Partial<RenderJob>, isOver = false): Promise<void> {
    const kept = this.require(id);
    const changed = { job: { ...kept.job, ...values }, request: isOver ? null : kept.request };
    this.#jobs.set(id, changed);
    await this.folder.write(changed);
    if (isOver) await this.folder.clear(id);
    this.#options.onChanged(this.list());
  }
}
