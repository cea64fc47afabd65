import { availableParallelism } from 'node:os';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { RenderRequest, RenderStep } from './process/messages.ts';
import {
  isSilentFormat,
  type RenderCertificate,
  type RenderOptions,
} from '../../../src-shared/domain/edit/render.ts';
import { resolveSound } from '../../../src-shared/domain/edit/resolveSound.ts';
import { moveDurably, requireRoom } from '../../../src-node/files/index.ts';
import { createSoundFiles } from '../projects/index.ts';
import { certifyRender } from './check.ts';
import { openFrameDrawer, type DrawnFrame, type FrameDrawer } from './frameDrawer.ts';
import { joinFile } from './join.ts';
import { planRender, type RenderPlan } from '../../../src-shared/handlers/editor/renderPlan.ts';
import { isFinished, planSegments, writeSegment, type Segment } from './segments.ts';
import { planCopies, rangesOfCut, writeSmartVideo, type SmartCut } from './smart/smartCut.ts';
import { writeSoundtrack } from './soundtrack.ts';
import { heardWithStrips, openerOf } from './strips.ts';
import { openTextImages } from './textImages.ts';

export interface RenderTask {
  signal?: AbortSignal | undefined;
  onProgress?: (step: RenderStep, done: number, framesDone: number) => void;
  /** The kernel's hash of each frame, in order; only where it is asked for. */
  onHash?: (index: number, hash: string) => void;
  nowMs: () => number;
}

const NOTHING_COPIED = 'nothingCopied';
/** Bits a pixel and frame that even quality takes at most, as a rule. */
const BITS_OF_PIXEL = 0.25;

/**
 * Makes the file of a project. It takes its name once every frame was decoded and counted; what of it was finished before is not
 * made again. `CANCELLED`, `DISK_FULL`, `FILE_NOT_FOUND` where media moved.
 */
