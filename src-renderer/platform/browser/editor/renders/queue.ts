import { RpcError } from '../../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { RenderJob } from '../../../../../src-shared/contract/renders.ts';
import type { Project } from '../../../../../src-shared/domain/edit/document.ts';
import { RENDER_ENDINGS } from '../../../../../src-shared/domain/edit/render.ts';
import { exportName } from '../../../../../src-shared/handlers/editor/exportName.ts';
import { planRender } from '../../../../../src-shared/handlers/editor/renderPlan.ts';
import { followRender } from '../../../../../src-shared/handlers/editor/renderProgress.ts';
import { createTurns } from '../../../../../src-shared/lib/turns.ts';
import { holdLock } from '../../holdLock.ts';
import { fileIn } from '../../storedFiles.ts';
import { exportLock, type Jobs } from './jobs.ts';
import type { Prepared } from './prepare.ts';
import { runExport } from './runExport.ts';

export interface QueueOptions {
  jobs: Jobs;
  locks: LockManager;
  nowMs: () => number;
  createId: () => string;
  onRenderProgressed: (job: RenderJob) => void;
  onRendersChanged: (jobs: RenderJob[]) => void;
  log: (message: string, error: unknown) => void;
}

/** All tabs of this browser follow each other's exports by it. */
const CHANNEL = 'sounddesk.exports';

type TabMessage =
  | { kind: 'changed' | 'progressed'; job: RenderJob }
  | { kind: 'forgotten' | 'cancel'; id: string };

const isOngoing = ({ state }: RenderJob): boolean => state === 'running' || state === 'waiting';

