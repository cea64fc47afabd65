import {
  endFrameOf,
  mediaOf,
  type Clip,
  type Media,
  type Project,
  type Rational,
  type Track,
} from './document.ts';
import { gainDbAt } from './points.ts';
import { sampleOfFrame, SOUND_RATE, sourceOffsetSamples, sourceStartSample } from './time.ts';

/** What is heard between two samples of a project, at 48 kHz. */
export interface SoundList {
  sampleRate: number;
  fromSample: number;
  toSample: number;
  segments: SoundSegment[];
  master: Project['master'];
}

/** A piece of one media, whole even where the list begins or ends within it. */
export interface SoundSegment {
  clipId: string;
  trackId: string;
  mediaId: string;
  /** On the timeline, with its crossfades. */
  fromSample: number;
  toSample: number;
  /** In the source, at 48 kHz, of `fromSample`. */
  sourceFromSample: number;
  /** 1/1 is copied; else stretched at its pitch. */
  speed: Rational;
  /** On the timeline; linear in decibels between two points. At least one. */
  gain: { sample: number; gainDb: number }[];
  /** Samples from its start and before its end, of equal power: two that cross keep the loudness. */
  fadeInSamples: number;
  fadeOutSamples: number;
  /** -100 is left, 100 is right. */
  pan: number;
}

/** 5 ms: no cut clicks, no word is blurred. */
export const CROSSFADE_SAMPLES = 240;

/** The only reader of a project's sound, for preview, export and measuring. */
export function resolveSound(project: Project, fromSample: number, toSample: number): SoundList {
  const hasSolo = project.tracks.some(({ isSolo, isMuted }) => isSolo && !isMuted);
  const segments = project.tracks
    .filter(({ isMuted, isSolo }) => !isMuted && (isSolo || !hasSolo))
    .flatMap((track) => segmentsOf(project, track, fromSample, toSample));
  return { sampleRate: SOUND_RATE, fromSample, toSample, segments, master: project.master };
}

/** The amplitude of a segment at a sample of the timeline: its gain and its fades, without pan. */
export function amplitudeAt(segment: SoundSegment, sample: number): number {
  const { fromSample, toSample, fadeInSamples, fadeOutSamples } = segment;
  // Behind the last sample, which a step of gain ends at, a fade of nothing is none.
  const rising = (position: number, length: number) =>
    length > 0 && position + 0.5 < length ? Math.sin((Math.PI / 2) * ((position + 0.5) / length)) : 1;
  const fades = rising(sample - fromSample, fadeInSamples) * rising(toSample - 1 - sample, fadeOutSamples);
  return fades * 10 ** (gainDbAt(segment.gain, sample, (point) => point.sample) / 20);
}

/** A clip that is heard, and between which samples of the timeline. */
interface Heard {
  clip: Clip;
  media: Media;
  from: number;
  to: number;
}

function segmentsOf(project: Project, track: Track, fromSample: number, toSample: number): SoundSegment[] {
  return track.clips.flatMap((clip, index) => {
    const heard = hear(project, clip);
    if (!heard || heard.from - CROSSFADE_SAMPLES >= toSample || heard.to + CROSSFADE_SAMPLES <= fromSample)
      return [];
    const neighbour = (at: number) => hear(project, track.clips[at]);
    const before = edgeBetween(project, neighbour(index - 1), heard);
    const after = edgeBetween(project, heard, neighbour(index + 1));
    const segment = segmentOf(project, track, heard, { before, after });
    return segment.fromSample < toSample && segment.toSample > fromSample ? [segment] : [];
  });
}

function hear(project: Project, clip: Clip | undefined): Heard | null {
  const media = clip && mediaOf(project, clip);
  if (!clip || !media?.sound || !clip.isSoundOn || clip.speed.num === 0) return null;
  if (clip.speedSound === 'mute' && clip.speed.num !== clip.speed.den) return null;
  const from = sampleOfFrame(project.rate, clip.startFrame);
  return { clip, media, from, to: sampleOfFrame(project.rate, endFrameOf(clip)) };
}

/** What lies between two clips: how far the left one continues, the right one begins earlier, and how long they fade. */
interface Edge {
  leftLonger: number;
  rightEarlier: number;
  fadeOut: number;
  fadeIn: number;
}