export async function runRender(request: RenderRequest, task: RenderTask): Promise<RenderCertificate> {
  const { project, options, workFolder, outputPath } = request;
  const plan = planRender(project, options);
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  await requireRoom(join(workFolder, 'segments'), bytesOf(plan, options));
  await requireRoom(outputPath, bytesOf(plan, options));
  const soundPath = await makeSound(request, plan, task);
  const cut = options.smart ? await planCopies(request, plan) : null;
  const video = cut
    ? { path: await makeSmartVideo(request, plan, cut, task), tags: cut.main.tags }
    : undefined;
  const segments = cut ? [] : planSegments(plan, options, workFolder);
  await makeFrames(request, plan, segments, task);
  const ranges = cut ? rangesOfCut(cut, plan) : rangesOf(plan, options);
  const part = join(dirname(outputPath), `.${plan.frames}-${process.pid}.part`);
  try {
    task.onProgress?.('join', 0, plan.frames);
    await joinFile(
      { project, plan, options, segments, video, soundPath, workFolder, outputPath: part },
      task.signal,
    );
    const certificate = await certifyRender(
      {
        path: part,
        project,
        options,
        ranges,
        hasSound: soundPath !== null,
        nowMs: task.nowMs(),
      },
      { signal: task.signal, onProgress: (done) => task.onProgress?.('check', done, plan.frames) },
    );
    if (task.signal?.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
    await moveDurably(part, outputPath);
    return certificate;
  } finally {
    await rm(part, { force: true });
  }
}

/** A smart cut that copies nothing says so. */
const rangesOf = ({ frames }: RenderPlan, { smart }: RenderOptions) =>
  frames === 0
    ? []
    : [{ kind: 'encoded' as const, fromFrame: 0, frames, reason: smart ? NOTHING_COPIED : null }];

function bytesOf({ frames, size, rate, durationSec }: RenderPlan, { mbps, format }: RenderOptions): number {
  const seconds = (frames * rate.den) / rate.num;
  const bits =
    mbps === null
      ? frames * size.width * size.height * (format === 'prores' ? 3 : BITS_OF_PIXEL)
      : seconds * mbps * 1e6;
  return Math.ceil(bits / 8) + Math.ceil(durationSec * 24_000);
}

/** null: nothing is to be heard. Of a file with frames alone no sound is made. */
async function makeSound(request: RenderRequest, plan: RenderPlan, task: RenderTask) {
  const { options, soundDir, workFolder } = request;
  const { project, media } = heardWithStrips(request);
  const { fromSample, toSample } = plan;
  if (isSilentFormat(options.format)) return null;
  const isSilent = resolveSound(project, fromSample, toSample).segments.length === 0;
  if (isSilent && plan.frames > 0) return null;
  if (isSilent) throw new RpcError('FILE_EMPTY', 'The project has no sound in this part.');
  const path = join(workFolder, 'sound.f32');
  if (await isFinished({ path, fromFrame: 0, frames: 0 })) return path;
  await writeSoundtrack(
    path,
    { project, fromSample, toSample, targetLufs: options.targetLufs },
    {
      workFolder,
      signal: task.signal,
      onProgress: (done) => task.onProgress?.('sound', done, 0),
      openSound: openerOf(project, media, createSoundFiles(soundDir), task.signal),
    },
  );
  return path;
}

async function makeSmartVideo(
  request: RenderRequest,
  plan: RenderPlan,
  cut: SmartCut,
  task: RenderTask,
): Promise<string> {
  const path = join(request.workFolder, `video.${cut.codec === 'h264' ? 'mp4' : 'webm'}`);
  if (await isFinished({ path, fromFrame: 0, frames: 0 })) return path;
  let framesDone = 0;
  await writeSmartVideo(path, cut, {
    request,
    plan,
    openDrawer: () => openDrawer(request, task),
    signal: task.signal,
    onFrames(count) {
      framesDone += count;
      task.onProgress?.('frames', framesDone / plan.frames, framesDone);
    },
  });
  return path;
}

async function makeFrames(
  request: RenderRequest,
  plan: RenderPlan,
  segments: readonly Segment[],
  task: RenderTask,
) {
  const missing: Segment[] = [];
  for (const segment of segments) if (!(await isFinished(segment))) missing.push(segment);
  let framesDone = plan.frames - missing.reduce((sum, { frames }) => sum + frames, 0);
  if (missing.length === 0) return;
  const drawer = openDrawer(request, task);
  try {
    for (const segment of missing) {
      let index = segment.fromFrame;
      await writeSegment(
        segment,
        drawRange(drawer, plan, segment),
        { plan, options: request.options, signal: task.signal },
        ({ hash }) => {
          if (hash !== null) task.onHash?.(index, hash);
          index += 1;
          framesDone += 1;
          task.onProgress?.('frames', framesDone / plan.frames, framesDone);
        },
      );
    }
  } finally {
    await drawer.close();
  }
}

function* listsOf(plan: RenderPlan, { fromFrame, frames }: Segment) {
  for (let index = fromFrame; index < fromFrame + frames; index += 1) yield plan.drawListOf(index);
}

const drawRange = (drawer: FrameDrawer, plan: RenderPlan, segment: Segment): AsyncGenerator<DrawnFrame> =>
  drawer.draw(listsOf(plan, segment));

function openDrawer(
  { project, media, textFolder, kernelPath }: RenderRequest,
  { signal, onHash }: RenderTask,
): FrameDrawer {
  return openFrameDrawer({
    kernelPath,
    luts: project.luts,
    wantsHashes: onHash !== undefined,
    project,
    pathOf(mediaId) {
      const located = media[mediaId];
      if (located) return located.path;
      throw new RpcError(
        'FILE_NOT_FOUND',
        `${project.media[mediaId]?.name ?? mediaId} is not there any more.`,
      );
    },
    textImage: openTextImages(textFolder, project.canvas, signal),
    threads: Math.max(1, Math.min(4, availableParallelism())),
    signal,
  });
}

/** The kernel's hash of each frame, without a file. */
export async function* hashFrames(
  request: RenderRequest,
  task: Pick<RenderTask, 'signal'>,
): AsyncGenerator<string> {
  const plan = planRender(request.project, request.options);
  const drawer = openDrawer(request, { ...task, nowMs: () => 0, onHash: () => undefined });
  try {
    const whole = { path: '', fromFrame: 0, frames: plan.frames };
    for await (const { hash } of drawRange(drawer, plan, whole)) yield hash ?? '';
  } finally {
    await drawer.close();
  }
}
