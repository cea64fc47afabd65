import { projectEndFrame, type Project, type Rational, type Size } from '../../domain/edit/document.ts';
import { RENDER_RESOLUTIONS, isSoundFormat, type RenderOptions } from '../../domain/edit/render.ts';
import { resolve, type DrawList } from '../../domain/edit/resolve.ts';
import { sampleOfFrame } from '../../domain/edit/time.ts';
import { RpcError } from '../../contract/errors.ts';
import { drawCovering } from './drawCovering.ts';

/** An export in frames and samples: everything else follows from it. */
export interface RenderPlan {
  /** What is drawn: without captions that are a track of their own. */
  project: Project;
  /** Of the file; 0 for sound alone. */
  frames: number;
  rate: Rational;
  size: Size;
  /** What frame `index` of the file shows. */
  drawListOf(index: number): DrawList;
  /** The frame of the project that it shows. */
  projectFrameOf(index: number): number;
  fromFrame: number;
  projectFrames: number;
  fromSample: number;
  toSample: number;
  durationSec: number;
}

/** Captions that are a track of the file, or are left out, are no part of the frame. */
export function planRender(whole: Project, options: RenderOptions): RenderPlan {
  const project = options.captions === 'burnt' ? whole : withoutCaptions(whole);
  const { fromFrame, frames: projectFrames } = extentOf(whole, options);
  const rate = options.frameRate === null ? project.rate : { num: options.frameRate, den: 1 };
  const ratio = (rate.num * project.rate.den) / (rate.den * project.rate.num);
  const isStill = options.format === 'png';
  const frames = isSoundFormat(options.format)
    ? 0
    : isStill
      ? 1
      : Math.max(1, Math.round(projectFrames * ratio));
  const size = sizeOf(project.canvas, options);
  const projectFrameOf = (index: number) =>
    fromFrame + Math.min(projectFrames - 1, Math.floor((index + 0.5) / ratio));
  const fromSample = sampleOfFrame(project.rate, fromFrame);
  const toSample = sampleOfFrame(project.rate, fromFrame + projectFrames);
  const draw = options.shape === 'vertical' ? drawCovering : resolve;
  return {
    project,
    frames,
    rate,
    size,
    projectFrameOf,
    drawListOf: (index) => draw(project, projectFrameOf(index), size),
    fromFrame,
    projectFrames,
    fromSample,
    toSample,
    durationSec: (toSample - fromSample) / 48_000,
  };
}

function extentOf(project: Project, { range }: RenderOptions): { fromFrame: number; frames: number } {
  const end = projectEndFrame(project);
  if (end === 0) throw new RpcError('FILE_EMPTY', 'The project is empty. Put a clip on its timeline first.');
  if (range === null) return { fromFrame: 0, frames: end };
  if (range.fromFrame >= end)
    throw new RpcError(
      'BAD_OPTION',
      `The part begins at frame ${range.fromFrame}, and the project ends at ${end}.`,
    );
  return { fromFrame: range.fromFrame, frames: Math.min(range.frames, end - range.fromFrame) };
}

/** Even sides: what has half as many colour samples needs them. */
function sizeOf(canvas: Size, { resolution, shape }: RenderOptions): Size {
  const lines = resolution === null ? Math.min(canvas.width, canvas.height) : RENDER_RESOLUTIONS[resolution];
  const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));
  if (shape === 'vertical') return { width: even(lines), height: even((lines * 16) / 9) };
  const scale = lines / Math.min(canvas.width, canvas.height);
  return { width: even(canvas.width * scale), height: even(canvas.height * scale) };
}

const isCaption = ({ generator }: Project['tracks'][number]['clips'][number]) =>
  generator?.kind === 'text' && generator.style.place === 'caption';

function withoutCaptions(project: Project): Project {
  const tracks = project.tracks.map((track) => ({
    ...track,
    clips: track.clips.filter((clip) => !isCaption(clip)),
  }));
  return { ...project, tracks };
}

/** Captions of the part that is exported, in seconds of the file. */
export function captionsOf(project: Project, { fromFrame, projectFrames }: RenderPlan) {
  const secondsAt = (frame: number) =>
    ((Math.min(Math.max(frame, fromFrame), fromFrame + projectFrames) - fromFrame) * project.rate.den) /
    project.rate.num;
  return project.tracks
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ clips }) => clips.filter(isCaption))
    .map(({ startFrame, lengthFrames, generator }) => ({
      startSec: secondsAt(startFrame),
      endSec: secondsAt(startFrame + lengthFrames),
      text: generator?.kind === 'text' ? generator.text : '',
    }))
    .filter(({ startSec, endSec, text }) => endSec > startSec && text.trim() !== '')
    .sort((one, other) => one.startSec - other.startSec);
}
