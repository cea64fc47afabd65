import { errorCodeSchema } from '../../../../src-shared/contract/errors.ts';
import type { TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import { TAKE_SCHEMA_VERSION, type TakeDocument } from '../../../../src-shared/contract/takes.ts';
import { OPUS_RATE_HZ } from '../../../../src-shared/domain/opus.ts';
import { isSoundKind, type OldKind, type OldTake, type OldTrack } from './oldTake.ts';
import type { ScannedFile, ScannedVideo } from './scanTake.ts';
import { soundTrackOf } from './soundTrack.ts';

/** What the files of a take hold, by their names; null where one holds nothing that can be read. */
export type ScannedFiles = ReadonlyMap<string, ScannedFile | null>;

const NAMES: Readonly<Record<OldKind, string>> = {
  audio: 'Microphone',
  system: 'Sound',
  video: 'Camera',
  screen: 'Screen',
};
/** The sound of a meeting's window is other people. */
const FAR_SIDE = 'The others';
const NO_SIZE = 2;

/** A track's id: the name of its file, but a microphone is called as the host calls it. */
const trackIdOf = ({ file }: OldTrack): string => file.replace(/\.webm$/, '').replace(/^audio/, 'microphone');

const nameOf = ({ purpose }: OldTake, kind: OldKind): string =>
  purpose === 'meeting' && kind === 'system' ? FAR_SIDE : NAMES[kind];

/** Several of a kind are distinguished by their number. */
function labelOf(take: OldTake, track: OldTrack): string {
  const same = take.tracks.filter(({ kind }) => kind === track.kind);
  const name = nameOf(take, track.kind);
  return same.length === 1 ? name : `${name} ${same.indexOf(track) + 1}`;
}

/** A take of an earlier version, as every host describes one; what lies in its files is known by `files` alone. */
export function documentOf(take: OldTake, files: ScannedFiles): TakeDocument {
  const frames = framesOf(take.durationMs);
  const sounds = take.tracks.filter(({ kind }) => isSoundKind(kind));
  const videoTracks = take.tracks.filter(({ kind }) => !isSoundKind(kind));
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
    tracks: sounds.map((track) =>
      soundTrackOf({
        ...{ id: trackIdOf(track), name: labelOf(take, track), file: track.file, source: track.source },
        ...{ startMs: track.startMs, ended: track.ended, scanned: files.get(track.file) ?? null },
        ...{ takeFrames: frames, isReplaced: isReplaced(take, track) },
      }),
    ),
    videoTracks: videoTracks.map((track) => videoTrackOf(take, track, files.get(track.file))),
  };
}

/** Another window was shared in its place. */
const isReplaced = (take: OldTake, track: OldTrack) =>
  take.tracks.some(
    ({ kind, startMs }) => kind === track.kind && startMs > track.startMs && track.ended === null,
  );

function videoTrackOf(take: OldTake, track: OldTrack, found: ScannedFile | null | undefined): TakeVideoTrack {
  const video = found?.kind === 'video' ? found : null;
  const same = take.tracks.filter(({ kind }) => kind === track.kind);
  return {
    id: trackIdOf(track),
    // Files of one kind follow each other: what was lost and came back, or another window.
    sourceId: same.length > 1 ? track.kind : null,
    name: nameOf(take, track.kind),
    kind: track.kind === 'video' ? 'video' : 'screen',
    source: track.source,
    file: track.file,
    codec: video?.codec ?? 'vp8',
    width: Math.max(NO_SIZE, video?.width ?? NO_SIZE),
    height: Math.max(NO_SIZE, video?.height ?? NO_SIZE),
    fps: fpsOf(video),
    startFrame: video && framesOf(video.startMs),
    framesWritten: video?.frames ?? 0,
    framesDropped: track.framesDropped,
    durationSec: video ? (video.endMs - video.startMs) / 1000 : 0,
    longestGapSec: video ? video.longestGapMs / 1000 : 0,
    ended: track.ended === null ? null : { code: 'DEVICE_LOST', message: track.ended },
    bubble: null,
  };
}

/** What was asked for is not written: what came. */
function fpsOf(video: ScannedVideo | null): number {
  if (!video) return 1;
  const seconds = (video.endMs - video.startMs) / 1000;
  return Math.min(240, Math.max(1, Math.round(video.frames / Math.max(seconds, 1e-3))));
}

const codeOf = (code: string) => errorCodeSchema.safeParse(code).data ?? 'INTERNAL';
const framesOf = (ms: number) => Math.round((ms / 1000) * OPUS_RATE_HZ);
