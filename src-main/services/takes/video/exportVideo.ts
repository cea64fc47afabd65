import { stat, type FileHandle } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import type { TakeTrack } from '../../../../src-shared/contract/takes.ts';
import type { ExportedVideo, VideoExport, VideoLayout } from '../../../../src-shared/contract/takeVideo.ts';
import { groupParts } from '../../../../src-shared/domain/videoParts.ts';
import { QUALITY_HEIGHTS } from '../../../../src-shared/domain/screenCapture.ts';
import type { EngineService, TakeJobTask } from '../../engine/index.ts';
import {
  mixedOf,
  rangeIn,
  refuseEndless,
  timeName,
  tracksFor,
  wantedOf,
} from '../../../../src-shared/handlers/soundExport.ts';
import { inputsOf, requireFinished } from '../export.ts';
import { openRegular, requireRoom } from '../../../../src-node/files/index.ts';
import type { TakeFolder } from '../folder.ts';
import { createParts, makeOutputFolder } from '../parts.ts';
import { requireVideoTrack } from '../videoTracks/reader.ts';
import { between, refuseAborted } from '../task.ts';
import { checkVideo } from './check.ts';
import { inheritedPath, runFfmpeg } from '../../ffmpeg/index.ts';
import { readVideoFormats } from './formats.ts';
import { videoInputsOf, type SceneTrack, type VideoScene } from './graph.ts';
import { planVideo, type VideoPlan } from './plan.ts';

interface VideoRequest extends VideoExport {
  /** Made where it is not there. */
  outputFolder: string;
}

interface VideoExporter {
  /**
   * Writes cameras and screens into one video, with the mix, as one file; an earlier one of the same name is replaced when the new one was
   * decoded and found right. The take is only read.
   */
  exportVideo(folder: TakeFolder, request: VideoRequest, task: TakeJobTask): Promise<ExportedVideo>;
  /** Removes at once what unfinished work has left: for a process that must end now. */
  removeUnfinished(): void;
}

/** Parts of the whole that the mix and the check take, as far as that can be known. */
const MIX_PART = 0.1;
const CHECK_PART = 0.2;
/** Of a sample of the mix. */
const FLOAT_BYTES = 4;

export function createVideoExporter(
  engine: Pick<EngineService, 'runTakeJob'>,
  createId: () => string,
): VideoExporter {
  const parts = createParts(createId);

  async function exportVideo(folder: TakeFolder, request: VideoRequest, task: TakeJobTask) {
    requireFinished(folder);
    await refuseUnsupported(request);
    const scene = sceneOf(folder, request);
    const extent = extentOf(folder, videoInputsOf(scene), request);
    const plan = planVideo(scene, request, extent);
    const path = join(request.outputFolder, `${nameOf(scene, request)}${extent.name}.${request.format}`);
    makeOutputFolder(request.outputFolder);
    const part = await parts.make(path);
    let mix: string | null = null;
    try {
      if (extent.tracks.length > 0) {
        mix = await parts.make(`${path}.wav`);
        await writeMix(
          folder,
          extent,
          { path: mix, targetLufs: request.targetLufs },
          between(task, 0, MIX_PART),
        );
      }
      await encode(folder, scene, plan, { mix, part, path }, between(task, MIX_PART, 1 - CHECK_PART));
      const wanted = { hasSound: mix !== null, targetLufs: request.targetLufs };
      const checked = await checkVideo(part, plan, wanted, between(task, 1 - CHECK_PART, 1));
      refuseAborted(task.signal);
      const { size: sizeBytes } = await stat(part);
      await parts.finish(part, path);
      return { path, name: basename(path), sizeBytes, ...checked, ...plan.size, isCopied: plan.isCopied };
    } finally {
      parts.drop(part);
      if (mix !== null) parts.drop(mix);
    }
  }

  async function writeMix(
    folder: TakeFolder,
    { tracks, startFrame, frames }: Extent,
    { path, targetLufs }: { path: string; targetLufs: number | null },
    task: TakeJobTask,
  ): Promise<void> {
    const inputs = await inputsOf(folder, tracks, startFrame);
    await requireRoom(path, frames * 2 * FLOAT_BYTES);
    await engine.runTakeJob(
      {
        kind: 'export',
        inputs,
        outputPath: path,
        container: 'wav',
        encoding: 'float32',
        frames,
        channels: 2,
        sampleRate: folder.document.sampleRate,
        targetLufs,
      },
      task,
    );
    refuseAborted(task.signal);
  }

  return { exportVideo, removeUnfinished: () => parts.dropAll() };
}

async function encode(
  folder: TakeFolder,
  scene: VideoScene,
  plan: VideoPlan,
  { mix, part, path }: { mix: string | null; part: string; path: string },
  { signal, onProgress }: TakeJobTask,
): Promise<void> {
  const files: FileHandle[] = [];
  const inputs = videoInputsOf(scene);
  try {
    for (const { file } of inputs) files.push(await openRegular(folder.path, file));
    const paths = inputs.map(({ file }, index) => inheritedPath(index, join(folder.path, file)));
    await runEncoder(plan.argsOf({ videoTracks: paths, mix, output: part }), {
      signal,
      outputPath: path,
      files: files.map(({ fd }) => fd),
      onLine(line) {
        const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
        if (microseconds !== undefined)
          onProgress?.(Math.min(1, Number(microseconds) / 1e6 / plan.durationSec));
      },
    });
  } finally {
    for (const file of files) await file.close();
  }
}

