import { errorCodeSchema } from '../../../../src-shared/contract/errors.ts';
import type { TakePicture } from '../../../../src-shared/contract/takePictures.ts';
import {
  TAKE_SCHEMA_VERSION,
  type TakeDocument,
  type TakeGap,
  type TakeSummary,
  type TakeTrack,
} from '../../../../src-shared/contract/takes.ts';
import { OPUS_RATE_HZ } from '../../../../src-shared/domain/opus.ts';
import {
  isSoundKind,
  type BasicKind,
  type BasicTake,
  type BasicTrack,
} from '../../../media/basicTakes/document.ts';
import type { ScannedFile, ScannedPictures, ScannedSound } from './scanTake.ts';
import type { StoredTake } from './store.ts';

/** What the files of a take hold, by their names; null where one holds nothing that can be read. */
export type ScannedFiles = ReadonlyMap<string, ScannedFile | null>;

const NAMES: Readonly<Record<BasicKind, string>> = {
  audio: 'Microphone',
  system: 'Sound',
  video: 'Camera',
  screen: 'Screen',
};
/** The sound of a meeting's window is other people. */
const FAR_SIDE = 'The others';
/** A source stops a moment before the take's end. */
const EDGE_FRAMES = 1.5 * OPUS_RATE_HZ;
const MOST_GAPS = 10_000;
const NO_SIZE = 2;

/** A track's id: the name of its file, but a microphone is called as the host calls it. */
export const trackIdOf = ({ file }: BasicTrack): string =>
  file.replace(/\.webm$/, '').replace(/^audio/, 'microphone');

export const peaksNameOf = ({ file }: BasicTrack): string => file.replace(/\.webm$/, '.peaks');

const nameOf = ({ purpose }: BasicTake, kind: BasicKind): string =>
  purpose === 'meeting' && kind === 'system' ? FAR_SIDE : NAMES[kind];

/** Several of a kind are told apart by their number. */
export function labelOf(take: BasicTake, track: BasicTrack): string {
  const same = take.tracks.filter(({ kind }) => kind === track.kind);
  const name = nameOf(take, track.kind);
  return same.length === 1 ? name : `${name} ${same.indexOf(track) + 1}`;
}

/** A browser's take of any version, as every host describes one. */
export function documentOf(take: BasicTake, files: ScannedFiles): TakeDocument {
  const frames = framesOf(take.durationMs);
  const sounds = take.tracks.filter(({ kind }) => isSoundKind(kind));
  const pictures = take.tracks.filter(({ kind }) => !isSoundKind(kind));
  return {
    schemaVersion: TAKE_SCHEMA_VERSION,
    name: take.name,
    status: take.status,
    mode: 'multitrack',
    // A meeting's microphone is cleaned on its way in, where the browser can.
    tap: take.purpose === 'meeting' ? 'processed' : 'raw',
    container: 'webm',
    encoding: 'opus',
    sampleRate: OPUS_RATE_HZ,
    startedAtMs: take.startedAtMs,
    startFrame: 0,
    frames,
    timecode: { source: 'none', timeReference: null, fps: null },
    markers: [],
    // Left out as they came: where they were is not written.
    pauses: [],
    missedDeadlines: 0,
    ended: take.ended && { code: codeOf(take.ended.code), message: take.ended.message },
    // A page has no process of its own.
    writer: { pid: 0, startedTicks: 0, bootId: null },
    tracks: sounds.map((track) => soundTrackOf(take, track, files.get(track.file))),
    pictures: pictures.map((track) => pictureOf(take, track, files.get(track.file))),
  };
}

function soundTrackOf(take: BasicTake, track: BasicTrack, found: ScannedFile | null | undefined): TakeTrack {
  const sound = found?.kind === 'sound' ? found : null;
  const startFrame = sound?.startFrame ?? framesOf(track.startMs);
  const gaps = sound ? gapsOf(take, track, sound) : [];
  const endFrame = gaps.reduce(
    (end, { atFrame, spanFrames }) => Math.max(end, atFrame + spanFrames),
    toldEnd(sound),
  );
  const length = Math.max(0, endFrame - startFrame);
  return {
    id: trackIdOf(track),
    name: labelOf(take, track),
    kind: 'channel',
    channels: Math.min(2, sound?.channels ?? 1),
    file: track.file,
    peaks: peaksNameOf(track),
    device: { id: '', name: track.source, channels: [] },
    startFrame,
    framesExpected: length,
    framesWritten: sound ? length : 0,
    gaps: gaps.slice(0, MOST_GAPS),
    gapCount: gaps.length,
    missingFrames: gaps.reduce((sum, { missingFrames }) => sum + missingFrames, 0),
    dryFrames: 0,
    xruns: 0,
    clippedSamples: 0,
    driftPpm: null,
    offsetFrames: startFrame,
  };
}

/** What its writer said, where more of it lacks than its last piece may. */
function toldEnd(sound: ScannedSound | null): number {
  if (!sound) return 0;
  const { endFrame, toldEndFrame } = sound;
  return (toldEndFrame ?? 0) > endFrame + LAST_PIECE_FRAMES ? (toldEndFrame ?? 0) : endFrame;
}
const LAST_PIECE_FRAMES = 0.12 * OPUS_RATE_HZ;

