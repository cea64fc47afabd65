import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakeRange } from '../../../../src-shared/contract/takeExport.ts';
import type { TakeVideoTrack, VideoCodec } from '../../../../src-shared/contract/takeVideoTracks.ts';
import { listClusters, readCluster } from '../../../../src-shared/domain/matroska/clusters.ts';
import { PRODUCT_NAME } from '../../../../src-shared/domain/product.ts';
import { sourceOfPart } from '../../../../src-shared/handlers/takePart.ts';
import type { VideoFileFacts } from '../../../../src-shared/recording/index.ts';
import { openRegular } from '../../../../src-node/files/index.ts';
import type { TakeJobTask } from '../../engine/index.ts';
import type { TakeFolder } from '../folder.ts';
import { between, refuseAborted } from '../task.ts';
import { readVideoDocument, writeVideoDocument } from '../videoTracks/document.ts';
import { readerOf } from '../videoTracks/reader.ts';
import { VideoFile } from '../videoTracks/videoFile.ts';
import { inheritedPath, runFfmpeg } from '../../ffmpeg/index.ts';

/** Nearly as good as the recording, in frames that a player decodes in the order of their times. */
const ENCODERS: Readonly<Record<VideoCodec, readonly string[]>> = {
  avc1: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-bf', '0', '-pix_fmt', 'yuv420p'],
  vp9: [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '20',
    '-b:v',
    '0',
    '-deadline',
    'good',
    '-cpu-used',
    '6',
    '-row-mt',
    '1',
  ],
  vp8: ['-c:v', 'libvpx', '-crf', '8', '-b:v', '20M', '-deadline', 'good', '-cpu-used', '5'],
};

/** What FFmpeg writes, until its frames are in a file of ours. */
const ENCODED_NAME = 'encoded.part';

/**
 * The same part of each camera and screen, into the folder of a new take. A recording has key frames only now and then: the part
 * is encoded again, so that its first frame is the one that was in sight then and its sound stays in sync.
 */
export async function extractVideo(
  folder: TakeFolder,
  { range, to }: { range: TakeRange; to: string },
  task: TakeJobTask,
): Promise<void> {
  const { document, path } = folder;
  const recorded = await readVideoDocument(path);
  if (!recorded) return;
  const parts = document.videoTracks.filter(({ framesWritten }) => framesWritten > 0);
  const videoTracks: TakeVideoTrack[] = [];
  for (const [index, videoTrack] of parts.entries()) {
    const span = spanWithin(videoTrack, range, document.sampleRate);
    if (!span) continue;
    const own = between(task, index / parts.length, (index + 1) / parts.length);
    videoTracks.push(await extractTrack(folder, videoTrack, { ...span, to }, own));
    refuseAborted(task.signal);
  }
  await writeVideoDocument(to, {
    ...recorded,
    status: 'finished',
    syncedBytes: undefined,
    videoTracks,
    sources: recorded.sources.flatMap((source) => sourceOfPart(source, range)),
  });
}

interface Span {
  /** In the recording, where the part begins. */
  fromSec: number;
  /** In the part: where the track begins, and how many frames of its rate are in there. */
  startSec: number;
  frames: number;
  sampleRate: number;
}

/** null where nothing of the track lies in the range. */
function spanWithin(
  videoTrack: TakeVideoTrack,
  { fromFrame, frames }: TakeRange,
  sampleRate: number,
): Span | null {
  const fromSec = fromFrame / sampleRate;
  const beginsSec = (videoTrack.startFrame ?? 0) / sampleRate - fromSec;
  const startSec = Math.max(0, beginsSec);
  const endSec = Math.min(frames / sampleRate, beginsSec + videoTrack.durationSec);
  const count = Math.round((endSec - startSec) * videoTrack.fps);
  return count > 0 ? { fromSec, startSec, frames: count, sampleRate } : null;
}

async function extractTrack(
  folder: TakeFolder,
  videoTrack: TakeVideoTrack,
  { to, ...span }: Span & { to: string },
  task: TakeJobTask,
): Promise<TakeVideoTrack> {
  const { name, file, fps } = videoTrack;
  const encoded = join(to, ENCODED_NAME);
  await encodePart(folder, videoTrack, { ...span, output: encoded }, task);
  const { frames, firstMs, lastMs, longestGapMs } = await rewrite(encoded, join(to, file), videoTrack);
  await rm(encoded);
  if (firstMs === null || lastMs === null)
    throw failWith('FILE_UNREADABLE', 'noFrameInPart', { values: { name } });
  return {
    ...videoTrack,
    startFrame: Math.round((firstMs / 1000) * span.sampleRate),
    framesWritten: frames,
    framesDropped: 0,
    durationSec: (lastMs - firstMs) / 1000 + 1 / fps,
    longestGapSec: longestGapMs / 1000,
    ended: null,
  };
}

async function encodePart(
  folder: TakeFolder,
  { file: name, fps, codec }: TakeVideoTrack,
  { fromSec, startSec, frames, output }: Span & { output: string },
  { signal, onProgress }: TakeJobTask,
): Promise<void> {
  const file = await openRegular(folder.path, name);
  try {
    const { warning } = await runFfmpeg(
      [
        // The times of the part; what lies between the key frame before it and its first frame is decoded and dropped.
        '-copyts',
        ...(startSec > 0 ? [] : ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', seconds(fromSec)]),
        ...['-protocol_whitelist', 'file,pipe', '-itsoffset', seconds(-fromSec)],
        ...['-f', 'matroska', '-i', `file:${inheritedPath(0, join(folder.path, name))}`],
        ...['-map', '0:v:0', '-an', '-fps_mode', 'passthrough'],
        // A screen that stood still has its frame from before.
        ...['-vf', `fps=fps=${fps}:start_time=${seconds(startSec)},trim=end_frame=${frames}`],
        ...[...ENCODERS[codec], '-g', String(Math.max(1, Math.round(fps)))],
        ...['-map_metadata', '-1', '-progress', 'pipe:1', '-y', '-f', 'matroska'],
        // Our reader knows no checksums.
        ...['-write_crc32', '0', '-cluster_time_limit', '1000', `file:${output}`],
      ],
      {
        signal,
        outputPath: output,
        files: [file.fd],
        onLine(line) {
          const [, done] = /^frame=(\d+)$/.exec(line) ?? [];
          if (done !== undefined) onProgress?.(Math.min(1, Number(done) / frames));
        },
      },
    );
    if (warning)
      throw failWith('FILE_UNWRITABLE', 'ffmpegNotWritten', { values: { path: output, reason: warning } });
  } finally {
    await file.close();
  }
}

/** The same frames as a file of ours, which can be verified and mended like a recorded one. */
async function rewrite(
  encoded: string,
  path: string,
  { codec, width, height, fps }: TakeVideoTrack,
): Promise<VideoFileFacts> {
  const source = await open(encoded);
  try {
    const read = readerOf(source);
    const index = await listClusters(read, (await source.stat()).size);
    if (!index) throw failWith('FILE_UNREADABLE', 'isNoVideo', { values: { path: encoded } });
    const { codecPrivate } = index;
    const written = await VideoFile.create(path, {
      codec,
      codecPrivate,
      width,
      height,
      writer: PRODUCT_NAME,
    });
    for (const { at, lengthBytes } of index.clusters)
      await written.append(await readCluster(await read(at, lengthBytes)));
    await written.finish(fps);
    return written.facts;
  } finally {
    await source.close();
  }
}

const seconds = (value: number) => value.toFixed(6);
