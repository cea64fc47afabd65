import { resolve } from 'node:path';
import type { VideoExport } from '../../../../src-shared/contract/takeVideo.ts';
import type { TakePicture } from '../../../../src-shared/contract/takePictures.ts';
import { AUDIO_KBPS, exportedSize, type VideoFormat } from '../../../../src-shared/domain/videoExport.ts';

/** An export as FFmpeg is to do it. */
export interface VideoPlan {
  format: VideoFormat;
  /** Of the whole: from the first sound or picture of the take to the last. */
  durationSec: number;
  fps: number;
  size: { width: number; height: number };
  /** Pictures that the new file has to hold. */
  frames: number;
  isCopied: boolean;
  /** Before FFmpeg's `-i` of the mix, and behind it. */
  argsOf(paths: { picture: string; mix: string | null; output: string }): string[];
}

interface VideoTimes {
  /** Before the take's first frame, since synchronisation moved sound there. */
  leadSec: number;
  /** Of the exported file. */
  durationSec: number;
  sampleRate: number;
}

/** Within it a track that begins late or ends early shows its nearest picture; what is longer is black. */
const EDGE_SEC = 1;
const COPIED_CODECS: Readonly<Record<VideoFormat, TakePicture['codec'] | null>> = {
  mp4: 'avc1',
  webm: 'vp9',
  mov: null,
};
/** Of steps that a sound track may have; Opus and players know 48 kHz. */
const MOST_RATE = 48_000;

/** Pictures are copied where nothing about them has to change, and else encoded at an even rate. */
export function planVideo(
  picture: TakePicture,
  { format, quality }: Pick<VideoExport, 'format' | 'quality'>,
  times: VideoTimes,
): VideoPlan {
  const { durationSec, leadSec, sampleRate } = times;
  const size = exportedSize(picture, quality);
  const fps = picture.fps;
  const startSec = (picture.startFrame ?? 0) / sampleRate + leadSec;
  const gapSec = durationSec - startSec - picture.durationSec;
  const isCopied =
    COPIED_CODECS[format] === picture.codec &&
    size.width === picture.width &&
    size.height === picture.height &&
    startSec <= EDGE_SEC &&
    gapSec <= EDGE_SEC;
  const frames = isCopied ? picture.framesWritten : Math.max(1, Math.round(durationSec * fps));
  return {
    ...{ format, durationSec, fps, size, frames, isCopied },
    argsOf: ({ picture: picturePath, mix, output }) => [
      // The times of the take, which begin where its first sound does, and not where its first picture does.
      ...['-copyts', '-protocol_whitelist', 'file,pipe'],
      ...['-itsoffset', leadSec.toFixed(6), '-f', 'matroska', '-i', `file:${resolve(picturePath)}`],
      ...(mix === null
        ? []
        : ['-protocol_whitelist', 'file,pipe', '-f', 'wav', '-i', `file:${resolve(mix)}`]),
      ...(isCopied
        ? ['-map', '0:v:0', '-c:v', 'copy']
        : [
            ...['-filter_complex', filterOf({ startSec, gapSec, fps, frames, size, format }), '-map', '[v]'],
            ...videoCodec(format, fps),
          ]),
      ...(mix === null ? [] : ['-map', '1:a:0', ...audioCodec(format, AUDIO_KBPS[quality], sampleRate)]),
      ...['-map_metadata', '-1', '-map_chapters', '-1', '-progress', 'pipe:1'],
      ...['-y', '-f', format, ...muxerOptions(format), `file:${resolve(output)}`],
    ],
  };
}

function filterOf(of: {
  startSec: number;
  gapSec: number;
  fps: number;
  frames: number;
  size: { width: number; height: number };
  format: VideoFormat;
}): string {
  const { startSec, gapSec, fps, frames, size, format } = of;
  // What is missing before the first picture is put there in whole frames, the rest by the rate.
  const lateFrames = startSec > EDGE_SEC ? Math.floor(startSec * fps) : 0;
  const stopMode = gapSec > EDGE_SEC ? 'add' : 'clone';
  return [
    `[0:v:0]setpts=PTS-${(lateFrames / fps).toFixed(6)}/TB`,
    `fps=fps=${fps}:start_time=0`,
    `scale=w=${size.width}:h=${size.height}:flags=bicubic`,
    // A source that the browser gave without room between pixels and picture.
    'setsar=1',
    `format=${format === 'mov' ? 'yuv422p10le' : 'yuv420p'}`,
    `tpad=start=${lateFrames}:start_mode=add:stop=-1:stop_mode=${stopMode}:color=black`,
    `trim=end_frame=${frames}[v]`,
  ].join(',');
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
      // Standard: 147 Mb/s at 1080p30. Every picture is a key picture.
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
