import { endFrameOf, type Clip, type Project, type Rational, type Track } from './document.ts';
import { gainDbAt } from './points.ts';
import { mergeRanges, type FrameRange } from './timeline.ts';
import { sourceStartSec } from './time.ts';

/** Cuts for talk: where nobody speaks, who only bleeds into a microphone, and what words lie where. Pure: levels are given. */

/** How loud a media is: a level for each `hopSec`, in dBFS. */
export interface Levels {
  hopSec: number;
  levelsDb: ArrayLike<number>;
}

const SILENT_DB = -120;
/** What is lower was muted. */
const MUTED_DB = -100;

/** The level of a track at each frame up to `frames`, by what its clips play there; the loudest that falls into it. */
export function levelsOfTrack(
  { rate }: Pick<Project, 'rate'>,
  track: Track,
  levels: ReadonlyMap<string, Levels>,
  frames: number,
): Float32Array {
  const result = new Float32Array(frames).fill(SILENT_DB);
  for (const clip of track.clips) {
    const known = clip.mediaId === null ? undefined : levels.get(clip.mediaId);
    if (known && clip.isSoundOn && clip.speed.num > 0) addLevels(result, clip, known, rate);
  }
  return result;
}

function addLevels(result: Float32Array, clip: Clip, { hopSec, levelsDb }: Levels, rate: Rational): void {
  const perFrame = (rate.den / rate.num) * (clip.speed.num / clip.speed.den);
  const end = Math.min(endFrameOf(clip), result.length);
  for (let frame = clip.startFrame; frame < end; frame += 1) {
    const fromSec = sourceStartSec(clip) + (frame - clip.startFrame) * perFrame;
    const [first, last] = [Math.floor(fromSec / hopSec), Math.ceil((fromSec + perFrame) / hopSec)];
    const gainDb = clip.gainDb + gainDbAt(clip.envelope, frame - clip.startFrame, (point) => point.frame);
    for (let at = first; at < last; at += 1) {
      const level = (levelsDb[at] ?? SILENT_DB) + gainDb;
      if (level > (result[frame] ?? SILENT_DB)) result[frame] = level;
    }
  }
}

/**
 * Above what a microphone hears speech: between its room and its voice, a third of the way up. Of one that hears
 * nothing but its room it is above that.
 */
export function speechThresholdDb(levelsDb: ArrayLike<number>): number {
  const heard = new Float64Array(levelsDb).filter((level) => level > SILENT_DB).sort();
  const [room, voice] = [heard[Math.floor(heard.length * 0.1)], heard[Math.floor(heard.length * 0.9)]];
  if (room === undefined || voice === undefined) return SILENT_DB;
  return Math.max(room + 6, room + (voice - room) / 3);
}

/**
 * The same for a track, by all of what its media hold: where the pauses were cut out already, speech alone would be taken for
 * the room. Of several media the lowest one, so that no word is lost.
 */
export function trackThresholdDb(
  { clips }: Pick<Track, 'clips'>,
  levels: ReadonlyMap<string, Levels>,
): number {
  const thresholds = clips.flatMap(({ mediaId, gainDb }) => {
    const known = mediaId === null ? undefined : levels.get(mediaId);
    return known ? [mediaThresholdDb(known) + gainDb] : [];
  });
  return thresholds.reduce((lowest, one) => Math.min(lowest, one), 0);
}

/** Counted once: sorting hours of levels takes its time. */
const knownThresholds = new WeakMap<Levels, number>();
function mediaThresholdDb(levels: Levels): number {
  const known = knownThresholds.get(levels) ?? speechThresholdDb(levels.levelsDb);
  knownThresholds.set(levels, known);
  return known;
}

export interface Microphone {
  /** A level for each frame of the timeline. */
  levelsDb: ArrayLike<number>;
  thresholdDb: number;
}

export interface PauseSettings {
  /** Shorter pauses stay. */
  minFrames: number;
  /** Stays in front of speech and behind it. */
  paddingFrames: number;
  /** How much of each pause stays beside the padding: 0 cuts all, more only shortens. */
  keptFrames: number;
}

/**
 * Where all microphones are silent at once. First the intersection, then what is too short goes, then the padding: one
 * microphone's pause under another's words is none.
 */
export function findPauses(
  microphones: readonly Microphone[],
  { minFrames, paddingFrames, keptFrames }: PauseSettings,
): FrameRange[] {
  const frames = Math.max(0, ...microphones.map(({ levelsDb }) => levelsDb.length));
  const isSilent = (frame: number) =>
    microphones.every(({ levelsDb, thresholdDb }) => (levelsDb[frame] ?? SILENT_DB) < thresholdDb);
  return rangesWhere(frames, isSilent)
    .filter(({ from, to }) => to - from >= minFrames)
    .map(({ from, to }) => {
      const [start, end] = [from === 0 ? 0 : from + paddingFrames, to === frames ? to : to - paddingFrames];
      const kept = Math.min(keptFrames, Math.max(0, end - start));
      return { from: start + Math.ceil(kept / 2), to: end - Math.floor(kept / 2) };
    })
    .filter(({ from, to }) => to > from);
}

export interface CrosstalkSettings {
  marginDb: number;
  minFrames: number;
  paddingFrames: number;
}

/**
 * Of each microphone where it only hears others: another one is louder by `marginDb`, for at least `minFrames`. What is
 * near the others' level is its own voice, or both speak.
 */
export function findCrosstalk(
  microphones: readonly Microphone[],
  settings: CrosstalkSettings,
): FrameRange[][] {
  return microphones.map((own) => findCrosstalkIn(own, microphones, settings));
}

