import { resolve } from 'node:path';
import type { VideoExport } from '../../../../src-shared/contract/takeVideo.ts';
import type { TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import { AUDIO_KBPS, type VideoFormat } from '../../../../src-shared/domain/videoExport.ts';
import { OPUS_STARTS_AT_ZERO } from '../../ffmpeg/index.ts';
import {
  EDGE_SEC,
  edgesOf,
  graphOf,
  videoInputsOf,
  sceneSize,
  type GraphTimes,
  type VideoScene,
} from './graph.ts';

/** An export as FFmpeg is to do it. */
export interface VideoPlan {
  format: VideoFormat;
  /** Of the whole: from the first sound or frame of the take to the last. */
  durationSec: number;
  fps: number;
  size: { width: number; height: number };
  /** Frames that the new file has to hold. */
  frames: number;
  isCopied: boolean;
  /** Before FFmpeg's `-i` of the mix, and behind it. */
  argsOf(paths: { videoTracks: readonly string[]; mix: string | null; output: string }): string[];
}

const COPIED_CODECS: Readonly<Record<VideoFormat, TakeVideoTrack['codec'] | null>> = {
  mp4: 'avc1',
  webm: 'vp9',
  mov: null,
};
/** Of steps that a sound track may have; Opus and players know 48 kHz. */
const MOST_RATE = 48_000;

/** Frames are copied where nothing about them has to change, and else encoded at an even rate. */
export function planVideo(
  scene: VideoScene,
  { format, quality }: Pick<VideoExport, 'format' | 'quality'>,
  times: GraphTimes & { isPart: boolean },
): VideoPlan {
  const { durationSec, leadSec, sampleRate } = times;
  const videoTracks = videoInputsOf(scene);
  const size = sceneSize(scene, quality);
  const fps = Math.max(...videoTracks.map((videoTrack) => videoTrack.fps));
  const isCopied = !times.isPart && canBeCopied(scene, size, format, times);
  const frames = isCopied ? scene.tracks[0][0].framesWritten : Math.max(1, Math.round(durationSec * fps));
  const pixels = format === 'mov' ? 'yuv422p10le' : 'yuv420p';
  return {
    format,
    durationSec,
    fps,
    size,
    frames,
    isCopied,
    argsOf: ({ videoTracks: paths, mix, output }) => [
      // The times of the take, which begin where its first sound does, and not where its first frame does.
      '-copyts',
      ...paths.flatMap((path, index) => [
        ...seekOf(videoTracks[index], times),
        ...['-protocol_whitelist', 'file,pipe', '-itsoffset', leadSec.toFixed(6)],
        ...['-f', 'matroska', '-i', `file:${path}`],
      ]),
      ...(mix === null
        ? []
        : [
            ...(format === 'webm' ? OPUS_STARTS_AT_ZERO : []),
            ...['-protocol_whitelist', 'file,pipe', '-f', 'wav', '-i', `file:${resolve(mix)}`],
          ]),
      ...(isCopied
        ? ['-map', '0:v:0', '-c:v', 'copy']
        : [
            ...['-filter_complex', graphOf(scene, { times, quality, fps, frames, pixels }), '-map', '[v]'],
            ...videoCodec(format, fps),
          ]),
      ...(mix === null
        ? []
        : ['-map', `${paths.length}:a:0`, ...audioCodec(format, AUDIO_KBPS[quality], sampleRate)]),
      ...['-map_metadata', '-1', '-map_chapters', '-1', '-progress', 'pipe:1'],
      ...['-y', '-f', format, ...muxerOptions(format), `file:${resolve(output)}`],
    ],
  };
}

/** To the key frame before a part: what lies between the two is decoded and dropped. */
function seekOf(videoTrack: TakeVideoTrack | undefined, { leadSec, sampleRate }: GraphTimes): string[] {
  const fromSec = -leadSec;
  if (!videoTrack || fromSec <= (videoTrack.startFrame ?? 0) / sampleRate) return [];
  return ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', fromSec.toFixed(6)];
}

function canBeCopied(
  scene: VideoScene,
  size: { width: number; height: number },
  format: VideoFormat,
  times: GraphTimes,
): boolean {
  if (scene.kind !== 'single') return false;
  const [videoTrack, ...more] = scene.tracks[0];
  if (more.length > 0) return false;
  const { startSec, gapSec } = edgesOf(videoTrack, times);
  return (
    COPIED_CODECS[format] === videoTrack.codec &&
    size.width === videoTrack.width &&
    size.height === videoTrack.height &&
    startSec <= EDGE_SEC &&
    gapSec <= EDGE_SEC
  );
}

function videoCodec(format: VideoFormat, fps: number): string[] {
  const keyEvery = ['-g', String(Math.max(1, Math.round(fps * 2)))];
  switch (format) {
    case 'mp4':
      return ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', ...keyEvery];
    case 'webm':
      return [
        ...['-c:v', 'libvpx-vp9', '-crf', '31', '-b:v', '0', '-deadline', 'good', '-cpu-used', '6'],
        ...['-row-mt', '1', ...keyEvery],
      ];
    case 'mov':
      // Standard: 147 Mb/s at 1080p30. Every frame is a key frame.
      return ['-c:v', 'prores_ks', '-profile:v', 'standard', '-vendor', 'apl0'];
  }
}

function audioCodec(format: VideoFormat, kbps: number, sampleRate: number): string[] {
  const rate = format === 'webm' || sampleRate > MOST_RATE ? ['-ar', String(MOST_RATE)] : [];
  switch (format) {
    case 'mp4':
      return ['-c:a', 'aac', '-b:a', `${kbps}k`, ...rate];
    case 'webm':
      return ['-c:a', 'libopus', '-b:a', `${kbps}k`, '-vbr', 'on', ...rate];
    case 'mov':
      return ['-c:a', 'pcm_s24le'];
  }
}

/** A player that fetches an MP4 begins without having read all of it. */
function muxerOptions(format: VideoFormat): string[] {
  return format === 'mp4' ? ['-movflags', '+faststart'] : [];
}