/** Exports, one after the other, each in a worker, as long as the page is open. */
export class BrowserRenderQueue {
  readonly #options: QueueOptions;
  readonly #inTurn = createTurns();
  readonly #jobs = new Map<string, RenderJob>();
  readonly #running = new Map<string, AbortController>();
  readonly #tabs = new BroadcastChannel(CHANNEL);
  /** Of other tabs, whose end is waited for. */
  readonly #watched = new Set<string>();
  #reading: Promise<void> | null = null;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#hear(data);
  }

  /** The newest first, with what earlier pages left. */
  async list(): Promise<RenderJob[]> {
    this.#reading ??= this.#options.jobs.readAll().then((found) => {
      for (const job of found) {
        if (this.#jobs.has(job.id)) continue;
        this.#jobs.set(job.id, job);
        if (isOngoing(job)) this.#watch(job.id);
      }
    });
    await this.#reading;
    return this.#listed();
  }

  async require(id: string): Promise<RenderJob> {
    await this.list();
    const job = this.#jobs.get(id);
    if (!job) throw failWith('FILE_NOT_FOUND', 'exportNotListed');
    return job;
  }

  async add(prepared: Prepared): Promise<RenderJob> {
    const { locks, nowMs, createId, log } = this.#options;
    await this.list();
    const framesTotal = planRender(prepared.project, prepared.options).frames;
    const job = newJob(createId(), prepared, { framesTotal, startedAtMs: nowMs() });
    const abort = new AbortController();
    this.#running.set(job.id, abort);
    this.#jobs.set(job.id, job);
    const release = await holdLock(locks, exportLock(job.id));
    await this.#change(job.id, {});
    this.#inTurn(() => this.#run(job, prepared, abort.signal))
      .catch((error: unknown) => log('an export failed', error))
      .finally(() => release?.());
    return job;
  }

  async cancel(id: string): Promise<void> {
    const { state } = await this.require(id);
    const running = this.#running.get(id);
    if (!running) return this.#send({ kind: 'cancel', id });
    running.abort();
    if (state === 'waiting') await this.#change(id, { state: 'cancelled' });
  }

  async forget(id: string): Promise<void> {
    if (isOngoing(await this.require(id))) throw failWith('BAD_OPTION', 'exportRuns');
    this.#jobs.delete(id);
    await this.#options.jobs.remove(id);
    this.#send({ kind: 'forgotten', id });
    this.#options.onRendersChanged(this.#listed());
  }

  close(): void {
    for (const abort of this.#running.values()) abort.abort();
    this.#tabs.close();
  }

  #listed(): RenderJob[] {
    return [...this.#jobs.values()].sort((one, other) => (other.startedAtMs ?? 0) - (one.startedAtMs ?? 0));
  }

  async #run(job: RenderJob, prepared: Prepared, signal: AbortSignal): Promise<void> {
    const { id } = job;
    const ended = { step: null, leftSec: null };
    try {
      if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
      await this.#change(id, { state: 'running' });
      await this.#change(id, {
        ...ended,
        state: 'done',
        done: 1,
        ...(await this.#make(job, prepared, signal)),
      });
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : new RpcError('INTERNAL', String(error));
      if (signal.aborted) await this.#change(id, { ...ended, state: 'cancelled' });
      else await this.#change(id, { ...ended, state: 'failed', error: { code, message } });
    } finally {
      this.#running.delete(id);
      const now = this.#jobs.get(id);
      if (now) await this.#options.jobs.clear(now);
    }
  }

  async #make(
    job: RenderJob,
    prepared: Prepared,
    signal: AbortSignal,
  ): Promise<Pick<RenderJob, 'file' | 'certificate'>> {
    const { jobs, nowMs, onRenderProgressed } = this.#options;
    const folder = await jobs.folderOf(job.id);
    const name = `${exportName(job.projectName)}.${RENDER_ENDINGS[job.options.format]}`;
    const follow = followRender(nowMs);
    const { certificate } = await runExport({ ...prepared, folder, fileName: name }, 'done', {
      signal,
      onProgress: ({ step, done, framesDone }) => {
        const now = { ...job, state: 'running' as const, step, ...follow(step, done), framesDone };
        this.#jobs.set(job.id, now);
        this.#send({ kind: 'progressed', job: now });
        onRenderProgressed(now);
      },
    });
    const sizeBytes = (await fileIn(folder, name))?.size ?? 0;
    return { file: { path: name, name, sizeBytes }, certificate };
  }

  #send(message: TabMessage): void {
    this.#tabs.postMessage(message);
  }

  /** What another tab says of its exports, or wants of one of this tab. */
  #hear(message: TabMessage): void {
    if ('id' in message) {
      const { kind, id } = message;
      if (kind === 'forgotten' && this.#jobs.delete(id)) this.#options.onRendersChanged(this.#listed());
      if (kind === 'cancel' && this.#running.has(id)) void this.cancel(id);
      return;
    }
    const { kind, job } = message;
    this.#jobs.set(job.id, job);
    if (isOngoing(job)) this.#watch(job.id);
    if (kind === 'progressed') this.#options.onRenderProgressed(job);
    else this.#options.onRendersChanged(this.#listed());
  }

  /** The browser gives its lock away when the tab has finished it, or is gone. */
  #watch(id: string): void {
    if (this.#watched.has(id)) return;
    this.#watched.add(id);
    const { locks, jobs, log } = this.#options;
    locks
      .request(exportLock(id), async () => {
        this.#watched.delete(id);
        const job = await jobs.readLeft(id);
        if (!job) return;
        this.#jobs.set(id, job);
        this.#options.onRendersChanged(this.#listed());
      })
      .catch((error: unknown) => log('an export of another tab was not read', error));
  }

  async #change(id: string, values: Partial<RenderJob>): Promise<void> {
    const job = this.#jobs.get(id);
    if (!job) return;
    this.#jobs.set(id, { ...job, ...values });
    await this.#options.jobs.write({ ...job, ...values });
    this.#send({ kind: 'changed', job: { ...job, ...values } });
    this.#options.onRendersChanged(this.#listed());
  }
}

const newJob = (
  id: string,
  { project, options }: { project: Project } & Pick<RenderJob, 'options'>,
  known: Pick<RenderJob, 'framesTotal' | 'startedAtMs'>,
): RenderJob => ({
  id,
  projectId: project.id,
  projectName: project.name,
  options,
  state: 'waiting',
  step: null,
  done: 0,
  framesDone: 0,
  leftSec: null,
  error: null,
  file: null,
  certificate: null,
  ...known,
});
