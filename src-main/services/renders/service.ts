import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { RenderJob, rendersContract } from '../../../src-shared/contract/renders.ts';
import type { RenderOptions } from '../../../src-shared/domain/edit/render.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { makeFolderDurably, openRegular, toFileError } from '../../../src-node/files/index.ts';
import type { ProjectsService } from '../projects/index.ts';
import { TEXT_FOLDER } from '../projects/index.ts';
import type { Clock, EngineLauncher, Log, ShowInFolder } from '../ports.ts';
import { writeRenderCertificate } from './certificateFile.ts';
import { ENDINGS } from './encoder.ts';
import { readRenderFormats } from './formats.ts';
import { openJobFolder, type KeptJob } from './jobs.ts';
import { measureProject } from './measure.ts';
import { planRender } from './plan.ts';
import type { RenderRequest, RenderStep } from './process/messages.ts';
import { runInProcess, type Progress } from './runInProcess.ts';

export interface RendersServiceOptions {
  projects: Pick<ProjectsService, 'read' | 'folderOf' | 'locate'>;
  exportsPath: string;
  /** A folder for each export, with what it has made until now. */
  workPath: string;
  soundDir: string;
  kernelPath: string;
  launch: EngineLauncher;
  showInFolder: ShowInFolder | null;
  createId: () => string;
  clock: Clock;
  log: Log;
  onProgressed: (job: RenderJob) => void;
  onChanged: (jobs: RenderJob[]) => void;
}

export interface RendersService {
  handlers: Handlers<typeof rendersContract>;
  /** Goes on with what an earlier run was killed at. To be called at the start. */
  resume(): Promise<void>;
  /** Ends the running export; it goes on at the next start. */
  close(): Promise<void>;
}

/** What of the whole each step takes, as far as that can be known. */
const STEPS: Readonly<Record<RenderStep, { from: number; part: number }>> = {
  sound: { from: 0, part: 0.05 },
  frames: { from: 0.05, part: 0.8 },
  join: { from: 0.85, part: 0.02 },
  check: { from: 0.87, part: 0.13 },
};

