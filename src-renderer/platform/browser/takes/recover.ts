import type { VideoDocument, TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import type { TakeDocument, TakeTrack } from '../../../../src-shared/contract/takes.ts';
import { toStored } from '../../../../src-shared/domain/storedNames.ts';
import { OPUS_RATE_HZ } from '../../../../src-shared/domain/opus.ts';
import { replayJournal } from '../../../../src-shared/recording/index.ts';
import { DOCUMENT_NAME, JOURNAL_NAME, VIDEO_DOCUMENT_NAME } from '../../../../src-shared/domain/takeFiles.ts';
import { RESERVE_NAME } from './names.ts';
import type { OldTake } from './oldTake.ts';
import type { ScannedFile } from './scanTake.ts';
import { soundTrackOf } from './soundTrack.ts';
import type { TakeWriter } from './writer/index.ts';

interface CutOff {
  document: TakeDocument;
  video: VideoDocument | null;
  /** Of its journal. */
  lines: string[];
}

interface Means {
  writer: TakeWriter;
  scan: (file: string) => Promise<ScannedFile | null>;
  remove: (file: string) => Promise<void>;
}

/** Of a take whose page has gone: each file to its last whole block, and an end; null where nothing was in it. */
export async function recoverTake(
  { document, video, lines }: CutOff,
  { writer, scan, remove }: Means,
): Promise<{ document: TakeDocument; video: VideoDocument | null } | null> {
  await writer.ask({ kind: 'drop', names: [RESERVE_NAME] });
  const scanned = new Map<string, ScannedFile>();
  let hasAny = false;
  for (const { file } of [...document.tracks, ...(video?.videoTracks ?? [])]) {
    const times = await writer.ask({ kind: 'end', file });
    if (!times) {
      await remove(file);
      continue;
    }
    hasAny = true;
    // What is not understood stays where it is.
    const found = await scan(file);
    if (found) scanned.set(file, found);
  }
  if (!hasAny) return null;
  const frames = Math.max(0, ...[...scanned.values()].map(endOf));
  const replayed = replayJournal(document, lines);
  const recovered: TakeDocument = {
    ...replayed,
    status: 'recovered',
    frames,
    markers: replayed.markers.filter(({ atFrame }) => atFrame <= frames),
    tracks: document.tracks.flatMap((track) => soundIn(track, scanned.get(track.file), document, frames)),
  };
  const parts = video && {
    ...video,
    status: 'recovered' as const,
    videoTracks: video.videoTracks.flatMap((videoTrack) =>
      videoTrackIn(videoTrack, scanned.get(videoTrack.file)),
    ),
  };
  if (parts)
    await writer.ask({ kind: 'save', name: VIDEO_DOCUMENT_NAME, text: JSON.stringify(toStored(parts)) });
  await writer.ask({ kind: 'save', name: DOCUMENT_NAME, text: JSON.stringify(recovered) });
  await writer.ask({ kind: 'drop', names: [JOURNAL_NAME] });
  return { document: recovered, video: parts };
}

function soundIn(
  track: TakeTrack,
  found: ScannedFile | undefined,
  { tracks }: TakeDocument,
  takeFrames: number,
): TakeTrack[] {
  if (found?.kind !== 'sound') return [];
  const { id, name, file, device, ended, faders } = track;
  const kindOf = ({ id: of }: TakeTrack) => of.replace(/\d+$/, '');
  const later = tracks.slice(tracks.indexOf(track) + 1);
  return [
    soundTrackOf({
      id,
      name,
      file,
      source: device?.name ?? '',
      startMs: null,
      ended: ended?.message ?? null,
      scanned: found,
      takeFrames,
      isReplaced: !ended && later.some((other) => kindOf(other) === kindOf(track)),
      faders,
    }),
  ];
}

function videoTrackIn(videoTrack: TakeVideoTrack, found: ScannedFile | undefined): TakeVideoTrack[] {
  if (found?.kind !== 'video') return [];
  const { frames, startMs, endMs, longestGapMs } = found;
  return [
    {
      ...videoTrack,
      framesWritten: frames,
      startFrame: Math.round((startMs / 1000) * OPUS_RATE_HZ),
      durationSec: (endMs - startMs) / 1000,
      longestGapSec: longestGapMs / 1000,
    },
  ];
}

const endOf = (found: ScannedFile): number =>
  found.kind === 'sound' ? found.endFrame : Math.round((found.endMs / 1000) * OPUS_RATE_HZ);

/** The same of a take of an earlier version, whose first one's files came from the browser's own recorder. */
export async function recoverOldTake(
  take: OldTake,
  { writer, remove }: Omit<Means, 'scan'>,
): Promise<OldTake | null> {
  await writer.ask({ kind: 'drop', names: [RESERVE_NAME] });
  let recovered: OldTake = { ...take, status: 'recovered' };
  if (take.schemaVersion === 2) {
    const tracks: OldTake['tracks'] = [];
    let durationMs = 0;
    for (const track of take.tracks) {
      const found = await writer.ask({ kind: 'end', file: track.file });
      if (found) {
        tracks.push({ ...track, startMs: found.firstMs });
        durationMs = Math.max(durationMs, found.lastMs);
      } else await remove(track.file);
    }
    if (tracks.length === 0) return null;
    recovered = { ...recovered, tracks, durationMs };
  }
  await writer.ask({ kind: 'save', name: DOCUMENT_NAME, text: JSON.stringify(recovered) });
  return recovered;
}