/** The same of one microphone beside others. */
export function findCrosstalkIn(
  own: Pick<Microphone, 'levelsDb'>,
  others: readonly Microphone[],
  { marginDb, minFrames, paddingFrames }: CrosstalkSettings,
): FrameRange[] {
  const isOther = (frame: number) => {
    const level = own.levelsDb[frame] ?? SILENT_DB;
    return others.some(({ levelsDb, thresholdDb }) => {
      const other = levelsDb[frame] ?? SILENT_DB;
      return other >= thresholdDb && other - level >= marginDb;
    });
  };
  return rangesWhere(own.levelsDb.length, isOther)
    .map(({ from, to }) => ({ from: from + paddingFrames, to: to - paddingFrames }))
    .filter(({ from, to }) => to - from >= minFrames);
}

/** Where any of the microphones hears speech; pauses up to `holdFrames` between words are part of it. For ducking. */
export function findSpeech(microphones: readonly Microphone[], holdFrames: number): FrameRange[] {
  const frames = Math.max(0, ...microphones.map(({ levelsDb }) => levelsDb.length));
  const isHeard = (frame: number) =>
    microphones.some(({ levelsDb, thresholdDb }) => (levelsDb[frame] ?? SILENT_DB) >= thresholdDb);
  const longer = rangesWhere(frames, isHeard).map(({ from, to }) => ({ from, to: to + holdFrames }));
  return mergeRanges(longer).map(({ from, to }) => ({ from, to: Math.max(from + 1, to - holdFrames) }));
}

/** Whether anything is to be heard there: what was muted before is not. */
export function isHeardIn(levelsDb: ArrayLike<number>, { from, to }: FrameRange): boolean {
  for (let frame = from; frame < to; frame += 1) if ((levelsDb[frame] ?? SILENT_DB) > MUTED_DB) return true;
  return false;
}

function rangesWhere(frames: number, isTrue: (frame: number) => boolean): FrameRange[] {
  const ranges: FrameRange[] = [];
  let from = -1;
  for (let frame = 0; frame <= frames; frame += 1) {
    const isIn = frame < frames && isTrue(frame);
    if (isIn && from < 0) from = frame;
    if (!isIn && from >= 0) {
      ranges.push({ from, to: frame });
      from = -1;
    }
  }
  return ranges;
}

/** A word that was recognised in a media, with its time there. */
export interface Word {
  text: string;
  startSec: number;
  endSec: number;
}

/** A word where it is heard on the timeline. */
export interface PlacedWord {
  text: string;
  mediaId: string;
  clipId: string;
  /** Which of the media's words it is. */
  index: number;
  startFrame: number;
  endFrame: number;
}

/** The words of all media as they are heard now, in order; what was cut out is not among them. */
export function placeWords(project: Project, words: ReadonlyMap<string, readonly Word[]>): PlacedWord[] {
  const placed = project.tracks.flatMap(({ clips }) =>
    clips.flatMap((clip) => wordsOfClip(project, clip, words)),
  );
  return placed.sort((one, other) => one.startFrame - other.startFrame || one.index - other.index);
}

function wordsOfClip(
  { rate }: Project,
  clip: Clip,
  words: ReadonlyMap<string, readonly Word[]>,
): PlacedWord[] {
  const { mediaId, speed } = clip;
  if (mediaId === null || !clip.isSoundOn || speed.num === 0) return [];
  const frameAt = (sec: number) =>
    clip.startFrame +
    Math.round(((sec - sourceStartSec(clip)) * rate.num * speed.den) / (rate.den * speed.num));
  return (words.get(mediaId) ?? []).flatMap(({ text, startSec, endSec }, index) => {
    const [startFrame, endFrame] = [frameAt(startSec), frameAt(endSec)];
    const middle = (startFrame + endFrame) / 2;
    // A word that a cut goes through is where its middle is.
    if (middle < clip.startFrame || middle >= endFrameOf(clip)) return [];
    const from = Math.max(startFrame, clip.startFrame);
    return [
      {
        text,
        mediaId,
        clipId: clip.id,
        index,
        startFrame: from,
        endFrame: Math.min(endFrame, endFrameOf(clip)),
      },
    ];
  });
}

/**
 * What has to go from all tracks so that these words go: from each run of words up to the next word that stays, so that
 * the pause in front of it stays as it was spoken.
 */
export function cutByWords(words: readonly PlacedWord[], cut: ReadonlySet<PlacedWord>): FrameRange[] {
  const ranges = words.flatMap((word, at) => {
    if (!cut.has(word)) return [];
    const next = words[at + 1];
    const end = next && next.startFrame > word.startFrame ? next.startFrame : word.endFrame;
    return end > word.startFrame ? [{ from: word.startFrame, to: end }] : [];
  });
  return mergeRanges(ranges);
}

export interface Chapter {
  startSec: number;
  endSec: number;
  title: string;
}

/** The chapters of an export by its markers: the first begins with the export, as players require. */
export function chaptersOf(
  { markers, rate }: Pick<Project, 'markers' | 'rate'>,
  { from, to }: FrameRange,
): Chapter[] {
  const inside = markers.filter(({ frame, name }) => frame > from && frame < to && name !== '');
  const first = markers.findLast(({ frame, name }) => frame <= from && name !== '');
  if (inside.length === 0 && !first) return [];
  const starts = [{ frame: from, name: first?.name ?? 'Start' }, ...inside];
  const secondsFrom = (frame: number) => ((frame - from) * rate.den) / rate.num;
  return starts.map(({ frame, name }, at) => ({
    startSec: secondsFrom(frame),
    endSec: secondsFrom(starts[at + 1]?.frame ?? to),
    title: name,
  }));
}
