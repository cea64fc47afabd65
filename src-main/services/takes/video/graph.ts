import type { TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import type { Size } from '../../../../src-shared/domain/broadcast/placement.ts';
import { bubbleSquare, type BubblePlace } from '../../../../src-shared/domain/cameraBubble.ts';
import { QUALITY_HEIGHTS } from '../../../../src-shared/domain/screenCapture.ts';
import { exportedSize, type VideoQuality } from '../../../../src-shared/domain/videoExport.ts';

/** A camera or screen; one that was lost and came back is in several parts, one after the other. */
export type SceneTrack = readonly [TakeVideoTrack, ...TakeVideoTrack[]];

/** What is in the video; the first of `tracks` is the one that was asked for. */
export type VideoScene =
  | { kind: 'single'; tracks: readonly [SceneTrack] }
  | { kind: 'bubble'; tracks: readonly [SceneTrack, SceneTrack]; place: BubblePlace }
  | { kind: 'sideBySide'; tracks: readonly [SceneTrack, ...SceneTrack[]] };

export interface GraphTimes {
  /** Before the take's first frame, since synchronisation moved sound there; negative where the file begins behind it. */
  leadSec: number;
  /** Of the exported file. */
  durationSec: number;
  sampleRate: number;
}

/** Within it a track that begins late, ends early or is in parts shows its nearest frame; what is longer is black. */
export const EDGE_SEC = 1;
const COLUMNS = 2;

/** When a track begins in the exported file, and how long before its end it ends. */
export function edgesOf(videoTrack: TakeVideoTrack, { leadSec, durationSec, sampleRate }: GraphTimes) {
  const startSec = (videoTrack.startFrame ?? 0) / sampleRate + leadSec;
  return { startSec, gapSec: durationSec - startSec - videoTrack.durationSec };
}

/** All files of a scene, in the order in which FFmpeg is given them. */
export const videoInputsOf = ({ tracks }: VideoScene): TakeVideoTrack[] =>
  tracks.flatMap((parts) => [...parts]);

/** The size of the exported frame. */
export function sceneSize(scene: VideoScene, quality: VideoQuality): Size {
  if (scene.kind !== 'sideBySide') return exportedSize(scene.tracks[0][0], quality);
  const { cell, columns, rows } = gridOf(largestOf(scene.tracks), quality);
  return { width: cell.width * columns, height: cell.height * rows };
}

/** FFmpeg's filters: from the inputs, which are those of `videoInputsOf`, to `[v]`. */
export function graphOf(
  scene: VideoScene,
  of: { times: GraphTimes; quality: VideoQuality; fps: number; frames: number; pixels: string },
): string {
  const { times, quality, fps, frames, pixels } = of;
  /** Where the inputs of each track begin. */
  const firstInputs = scene.tracks.map((_, index) => scene.tracks.slice(0, index).flat().length);
  const filled = (index: number, size: Size, output: string) =>
    fillTrack(scene.tracks[index] ?? scene.tracks[0], {
      firstInput: firstInputs[index] ?? 0,
      size,
      output,
      times,
      fps,
      frames,
      finish: ['setsar=1', `format=${pixels}`],
    });
  const size = sceneSize(scene, quality);
  switch (scene.kind) {
    case 'single':
      return filled(0, size, '[v]').join(';');
    case 'bubble': {
      const { left, top } = bubbleSquare(size, scene.place);
      const cameras = scene.tracks[1].map((_, index) => index + 1);
      const firstInput = firstInputs[1] ?? 0;
      return [
        ...filled(0, size, '[with0]'),
        ...cameras.flatMap((number) => [
          ...bubble(
            { input: firstInput + number - 1, number },
            bubbleSquare(size, scene.place).diameter,
            scene.place.isMirrored,
            fps,
          ),
          // Before its first frame and behind its last one the camera is not there.
          `[with${number - 1}][bubble${number}]overlay=x=${left}:y=${top}:eof_action=pass:format=auto[with${number}]`,
        ]),
        `[with${cameras.length}]format=${pixels},trim=end_frame=${frames}[v]`,
      ].join(';');
    }
    case 'sideBySide': {
      const { cell, columns } = gridOf(largestOf(scene.tracks), quality);
      const { width, height } = cell;
      const cells = scene.tracks.flatMap((_, index) => filled(index, cell, `[cell${index}]`));
      const inputs = scene.tracks.map((_, index) => `[cell${index}]`).join('');
      const layout = scene.tracks.map((_, index) => {
        const [column, row] = [index % columns, Math.floor(index / columns)];
        return `${column * width}_${row * height}`;
      });
      const stack = `xstack=inputs=${scene.tracks.length}:fill=black:layout=${layout.join('|')}`;
      return [...cells, `${inputs}${stack},format=${pixels},trim=end_frame=${frames}[v]`].join(';');
    }
  }
}

interface TrackFill {
  firstInput: number;
  size: Size;
  output: string;
  times: GraphTimes;
  fps: number;
  frames: number;
  finish: readonly string[];
}

/**
 * Even frames of a track from the file's first moment to its last. Each of its parts is filled until the next one
 * begins, which is counted in whole frames: however many there are, nothing behind them is moved.
 */
function fillTrack(
  parts: SceneTrack,
  { firstInput, size, output, times, fps, frames, finish }: TrackFill,
): string[] {
  const starts = parts.map((part, index) => {
    const frame = index === 0 ? 0 : Math.round(edgesOf(part, times).startSec * fps);
    return Math.min(frames, Math.max(0, frame));
  });
  const pieces = parts.flatMap((part, index) => {
    const fromFrame = starts[index] ?? 0;
    const piece = { fromFrame, frames: (starts[index + 1] ?? frames) - fromFrame };
    // It began with the next one, or behind the end.
    if (piece.frames <= 0) return [];
    const { startSec } = edgesOf(part, times);
    const endSec = (fromFrame + piece.frames) / fps;
    const edges = { startSec, gapSec: endSec - startSec - part.durationSec };
    const shape = [...scaled(part, size), ...finish];
    return [{ input: firstInput + index, filters: fill({ ...edges, ...piece, fps }, shape) }];
  });
  const [only] = pieces;
  if (only && pieces.length === 1) return [`[${only.input}:v:0]${only.filters}${output}`];
  const named = pieces.map(({ input, filters }) => `[${input}:v:0]${filters}[part${input}]`);
  const all = pieces.map(({ input }) => `[part${input}]`).join('');
  return [
    ...named,
    `${all}concat=n=${pieces.length}:v=1:a=0,setpts=N/${fps}/TB,fps=fps=${fps}:start_time=0${output}`,
  ];
}

/** To a size of which it may not have the shape: bars then, and nothing is distorted. */
function scaled({ width, height }: Size, size: Size): string[] {
  const scale = `scale=w=${size.width}:h=${size.height}:flags=bicubic`;
  // Even sizes are a pixel off the exact shape.
  const isAlike = Math.abs((size.width * height) / width - size.height) < 2;
  if (isAlike) return [scale];
  return [
    `${scale}:force_original_aspect_ratio=decrease:force_divisible_by=2`,
    `pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2:black`,
  ];
}

/** Frames for so many frames from one of the file's on; `startSec`: when the first one comes, in the file. */
function fill(
  of: { startSec: number; gapSec: number; fromFrame: number; fps: number; frames: number },
  shape: readonly string[],
): string {
  const { startSec, gapSec, fromFrame, fps, frames } = of;
  const lateSec = startSec - fromFrame / fps;
  // What is missing before the first frame is put there in whole frames, the rest by the rate.
  const lateFrames = lateSec > EDGE_SEC ? Math.floor(lateSec * fps) : 0;
  const stopMode = gapSec > EDGE_SEC ? 'add' : 'clone';
  return [
    `setpts=PTS-${((fromFrame + lateFrames) / fps).toFixed(6)}/TB`,
    `fps=fps=${fps}:start_time=0`,
    ...shape,
    `tpad=start=${lateFrames}:start_mode=add:stop=-1:stop_mode=${stopMode}:color=black`,
    `trim=end_frame=${frames}`,
  ].join(',');
}

/** Of each track the part with the most pixels. */
function largestOf(tracks: readonly SceneTrack[]): Size[] {
  return tracks.map((parts) =>
    parts.reduce((most, part) => (part.width * part.height > most.width * most.height ? part : most)),
  );
}

/** The middle of the camera's frame behind a round mask, which is drawn once. */
function bubble(
  { input, number }: { input: number; number: number },
  diameter: number,
  isMirrored: boolean,
  fps: number,
): string[] {
  const radius = diameter / 2;
  // White inside, black outside, and half a pixel of grey between.
  const inside = `255*clip(${radius}-hypot(X+0.5-${radius},Y+0.5-${radius})+0.5,0,1)`;
  const camera = [
    `[${input}:v:0]fps=fps=${fps}`,
    `crop=w='min(iw,ih)':h='min(iw,ih)'`,
    `scale=w=${diameter}:h=${diameter}:flags=bicubic`,
    ...(isMirrored ? ['hflip'] : []),
    'setsar=1',
    'format=yuv420p',
  ].join(',');
  return [
    `${camera}[camera${number}]`,
    `color=c=black:s=${diameter}x${diameter}:r=1:d=1,format=gray,geq=lum='${inside}'[mask${number}]`,
    `[camera${number}][mask${number}]alphamerge[bubble${number}]`,
  ];
}

/** Cells of a frame of 16:9; smaller where nothing would be enlarged by less. */
function gridOf(
  videoTracks: readonly Size[],
  quality: VideoQuality,
): { cell: Size; columns: number; rows: number } {
  const columns = Math.min(COLUMNS, videoTracks.length);
  const rows = Math.ceil(videoTracks.length / columns);
  const height = QUALITY_HEIGHTS[quality];
  const cell = { width: (height * 16) / 9 / columns, height: height / rows };
  const least = Math.min(
    ...videoTracks.map((size) => Math.min(cell.width / size.width, cell.height / size.height)),
  );
  const scale = 1 / Math.max(1, least);
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { cell: { width: even(cell.width), height: even(cell.height) }, columns, rows };
}