/** Exports of projects, one after the other, each in a process of its own. */
export function createRendersService(options: RendersServiceOptions): RendersService {
  const { clock, log, createId, onChanged } = options;
  const folder = openJobFolder(options.workPath);
  const jobs = new Map<string, KeptJob>();
  let running: { id: string; abort: AbortController; ended: Promise<void> } | null = null;
  let isClosed = false;

  const list = () =>
    [...jobs.values()]
      .map(({ job }) => job)
      .sort((one, other) => (other.startedAtMs ?? 0) - (one.startedAtMs ?? 0));
  const required = (id: string): KeptJob => {
    const kept = jobs.get(id);
    if (!kept) throw new RpcError('FILE_NOT_FOUND', 'This export is not on the list any more.');
    return kept;
  };

  async function change(id: string, values: Partial<RenderJob>, isOver = false): Promise<void> {
    const kept = required(id);
    const changed = { job: { ...kept.job, ...values }, request: isOver ? null : kept.request };
    jobs.set(id, changed);
    await folder.write(changed);
    if (isOver) await folder.clear(id);
    onChanged(list());
  }

  /** The next one that waits, where none runs. */
  function advance(): void {
    if (running !== null || isClosed) return;
    const next = list().findLast(({ state }) => state === 'waiting');
    if (!next) return;
    const abort = new AbortController();
    const ended = runJob(next.id, abort.signal)
      .catch((error: unknown) => log.error('an export failed', error, { id: next.id }))
      .finally(() => {
        running = null;
        advance();
      });
    running = { id: next.id, abort, ended };
  }

  async function runJob(id: string, signal: AbortSignal): Promise<void> {
    const { request } = required(id);
    if (!request) return;
    await change(id, { state: 'running' });
    try {
      const onProgress = followProgress(id);
      const certificate = await runInProcess(options.launch, request, { signal, onProgress });
      const path = request.outputPath;
      writeRenderCertificate(path, certificate);
      const file = { path, name: basename(path), sizeBytes: (await stat(path)).size };
      await change(id, { state: 'done', step: null, done: 1, leftSec: 0, file, certificate }, true);
    } catch (error) {
      // Closed in the middle: it waits for the next start.
      if (isClosed) return;
      const { code, message } = error instanceof RpcError ? error : new RpcError('INTERNAL', String(error));
      if (signal.aborted) await change(id, { state: 'cancelled', step: null, leftSec: null }, true);
      else await change(id, { state: 'failed', step: null, leftSec: null, error: { code, message } }, true);
    }
  }

  function followProgress(id: string) {
    let first: { atMs: number; done: number } | null = null;
    return ({ step, done, framesDone, framesTotal }: Progress): void => {
      const { from, part } = STEPS[step];
      const whole = from + done * part;
      first ??= { atMs: clock.nowMs(), done: whole };
      const passedSec = (clock.nowMs() - first.atMs) / 1000;
      const made = whole - first.done;
      const leftSec = made > 0.01 && passedSec > 1 ? (passedSec / made) * (1 - whole) : null;
      const kept = required(id);
      const job = { ...kept.job, step, done: whole, framesDone, framesTotal, leftSec };
      jobs.set(id, { ...kept, job });
      options.onProgressed(job);
    };
  }

  async function start(projectId: string, what: RenderOptions): Promise<RenderJob> {
    const project = options.projects.read(projectId);
    const plan = planRender(project, what);
    const media: RenderRequest['media'] = {};
    for (const one of Object.values(project.media)) {
      if (isUsed(project, one.id)) media[one.id] = await options.projects.locate(projectId, one);
    }
    const id = createId();
    const outputPath = freePath(options.exportsPath, project.name, ENDINGS[what.format], jobs.values());
    const job: RenderJob = {
      ...{ id, projectId, projectName: project.name, options: what, state: 'waiting', step: null, done: 0 },
      ...{
        framesDone: 0,
        framesTotal: plan.frames,
        leftSec: null,
        error: null,
        file: null,
        certificate: null,
      },
      startedAtMs: clock.nowMs(),
    };
    const textFolder = join(options.projects.folderOf(projectId), TEXT_FOLDER);
    const { soundDir, kernelPath } = options;
    const paths = { textFolder, soundDir, kernelPath, workFolder: folder.folderOf(id), outputPath };
    jobs.set(id, { job, request: { project, options: what, media, ...paths } });
    makeExportsFolder(options.exportsPath);
    await change(id, {});
    advance();
    return required(id).job;
  }

  return {
    handlers: {
      'renders.readFormats': () => readRenderFormats(),
      'renders.start': ({ projectId, options: what }) => start(projectId, what),
      'renders.list': list,
      async 'renders.cancel'({ id }) {
        const { job } = required(id);
        if (running?.id === id) {
          running.abort.abort();
          await running.ended;
        } else if (job.state === 'waiting') await change(id, { state: 'cancelled' }, true);
      },
      async 'renders.forget'({ id }) {
        const { job } = required(id);
        if (job.state === 'running' || job.state === 'waiting')
          throw new RpcError('BAD_OPTION', 'This export has not ended. Cancel it first.');
        jobs.delete(id);
        await folder.remove(id);
        onChanged(list());
      },
      'renders.showInFolder'({ id }) {
        const { file } = required(id).job;
        if (!options.showInFolder)
          throw new RpcError('UNSUPPORTED', 'Only the desktop app can open the file manager.');
        if (!file || !existsSync(file.path))
          throw new RpcError('FILE_NOT_FOUND', 'The exported file is not there any more.');
        options.showInFolder(file.path);
      },
      async *'renders.readFile'({ id }) {
        const { file } = required(id).job;
        if (!file) throw new RpcError('FILE_NOT_FOUND', 'This export has no file.');
        const opened = await openRegular(options.exportsPath, file.name);
        for await (const chunk of opened.createReadStream()) yield chunk as Buffer;
      },
      'renders.measureSound': ({ projectId }, { signal }) =>
        measureProject(options.projects.read(projectId), {
          locate: (media) => options.projects.locate(projectId, media),
          soundDir: options.soundDir,
          workFolder: join(options.workPath, `.measure-${createId()}`),
          signal,
        }),
    },
    async resume() {
      for (const kept of await folder.readAll()) {
        const isOpen = kept.request !== null && ['running', 'waiting'].includes(kept.job.state);
        jobs.set(kept.job.id, isOpen ? { ...kept, job: { ...kept.job, state: 'waiting' } } : kept);
      }
      if (jobs.size > 0) onChanged(list());
      advance();
    },
    async close() {
      isClosed = true;
      running?.abort.abort();
      await running?.ended;
    },
  };
}

const isUsed = (project: RenderRequest['project'], mediaId: string): boolean =>
  project.tracks.some(({ clips }) => clips.some((clip) => clip.mediaId === mediaId));

function makeExportsFolder(path: string): void {
  try {
    makeFolderDurably(path, { recursive: true });
  } catch (error) {
    throw toFileError(path, error);
  }
}

/** A name that no file has, and no export that is not over will have. */
function freePath(dir: string, projectName: string, ending: string, jobs: Iterable<KeptJob>): string {
  const name =
    projectName
      .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
      .replace(/^[. ]+|[. ]+$/g, '')
      .slice(0, 80) || 'Export';
  const taken = new Set([...jobs].map(({ request }) => request?.outputPath));
  for (let count = 1; ; count += 1) {
    const path = join(dir, `${name}${count === 1 ? '' : ` ${count}`}.${ending}`);
    if (!existsSync(path) && !taken.has(path)) return path;
  }
}
