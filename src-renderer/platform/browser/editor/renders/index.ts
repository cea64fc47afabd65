import { RpcError } from '../../../../../src-shared/contract/errors.ts';
import { ERROR_TEXTS, failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { RenderJob, rendersContract } from '../../../../../src-shared/contract/renders.ts';
import type { Project } from '../../../../../src-shared/domain/edit/document.ts';
import {
  RENDER_ENDINGS,
  renderOptionsSchema,
  type RenderOptions,
} from '../../../../../src-shared/domain/edit/render.ts';
import { tracksWithStrip } from '../../../../../src-shared/domain/edit/trackStrip.ts';
import { planRender } from '../../../../../src-shared/handlers/editor/renderPlan.ts';
import { followRender } from '../../../../../src-shared/handlers/editor/renderProgress.ts';
import { createTurns } from '../../../../../src-shared/lib/turns.ts';
import { refuseCall, type Handlers } from '../../../../../src-shared/rpc/index.ts';
import { loadNoiseModel } from '../../../../media/chain/noiseModel.ts';
import { holdLock } from '../../holdLock.ts';
import { fileIn, folderIn, namesIn, piecesOf } from '../../storedFiles.ts';
import type { ProjectFolders } from '../folders.ts';
import type { Locate, MediaPlace } from '../media/places.ts';
import { TEXT_FOLDER } from '../projectsDesk.ts';
import { chooseCodecs, readFormats } from './formats.ts';
import { exportLock, openJobs } from './jobs.ts';
import type { ExportRequest } from './messages.ts';
import { runExport } from './runExport.ts';
import kernelAddress from '../../../../../out/video/kernel.wasm?url';

export interface RendersOptions {
  storage: StorageManager;
  locks: LockManager;
  folders: ProjectFolders;
  locate: Locate;
  read: (id: string) => Promise<Project>;
  nowMs: () => number;
  createId: () => string;
  onRenderProgressed: (job: RenderJob) => void;
  onRendersChanged: (jobs: RenderJob[]) => void;
  log: (message: string, error: unknown) => void;
}

type Prepared = Omit<ExportRequest, 'folder' | 'fileName'>;

/** Exports by this browser's encoders: one after the other, each in a worker, as long as the page is open. */
export function createRenders(options: RendersOptions) {
  const { storage, locks, nowMs, createId, log } = options;
  const stored = openJobs(storage, locks);
  const inTurn = createTurns();
  const jobs = new Map<string, RenderJob>();
  const running = new Map<string, AbortController>();
  let reading: Promise<void> | null = null;

  const listed = () =>
    [...jobs.values()].sort((one, other) => (other.startedAtMs ?? 0) - (one.startedAtMs ?? 0));
  /** What earlier pages left, once. */
  async function list(): Promise<RenderJob[]> {
    reading ??= stored.readAll().then((found) => {
      for (const job of found) if (!jobs.has(job.id)) jobs.set(job.id, job);
    });
    await reading;
    return listed();
  }
  async function require(id: string): Promise<RenderJob> {
    await list();
    const job = jobs.get(id);
    if (!job) throw failWith('FILE_NOT_FOUND', 'exportNotListed');
    return job;
  }
  async function change(id: string, values: Partial<RenderJob>): Promise<void> {
    const job = jobs.get(id);
    if (!job) return;
    jobs.set(id, { ...job, ...values });
    await stored.write({ ...job, ...values });
    options.onRendersChanged(listed());
  }

  async function run(job: RenderJob, prepared: Prepared, signal: AbortSignal): Promise<void> {
    const { id, framesTotal } = job;
    const folder = await stored.folderOf(id);
    const fileName = `${harmless(job.projectName)}.${RENDER_ENDINGS[job.options.format]}`;
    const follow = followRender(nowMs);
    try {
      if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
      await change(id, { state: 'running' });
      const { certificate } = await runExport({ ...prepared, folder, fileName }, 'done', {
        signal,
        onProgress({ step, done, framesDone }) {
          const now = {
            ...job,
            state: 'running' as const,
            step,
            ...follow(step, done),
            framesDone,
            framesTotal,
          };
          jobs.set(id, now);
          options.onRenderProgressed(now);
        },
      });
      const sizeBytes = (await fileIn(folder, fileName))?.size ?? 0;
      const file = { path: fileName, name: fileName, sizeBytes };
      await change(id, { state: 'done', step: null, done: 1, leftSec: 0, file, certificate });
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : new RpcError('INTERNAL', String(error));
      const ended = { step: null, leftSec: null };
      if (signal.aborted) await change(id, { ...ended, state: 'cancelled' });
      else await change(id, { ...ended, state: 'failed', error: { code, message } });
    } finally {
      running.delete(id);
      const now = jobs.get(id);
      if (now) await stored.clear(now);
    }
  }

  const handlers: Handlers<typeof rendersContract> = {
    'renders.readFormats': () => readFormats(),
    async 'renders.start'({ projectId, options: what }) {
      const prepared = await prepare(projectId, what, options);
      const framesTotal = planRender(prepared.project, what).frames;
      const job = newJob(createId(), prepared.project, what, { framesTotal, startedAtMs: nowMs() });
      await list();
      const abort = new AbortController();
      running.set(job.id, abort);
      jobs.set(job.id, job);
      const release = await holdLock(locks, exportLock(job.id));
      await change(job.id, {});
      inTurn(() => run(job, prepared, abort.signal))
        .catch((error: unknown) => log('an export failed', error))
        .finally(() => release?.());
      return job;
    },
    'renders.list': () => list(),
    async 'renders.cancel'({ id }) {
      const { state } = await require(id);
      running.get(id)?.abort();
      if (state === 'waiting') await change(id, { state: 'cancelled' });
    },
    async 'renders.forget'({ id }) {
      const { state } = await require(id);
      if (state === 'running' || state === 'waiting') throw failWith('BAD_OPTION', 'exportRuns');
      jobs.delete(id);
      await stored.remove(id);
      options.onRendersChanged(listed());
    },
    'renders.showInFolder': refuseCall(ERROR_TEXTS.pageShowsNoFolder),
    async *'renders.readFile'({ id }) {
      const { file: made } = await require(id);
      const file = made && (await fileIn(await stored.folderOf(id), made.name));
      if (!file) throw failWith('FILE_NOT_FOUND', 'exportNoFile');
      yield* piecesOf(file);
    },
    async 'renders.measureSound'({ projectId }, { signal }) {
      const id = `measure-${createId()}`;
      const what = renderOptionsSchema.parse({ format: 'wav' });
      const release = await holdLock(locks, exportLock(id));
      try {
        const prepared = await prepare(projectId, what, options);
        const folder = await stored.folderOf(id);
        return (await runExport({ ...prepared, folder, fileName: null }, 'measured', { signal })).loudness;
      } finally {
        await stored.remove(id).catch(() => undefined);
        release?.();
      }
    },
  };
  return {
    handlers,
    close(): void {
      for (const abort of running.values()) abort.abort();
    },
  };
}

/** All that an export reads, as the project is now. `FORMAT_UNSUPPORTED` and `UNSUPPORTED` for what a page cannot do. */
async function prepare(
  projectId: string,
  what: RenderOptions,
  { read, locate, folders }: RendersOptions,
): Promise<Prepared> {
  const project = await read(projectId);
  const plan = planRender(project, what);
  if (what.smart) throw failWith('UNSUPPORTED', 'pageCopiesNoFrames');
  const codecs =
    what.format === 'png' || (await chooseCodecs(what.format, plan.frames > 0 ? plan.size : undefined));
  if (!codecs) throw failWith('FORMAT_UNSUPPORTED', 'pageHasNoEncoder');
  const used = new Set(project.tracks.flatMap(({ clips }) => clips.map(({ mediaId }) => mediaId)));
  const places = new Map<string, MediaPlace>();
  for (const media of Object.values(project.media))
    if (used.has(media.id)) places.set(media.id, await locate(projectId, media));
  const engines = tracksWithStrip(project).map(({ strip }) => strip.denoise.engine);
  if (engines.some((engine) => engine !== 'off' && engine !== 'rnnoise'))
    throw failWith('UNSUPPORTED', 'pageCleansStandard');
  const answer = await fetch(kernelAddress);
  if (!answer.ok) throw new Error(`The video kernel could not be loaded: ${answer.status}.`);
  return {
    project,
    options: what,
    places,
    texts: await textsOf(await folders.open(projectId)),
    kernel: await answer.arrayBuffer(),
    model: engines.includes('rnnoise') ? await loadNoiseModel() : null,
  };
}

async function textsOf(project: FileSystemDirectoryHandle): Promise<Map<string, File>> {
  const folder = await folderIn(project, TEXT_FOLDER);
  const texts = new Map<string, File>();
  for (const name of folder ? await namesIn(folder) : []) {
    const file = folder && (await fileIn(folder, name));
    if (file) texts.set(name.replace(/\.png$/, ''), file);
  }
  return texts;
}

const newJob = (
  id: string,
  project: Project,
  options: RenderOptions,
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

/** Of a file: letters of every script, and nothing that a file system takes for something else. */
const harmless = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80) || 'Export';