async function runEncoder(
  args: readonly string[],
  run: Parameters<typeof runFfmpeg>[1] & { outputPath: string },
): Promise<void> {
  const { outputPath: path } = run;
  const { warning } = await runFfmpeg(args, run);
  if (warning) throw failWith('FILE_UNWRITABLE', 'ffmpegNotWritten', { values: { path, reason: warning } });
}

interface Extent {
  /** Of the mix; none where the take has no sound. */
  tracks: TakeTrack[];
  /** In frames of the take: before its first one, where synchronisation moved sound there. */
  startFrame: number;
  frames: number;
  leadSec: number;
  durationSec: number;
  sampleRate: number;
  /** Of a part, which is never copied: behind the file's name. */
  name: string;
  isPart: boolean;
}

/** From the take's first moment, or the first sound before it, to the end of its sound, or of this video; or the part of that. */
function extentOf(
  { document }: TakeFolder,
  videoTracks: readonly TakeVideoTrack[],
  { voices, range, trackIds }: VideoExport,
): Extent {
  const { sampleRate } = document;
  const sounding = tracksFor(document, voices).filter((track) => track.framesWritten > 0);
  const tracks = mixedOf(sounding, wantedOf(document, sounding, trackIds));
  const firstFrame = Math.min(0, ...tracks.map(({ offsetFrames }) => offsetFrames));
  const videoEnds = videoTracks.map(({ startFrame: from, durationSec }) =>
    Math.round((from ?? 0) + durationSec * sampleRate),
  );
  const ends = tracks.map(({ offsetFrames, framesWritten }) => offsetFrames + framesWritten);
  const whole = { startFrame: firstFrame, frames: Math.max(1, ...videoEnds, ...ends) - firstFrame };
  refuseEndless(document, whole.frames);
  const { startFrame, frames } = range ? rangeIn(range, whole) : whole;
  return {
    tracks,
    startFrame,
    frames,
    sampleRate,
    leadSec: -startFrame / sampleRate,
    durationSec: frames / sampleRate,
    isPart: range !== null,
    name: range ? ` ${timeName(startFrame - firstFrame, frames, sampleRate)}` : '',
  };
}

/** The frames that are asked for, each of which has to be there and hold something. */
function sceneOf(folder: TakeFolder, { videoId, layout }: VideoRequest): VideoScene {
  const find = (id: string): SceneTrack => {
    const videoTrack = requireVideoTrack(folder, id);
    const [first, ...more] = partsOf(folder, videoTrack).filter(({ framesWritten }) => framesWritten > 0);
    if (first) return [first, ...more];
    throw failWith('FILE_EMPTY', 'noVideo', { values: { name: videoTrack.name } });
  };
  const main = find(videoId);
  const others = layoutIds(layout).map(find);
  if (new Set([main, ...others].map(([{ id }]) => id)).size !== others.length + 1)
    throw failWith('BAD_OPTION', 'videoOnce');
  switch (layout.kind) {
    case 'single':
      return { kind: 'single', tracks: [main] };
    case 'bubble':
      return { kind: 'bubble', place: layout.place, tracks: [main, find(layout.videoId)] };
    case 'sideBySide':
      return { kind: 'sideBySide', tracks: [main, ...others] };
  }
}

/** A camera or screen that was lost and came back is a file a time: all of them, in their order. */
function partsOf({ document: { videoTracks } }: TakeFolder, videoTrack: TakeVideoTrack): TakeVideoTrack[] {
  const { kind, name, sourceId, bubble } = videoTrack;
  if (sourceId !== null || bubble === null)
    return groupParts(videoTracks).find((parts) => parts.includes(videoTrack)) ?? [videoTrack];
  // A bubble's camera of earlier versions is known by its name.
  return videoTracks
    .filter((other) => other.kind === kind && other.name === name && other.bubble !== null)
    .toSorted((one, other) => (one.startFrame ?? 0) - (other.startFrame ?? 0));
}

function layoutIds(layout: VideoLayout): string[] {
  switch (layout.kind) {
    case 'single':
      return [];
    case 'bubble':
      return [layout.videoId];
    case 'sideBySide':
      return layout.videoIds;
  }
}

/** The files' names, so that nothing has to be made harmless, and what distinguishes one export from another. */
function nameOf({ kind, tracks }: VideoScene, { quality }: VideoExport): string {
  // What is in parts is named by its first.
  const names = tracks.map(([{ file }]) => basename(file, extname(file)));
  const joined = names.join(kind === 'bubble' ? '-with-' : '-beside-');
  return `${joined}-${QUALITY_HEIGHTS[quality]}p`;
}

async function refuseUnsupported({ format }: VideoExport): Promise<void> {
  const offer = (await readVideoFormats()).find((known) => known.format === format);
  if (offer && !offer.capability.supported) throw new RpcError('FORMAT_UNSUPPORTED', offer.capability.reason);
}