function edgeBetween(project: Project, left: Heard | null, right: Heard | null): Edge {
  const fadeOut = left ? freeFade(left, 'out', project.rate) : 0;
  const fadeIn = right ? freeFade(right, 'in', project.rate) : 0;
  const free = { leftLonger: 0, rightEarlier: 0, fadeOut, fadeIn };
  if (!left || !right) return free;
  const overlap = left.to - right.from;
  if (overlap > 0) return { ...free, fadeOut: overlap, fadeIn: overlap };
  if (overlap < 0 || left.clip.fadeOutFrames > 0 || right.clip.fadeInFrames > 0) return free;
  if (continues(project, left, right)) return { ...free, fadeOut: 0, fadeIn: 0 };
  const half = Math.floor(
    Math.min(
      CROSSFADE_SAMPLES / 2,
      (left.to - left.from) / 2,
      (right.to - right.from) / 2,
      samplesBehind(left),
      samplesBefore(right),
    ),
  );
  return half < 1 ? free : { leftLonger: half, rightEarlier: half, fadeOut: 2 * half, fadeIn: 2 * half };
}

/** Where nothing crosses: the fade that was set, else so short that it only keeps a cut from clicking. */
function freeFade({ clip, media, from, to }: Heard, side: 'in' | 'out', rate: Rational): number {
  const frames = side === 'in' ? clip.fadeInFrames : clip.fadeOutFrames;
  if (frames > 0) {
    const edge = side === 'in' ? clip.startFrame + frames : endFrameOf(clip) - frames;
    return side === 'in' ? sampleOfFrame(rate, edge) - from : to - sampleOfFrame(rate, edge);
  }
  const isWhole =
    side === 'in'
      ? clip.sourceStartTicks === 0
      : samplesBehind({ clip, media, from, to }) < CROSSFADE_SAMPLES;
  return isWhole ? 0 : Math.min(CROSSFADE_SAMPLES, Math.floor((to - from) / 2));
}

/** Pieces of one recording that follow each other as they were recorded. */
function continues({ rate }: Project, { clip: left }: Heard, { clip: right }: Heard): boolean {
  const isPlain = [left, right].every(({ speed }) => speed.num === speed.den);
  if (!isPlain || left.mediaId !== right.mediaId) return false;
  return sourceOffsetSamples(left, rate) === sourceOffsetSamples(right, rate);
}

/** How much of the source lies before and behind a clip, in samples of the timeline. */
const samplesBefore = ({ clip }: Heard) => sourceStartSample(clip) * (clip.speed.den / clip.speed.num);
const samplesBehind = ({ clip, media, from, to }: Heard) =>
  Math.max(
    0,
    Math.floor(media.durationSec * SOUND_RATE - sourceStartSample(clip)) * (clip.speed.den / clip.speed.num) -
      (to - from),
  );

function segmentOf(
  project: Project,
  track: Track,
  { clip, media, from, to }: Heard,
  { before, after }: { before: Edge; after: Edge },
): SoundSegment {
  const { speed } = clip;
  const fromSample = from - before.rightEarlier;
  const isPlain = speed.num === speed.den;
  const early = Math.round((before.rightEarlier * speed.num) / speed.den);
  const sourceFromSample = isPlain
    ? fromSample + sourceOffsetSamples(clip, project.rate)
    : sourceStartSample(clip) - early;
  return {
    clipId: clip.id,
    trackId: track.id,
    mediaId: media.id,
    fromSample,
    toSample: to + after.leftLonger,
    sourceFromSample: Math.max(0, sourceFromSample),
    speed,
    gain: gainPoints(project, track, clip, from),
    fadeInSamples: before.fadeIn,
    fadeOutSamples: after.fadeOut,
    pan: track.pan,
  };
}

function gainPoints({ rate }: Project, track: Track, clip: Clip, from: number): SoundSegment['gain'] {
  const always = clip.gainDb + track.volumeDb;
  if (clip.envelope.length === 0) return [{ sample: from, gainDb: always }];
  return clip.envelope.map(({ frame, gainDb }) => ({
    sample: sampleOfFrame(rate, clip.startFrame + frame),
    gainDb: always + gainDb,
  }));
}
