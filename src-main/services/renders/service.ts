import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { RenderJob, rendersContract } from '../../../src-shared/contract/renders.ts';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import { RENDER_ENDINGS, type RenderOptions } from '../../../src-shared/domain/edit/render.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { makeFolderDurably, openRegular, toFileError } from '../../../src-node/files/index.ts';
import { TEXT_FOLDER, type ProjectsService } from '../projects/index.ts';
import type { ShowInFolder } from '../ports.ts';

import { readRenderFormats } from './formats.ts';
import { measureProject } from './measure.ts';
import { exportName } from '../../../src-shared/handlers/editor/exportName.ts';
import { planRender } from '../../../src-shared/handlers/editor/renderPlan.ts';
import type { RenderRequest } from './process/messages.ts';
import { RenderQueue, type QueueOptions } from './queue.ts';
import { StripCache, type StripCacheOptions } from './stripCache.ts';
import { makeStrips } from './strips.ts';

const STRIP_CHUNK_SAMPLES = 1 << 15;

export interface RendersServiceOptions
  extends Omit<QueueOptions, 'makeStrips'>, Pick<StripCacheOptions, 'strips' | 'quiet' | 'mostStripBytes'> {
  version: string;
  /** Sound of tracks for previews; it may be emptied at any time. */
  stripsPath: string;
  projects: Pick<ProjectsService, 'read' | 'folderOf' | 'locate'>;
  exportsPath: string;
  soundDir: string;
  kernelPath: string;
  showInFolder: ShowInFolder | null;
  createId: () => string;
  onStripProgressed: StripCacheOptions['onProgressed'];
}

export interface RendersService {
  handlers: Handlers<typeof rendersContract>;
  /** Continues with what an earlier run was killed at. To be called at the start. */
  resume(): Promise<void>;
  /** Ends the running export; it continues at the next start. */
  close(): Promise<void>;
}

/** Exports of projects of the video editor. */
export function createRendersService(options: RendersServiceOptions): RendersService {
  const { projects, exportsPath, soundDir, workPath, createId } = options;
  const strips = new StripCache({
    ...options,
    dir: options.stripsPath,
    locate: (id, media) => projects.locate(id, media),
    onProgressed: options.onStripProgressed,
  });
  const maker = { ...options.strips, takePrepared: strips.take };
  const queue = new RenderQueue({
    ...options,
    makeStrips: (request, signal) => makeStrips(request, maker, signal),
  });
  return {
    handlers: {
      'renders.readFormats': () => readRenderFormats(),
      'renders.start': ({ projectId, options: what }) => startRender(projectId, what, options, queue),
      'renders.list': () => queue.list(),
      'renders.cancel': ({ id }) => queue.cancel(id),
      'renders.forget': ({ id }) => queue.forget(id),
      'renders.showInFolder'({ id }) {
        const { file } = queue.require(id).job;
        if (!options.showInFolder)
          throw new RpcError('UNSUPPORTED', 'Only the desktop app can open the file manager.');
        if (!file || !existsSync(file.path))
          throw new RpcError('FILE_NOT_FOUND', 'The exported file is not there any more.');
        options.showInFolder(file.path);
      },
      async *'renders.readFile'({ id }) {
        const { file } = queue.require(id).job;
        if (!file) throw new RpcError('FILE_NOT_FOUND', 'This export has no file.');
        const opened = await openRegular(exportsPath, file.name);
        for await (const chunk of opened.createReadStream()) yield chunk as Buffer;
      },
      'renders.measureSound': ({ projectId }, { signal }) =>
        measureProject(projects.read(projectId), {
          locate: (media) => projects.locate(projectId, media),
          soundDir,
          strips: maker,
          workFolder: join(workPath, `.measure-${createId()}`),
          signal,
        }),
      ...createStripHandlers(strips, projects),
    },
    async resume() {
      await strips.sweep();
      await queue.resume();
    },
    async close() {
      await strips.close();
      await queue.close();
    },
  };
}

function createStripHandlers(strips: StripCache, projects: RendersServiceOptions['projects']) {
  return {
    'renders.prepareStrip': async ({ projectId, trackId }, { signal }) => ({
      key: await strips.prepare(projects.read(projectId), trackId, signal),
    }),
    async *'renders.readStrip'({ key, fromSample, samples }) {
      const sound = await strips.open(key);
      try {
        const end = Math.min(fromSample + samples, sound.samples);
        for (let at = fromSample; at < end; at += STRIP_CHUNK_SAMPLES) {
          const { buffer } = await sound.read(at, Math.min(STRIP_CHUNK_SAMPLES, end - at));
          yield new Uint8Array(buffer);
        }
      } finally {
        await sound.close();
      }
    },
  } satisfies Partial<Handlers<typeof rendersContract>>;
}

async function startRender(
  projectId: string,
  what: RenderOptions,
  options: RendersServiceOptions,
  queue: RenderQueue,
): Promise<RenderJob> {
  const { projects, exportsPath, soundDir, kernelPath, clock } = options;
  const project = projects.read(projectId);
  const framesTotal = planRender(project, what).frames;
  const media: RenderRequest['media'] = {};
  for (const one of Object.values(project.media)) {
    if (isUsed(project, one.id)) media[one.id] = await projects.locate(projectId, one);
  }
  try {
    makeFolderDurably(exportsPath, { recursive: true });
  } catch (error) {
    throw toFileError(exportsPath, error);
  }
  const id = options.createId();
  const outputPath = freePath(exportsPath, project.name, RENDER_ENDINGS[what.format], queue.takenPaths());
  const textFolder = join(projects.folderOf(projectId), TEXT_FOLDER);
  const paths = { textFolder, soundDir, kernelPath, workFolder: queue.folder.folderOf(id), outputPath };
  const job: RenderJob = {
    id,
    projectId,
    projectName: project.name,
    options: what,
    state: 'waiting',
    step: null,
    done: 0,
    framesDone: 0,
    framesTotal,
    leftSec: null,
    error: null,
    file: null,
    certificate: null,
    startedAtMs: clock.nowMs(),
  };
  return await queue.add({ job, request: { project, options: what, media, ...paths } });
}

const isUsed = (project: Project, mediaId: string): boolean =>
  project.tracks.some(({ clips }) => clips.some((clip) => clip.mediaId === mediaId));

/** A name that no file has, and no export that is not over will have. */
function freePath(dir: string, projectName: string, ending: string, taken: ReadonlySet<string>): string {
  const name = exportName(projectName);
  for (let count = 1; ; count += 1) {
    const path = join(dir, `${name}${count === 1 ? '' : ` ${count}`}.${ending}`);
    if (!existsSync(path) && !taken.has(path)) return path;
  }
}