function gapsOf(take: BasicTake, track: BasicTrack, sound: ScannedSound): TakeGap[] {
  const gaps = sound.gaps.map(({ atFrame, frames }): TakeGap => gapOf(atFrame, frames, 'late'));
  const atFrame = toldEnd(sound);
  const missing = framesOf(take.durationMs) - atFrame;
  // Another window was shared in its place.
  const isReplaced = take.tracks.some(
    (other) => other.kind === track.kind && other.startMs > track.startMs && track.ended === null,
  );
  if (missing > EDGE_FRAMES && !isReplaced)
    gaps.push(gapOf(atFrame, missing, track.ended === null ? 'late' : 'device'));
  return gaps;
}

const gapOf = (atFrame: number, frames: number, reason: TakeGap['reason']): TakeGap => ({
  ...{ atFrame, spanFrames: frames, missingFrames: frames, reason },
});

function pictureOf(take: BasicTake, track: BasicTrack, found: ScannedFile | null | undefined): TakePicture {
  const pictures = found?.kind === 'pictures' ? found : null;
  const same = take.tracks.filter(({ kind }) => kind === track.kind);
  return {
    id: trackIdOf(track),
    // Files of one kind follow each other: what was lost and came back, or another window.
    sourceId: same.length > 1 ? track.kind : null,
    name: nameOf(take, track.kind),
    kind: track.kind === 'video' ? 'video' : 'screen',
    source: track.source,
    file: track.file,
    codec: pictures?.codec ?? 'vp8',
    width: Math.max(NO_SIZE, pictures?.width ?? NO_SIZE),
    height: Math.max(NO_SIZE, pictures?.height ?? NO_SIZE),
    fps: fpsOf(pictures),
    startFrame: pictures && framesOf(pictures.startMs),
    framesWritten: pictures?.frames ?? 0,
    framesDropped: track.framesDropped,
    durationSec: pictures ? (pictures.endMs - pictures.startMs) / 1000 : 0,
    longestGapSec: pictures ? pictures.longestGapMs / 1000 : 0,
    ended: track.ended === null ? null : { code: 'DEVICE_LOST', message: track.ended },
    bubble: null,
  };
}

/** What was asked for is not written: what came. */
function fpsOf(pictures: ScannedPictures | null): number {
  if (!pictures) return 1;
  const seconds = (pictures.endMs - pictures.startMs) / 1000;
  return Math.min(240, Math.max(1, Math.round(pictures.frames / Math.max(seconds, 1e-3))));
}

/** What a list says of a take: nothing of its files is read for that. */
export function summaryOf({ take, sizeBytes, certificate }: StoredTake): TakeSummary {
  const count = (...kinds: BasicKind[]) =>
    new Set(take.tracks.filter(({ kind }) => kinds.includes(kind)).map(({ file }) => file)).size;
  const has = (kind: BasicKind) => take.tracks.some((track) => track.kind === kind);
  const tracks = {
    audio: count('audio', 'system'),
    // One that was lost and came back is one, in parts.
    video: Number(has('video')),
    screen: Number(has('screen')),
    mix: 0,
  };
  return {
    id: take.id,
    name: take.name,
    status: take.status,
    problem: notesOf(take).join(' ') || null,
    startedAtMs: take.startedAtMs,
    durationSec: take.status === 'recording' ? 0 : take.durationMs / 1000,
    trackCount: tracks.audio + tracks.video + tracks.screen,
    tracks,
    sound: { system: has('system'), microphone: has('audio') },
    sizeBytes,
    grade: certificate?.grade ?? null,
  };
}

/** What is not as it was wanted, in words. */
function notesOf(take: BasicTake): string[] {
  const { ended, tracks } = take;
  const dropped = tracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0);
  return [
    ...(ended ? [ended.message] : []),
    ...tracks.flatMap((track) => {
      // Where the whole ended with it, that has been said; and of a tab's sound, where its picture has gone as well.
      if (track.ended === null || track.ended === ended?.message || hasGoneWithPicture(take, track))
        return [];
      return [`${labelOf(take, track)}: ${track.ended}`];
    }),
    ...(dropped > 0 ? [`${dropped} ${dropped === 1 ? 'picture' : 'pictures'} dropped.`] : []),
  ];
}

/** Whether it is the sound of what was shared, and that is not shared any more; its picture comes next among the tracks. */
function hasGoneWithPicture({ tracks }: BasicTake, track: BasicTrack): boolean {
  if (track.kind !== 'system') return false;
  const picture = tracks.slice(tracks.indexOf(track)).find(({ kind }) => kind === 'screen');
  return picture !== undefined && picture.ended !== null;
}

const codeOf = (code: string) => errorCodeSchema.safeParse(code).data ?? 'INTERNAL';
const framesOf = (ms: number) => Math.round((ms / 1000) * OPUS_RATE_HZ);
