import type { TakePicture } from '../../../../src-shared/contract/takePictures.ts';
import { bubbleSquare, type BubblePlace } from '../../../../src-shared/domain/cameraBubble.ts';
import { QUALITY_HEIGHTS } from '../../../../src-shared/domain/screenCapture.ts';
import { exportedSize, type VideoQuality } from '../../../../src-shared/domain/videoExport.ts';

/** What is in the picture; the first of `pictures` is the one that was asked for. */
export type VideoScene =
  | { kind: 'single'; pictures: readonly [TakePicture] }
  /** A camera that was lost and came back is in several parts, one after the other. */
  | { kind: 'bubble'; pictures: readonly [TakePicture, ...TakePicture[]]; place: BubblePlace }
  | { kind: 'sideBySide'; pictures: readonly [TakePicture, ...TakePicture[]] };

interface Size {
  width: number;
  height: number;
}

export interface GraphTimes {
  /** Before the take's first frame, since synchronisation moved sound there. */
  leadSec: number;
  /** Of the exported file. */
  durationSec: number;
  sampleRate: number;
}

/** Within it a track that begins late or ends early shows its nearest picture; what is longer is black. */
export const EDGE_SEC = 1;
const COLUMNS = 2;

/** When a picture begins in the exported file, and how long before its end it ends. */
export function edgesOf(picture: TakePicture, { leadSec, durationSec, sampleRate }: GraphTimes) {
  const startSec = (picture.startFrame ?? 0) / sampleRate + leadSec;
  return { startSec, gapSec: durationSec - startSec - picture.durationSec };
}

/** The size of the exported picture. */
export function sceneSize(scene: VideoScene, quality: VideoQuality): Size {
  if (scene.kind !== 'sideBySide') return exportedSize(scene.pictures[0], quality);
  const { cell, columns, rows } = gridOf(scene.pictures, quality);
  return { width: cell.width * columns, height: cell.height * rows };
}

/** FFmpeg's filters: from the inputs, which are the scene's pictures in their order, to `[v]`. */
export function graphOf(
  scene: VideoScene,
  of: { times: GraphTimes; quality: VideoQuality; fps: number; frames: number; pixels: string },
): string {
  const { times, quality, fps, frames, pixels } = of;
  const filled = (index: number, picture: TakePicture, shape: string[]) =>
    fill(index, { ...edgesOf(picture, times), fps, frames }, [...shape, 'setsar=1', `format=${pixels}`]);
  const size = sceneSize(scene, quality);
  const [main] = scene.pictures;
  const whole = filled(0, main, [`scale=w=${size.width}:h=${size.height}:flags=bicubic`]);
  switch (scene.kind) {
    case 'single':
      return `${whole}[v]`;
    case 'bubble': {
      const { left, top } = bubbleSquare(size, scene.place);
      const cameras = scene.pictures.slice(1).map((_, index) => index + 1);
      return [
        `${whole}[upon0]`,
        ...cameras.flatMap((input) => [
          ...bubble(input, bubbleSquare(size, scene.place).diameter, scene.place.isMirrored, fps),
          // Before its first picture and behind its last one the camera is not there.
          `[upon${input - 1}][bubble${input}]overlay=x=${left}:y=${top}:eof_action=pass:format=auto[upon${input}]`,
        ]),
        `[upon${cameras.length}]format=${pixels},trim=end_frame=${frames}[v]`,
      ].join(';');
    }
    case 'sideBySide': {
      const { cell, columns } = gridOf(scene.pictures, quality);
      const { width, height } = cell;
      const cells = scene.pictures.map((picture, index) => {
        const shape = [
          `scale=w=${width}:h=${height}:flags=bicubic:force_original_aspect_ratio=decrease:force_divisible_by=2`,
          `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:black`,
        ];
        return `${filled(index, picture, shape)}[cell${index}]`;
      });
      const inputs = cells.map((_, index) => `[cell${index}]`).join('');
      const layout = cells.map((_, index) => {
        const [column, row] = [index % columns, Math.floor(index / columns)];
        return `${column * width}_${row * height}`;
      });
      const stack = `xstack=inputs=${cells.length}:fill=black:layout=${layout.join('|')}`;
      return [...cells, `${inputs}${stack},format=${pixels},trim=end_frame=${frames}[v]`].join(';');
    }
  }
}

/** Even pictures from the file's first moment to its last. */
function fill(
  index: number,
  { startSec, gapSec, fps, frames }: { startSec: number; gapSec: number; fps: number; frames: number },
  shape: readonly string[],
): string {
  // What is missing before the first picture is put there in whole frames, the rest by the rate.
  const lateFrames = startSec > EDGE_SEC ? Math.floor(startSec * fps) : 0;
  const stopMode = gapSec > EDGE_SEC ? 'add' : 'clone';
  return [
    `[${index}:v:0]setpts=PTS-${(lateFrames / fps).toFixed(6)}/TB`,
    `fps=fps=${fps}:start_time=0`,
    ...shape,
    `tpad=start=${lateFrames}:start_mode=add:stop=-1:stop_mode=${stopMode}:color=black`,
    `trim=end_frame=${frames}`,
  ].join(',');
}

/** The middle of the camera's picture behind a round mask, which is drawn once. */
function bubble(input: number, diameter: number, isMirrored: boolean, fps: number): string[] {
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
    `${camera}[camera${input}]`,
    `color=c=black:s=${diameter}x${diameter}:r=1:d=1,format=gray,geq=lum='${inside}'[mask${input}]`,
    `[camera${input}][mask${input}]alphamerge[bubble${input}]`,
  ];
}

/** Cells of a picture of 16:9; smaller where nothing would be enlarged by less. */
function gridOf(
  pictures: readonly Size[],
  quality: VideoQuality,
): { cell: Size; columns: number; rows: number } {
  const columns = Math.min(COLUMNS, pictures.length);
  const rows = Math.ceil(pictures.length / columns);
  const height = QUALITY_HEIGHTS[quality];
  const cell = { width: (height * 16) / 9 / columns, height: height / rows };
  const least = Math.min(
    ...pictures.map((size) => Math.min(cell.width / size.width, cell.height / size.height)),
  );
  const scale = 1 / Math.max(1, least);
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { cell: { width: even(cell.width), height: even(cell.height) }, columns, rows };
}
