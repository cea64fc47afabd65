import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRenderLauncher } from '../../src-main/node/launchEngine.ts';
import { KERNEL_PATH } from '../../src-main/node/project.ts';
import {
  createProjectsService,
  soundDirOf,
  type LocatedMedia,
} from '../../src-main/services/projects/index.ts';
import {
  createRendersService,
  runRender,
  writeRenderCertificate,
  type Quiet,
  type StripMaker,
} from '../../src-main/services/renders/index.ts';
import { readTakeFolder } from '../../src-main/services/takes/index.ts';
import type { RenderJob, StripProgress } from '../../src-shared/contract/renders.ts';
import { createClip, createProject } from '../../src-shared/domain/edit/create.ts';
import type { Clip, Media, Project } from '../../src-shared/domain/edit/document.ts';
import {
  renderOptionsSchema,
  type RenderCertificate,
  type RenderOptions,
} from '../../src-shared/domain/edit/render.ts';
import { createRecordingLog } from './recordingLog.ts';

/** Of projects whose tracks have no chain. */
const NO_STRIPS: StripMaker = {
  engine: { clean: () => Promise.reject(new Error('No track of this test has a chain.')) },
  plan: { assertMayClean: () => Promise.resolve() },
  findPlugin: () => Promise.reject(new Error('No track of this test has a plug-in.')),
};

/** Projects and exports on a data folder, as a host has them. */
export function openEditor(
  dataDir: string,
  strips: StripMaker = NO_STRIPS,
  previews: { quiet?: Quiet; mostStripBytes?: number } = {},
) {
  const log = createRecordingLog();
  const takenOver: string[] = [];
  const progress: RenderJob[] = [];
  const stripProgress: StripProgress[] = [];
  const stripListeners = new Set<(progress: StripProgress) => void>();
  const listeners = new Set<(jobs: RenderJob[]) => void>();
  const shared = { createId: randomUUID, clock: { nowMs: Date.now }, log };
  const projects = createProjectsService({
    ...shared,
    dir: join(dataDir, 'projects'),
    soundDir: soundDirOf(dataDir),
    readTake: (id) => readTakeFolder(join(dataDir, 'takes', id)),
    onChanged: () => undefined,
    onTakenOver: (_id, session) => takenOver.push(session),
  });
  const renders = createRendersService({
    ...shared,
    projects,
    strips,
    quiet: { isBroken: () => false, subscribe: () => () => undefined },
    ...previews,
    version: '0',
    stripsPath: join(dataDir, 'cache', 'editor-strips'),
    exportsPath: join(dataDir, 'exports'),
    workPath: join(dataDir, 'cache', 'renders'),
    soundDir: soundDirOf(dataDir),
    kernelPath: KERNEL_PATH,
    launch: createRenderLauncher({ log }),
    showInFolder: null,
    onStripProgressed(one) {
      stripProgress.push(one);
      stripListeners.forEach((listener) => listener(one));
    },
    onProgressed: (job) => {
      progress.push(job);
      listeners.forEach((listener) => listener([job]));
    },
    onChanged: (jobs) => listeners.forEach((listener) => listener(jobs)),
  });
  onTestFinished(() => renders.close());
  const context = { signal: new AbortController().signal };
  const handlers = { ...projects.handlers, ...renders.handlers };

  /** The first state of an export of which `isReached` is true. */
  const until = (id: string, isReached: (job: RenderJob) => boolean): Promise<RenderJob> =>
    new Promise((resolve) => {
      const look = (jobs: RenderJob[]) => {
        const job = jobs.find((one) => one.id === id);
        if (!job || !isReached(job)) return;
        listeners.delete(look);
        resolve(job);
      };
      listeners.add(look);
      void Promise.resolve(handlers['renders.list'](undefined, context)).then(look);
    });

  return {
    projects,
    renders,
    handlers,
    context,
    log,
    takenOver,
    progress,
    stripProgress,
    stripListeners,
    until,
    async start(projectId: string, options: Partial<RenderOptions> & Pick<RenderOptions, 'format'>) {
      return await handlers['renders.start'](
        { projectId, options: renderOptionsSchema.parse(options) },
        context,
      );
    },
    /** In this process: where the queue and its process are not what is tested. */
    async renderHere(
      project: Project,
      options: Partial<RenderOptions> & Pick<RenderOptions, 'format'>,
    ): Promise<{ path: string; certificate: RenderCertificate }> {
      const workFolder = mkdtempSync(join(dataDir, 'render-'));
      const path = join(workFolder, `out.${options.format === 'prores' ? 'mov' : options.format}`);
      const media: Record<string, LocatedMedia> = {};
      for (const one of Object.values(project.media)) media[one.id] = await projects.locate(project.id, one);
      const certificate = await runRender(
        {
          project,
          options: renderOptionsSchema.parse(options),
          media,
          workFolder,
          outputPath: path,
          textFolder: workFolder,
          soundDir: soundDirOf(dataDir),
          kernelPath: KERNEL_PATH,
        },
        { nowMs: Date.now },
      );
      writeRenderCertificate(path, certificate);
      return { path, certificate };
    },
    async render(projectId: string, options: Partial<RenderOptions> & Pick<RenderOptions, 'format'>) {
      const { id } = await this.start(projectId, options);
      return await until(id, ({ state }) => !['waiting', 'running'].includes(state));
    },
  };
}
export type EditorRig = ReturnType<typeof openEditor>;

/** Bytes of a stream, whole. */
export async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** What was made in this process before: many cases want the same media. */
const made = new Map<string, Buffer>();

export function makeMedia(path: string, args: readonly string[]): string {
  const key = [...args, extname(path)].join(' ');
  const before = made.get(key);
  if (before) writeFileSync(path, before);
  else {
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path]);
    made.set(key, readFileSync(path));
  }
  return path;
}

/** Video that moves, with a tone. */
export const testMedia = (path: string, seconds: number, of: { size?: string; rate?: number } = {}): string =>
  makeMedia(path, [
    ...['-f', 'lavfi', '-i', `testsrc2=s=${of.size ?? '160x90'}:r=${of.rate ?? 30}:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ]);

/** A project of one media, of small frames, with a clip for each of `clips`. */
export function projectOf(
  media: Media,
  clips: readonly (Partial<Clip> & Pick<Clip, 'startFrame' | 'lengthFrames'>)[],
): Project {
  let count = 0;
  const project = createProject('Test', () => `id-${(count += 1)}`);
  const placed = clips.map((clip, index) =>
    createClip({ id: `clip-${index}`, name: `Clip ${index}`, mediaId: media.id, ...clip }),
  );
  return {
    ...project,
    id: randomUUID(),
    canvas: { width: 160, height: 90 },
    media: { [media.id]: media },
    tracks: project.tracks.map((track, index) => (index === 0 ? { ...track, clips: placed } : track)),
  };
}
