import { RpcError } from '../contract/errors.ts';
import { failWith } from '../contract/errorTexts.ts';
import type { SoundExportRequest, TakeRange } from '../contract/takeExport.ts';
import { MOST_TAKE_SEC, type TakeDocument, type TakeTrack } from '../contract/takes.ts';
import { cleanTrackOf, recordedTracks, voicesOf, withCleanVoices } from '../domain/takeVoices.ts';

/** A file of an export: tracks that are added up, from `startFrame` of the take on. */
export interface PlannedSound {
  /** Without its ending. */
  name: string;
  tracks: TakeTrack[];
  isMix: boolean;
  channels: 1 | 2;
  startFrame: number;
  frames: number;
}

/** The files of an export: stems, a mix or both, all of one length. `label` is what messages call the take. */
export function planSoundExport(
  document: TakeDocument,
  request: SoundExportRequest,
  label: string,
): PlannedSound[] {
  const { container, trackIds, range, voices } = request;
  if (container === 'flac' && request.encoding === 'float32') {
    throw failWith('BAD_OPTION', 'flacNoFloat');
  }
  const all = tracksFor(document, voices).filter((track) => track.framesWritten > 0);
  const tracks = wantedOf(document, all, trackIds);
  if (tracks.length === 0) throw failWith('FILE_EMPTY', 'noSoundToExport', { values: { name: label } });
  const whole = extentOf(all);
  refuseEndless(document, whole.frames);
  const place = range ? rangeIn(range, whole) : whole;
  const ending = range
    ? ` ${timeName(place.startFrame - whole.startFrame, place.frames, document.sampleRate)}`
    : '';
  const planned: PlannedSound[] = [];
  if (request.what !== 'mix') {
    for (const track of tracks.filter(({ kind }) => kind !== 'mix')) {
      if (track.channels > 2) {
        throw failWith('FORMAT_UNSUPPORTED', 'twoCanBeExported', {
          values: { name: track.name, channels: track.channels },
        });
      }
      const name = `${track.file.replace(/\.[^.]+$/, '')}${ending}`;
      planned.push({
        name,
        tracks: [track],
        isMix: false,
        channels: track.channels === 1 ? 1 : 2,
        ...place,
      });
    }
  }
  if (request.what !== 'stems') {
    const name = `${voices === 'clean' ? 'clean-mix' : 'mix'}${ending}`;
    const mixedTracks = mixedOf(all, tracks);
    planned.push({ name, tracks: mixedTracks, isMix: true, channels: 2, ...place });
  }
  if (planned.length === 0) throw new RpcError('BAD_OPTION', `${label} has a mix alone. Export that: --mix.`);
  return planned;
}

/** The tracks to be exported: as recorded, or with clean voices. */
export function tracksFor(document: TakeDocument, voices: SoundExportRequest['voices']): TakeTrack[] {
  if (voices !== 'clean') return recordedTracks(document.tracks);
  const isClean = voicesOf(document.tracks).some((voice) => cleanTrackOf(document.tracks, voice));
  if (!isClean) throw failWith('BAD_OPTION', 'voicesNotCleaned');
  return withCleanVoices(document.tracks);
}

/** Those that are asked for: a clean voice by its own id, or by that of the recorded one. */
export function wantedOf(
  document: TakeDocument,
  all: readonly TakeTrack[],
  trackIds: readonly string[] | null,
): TakeTrack[] {
  return all.filter(
    ({ id: wantedId }) =>
      trackIds === null ||
      document.tracks.some(({ id, of }) => (id === wantedId || of === wantedId) && trackIds.includes(id)),
  );
}

/** What is mixed of the tracks that are wanted: the recorded mix has all of them in it. */
export function mixedOf(all: readonly TakeTrack[], wanted: readonly TakeTrack[]): TakeTrack[] {
  const isPartial = all.some((track) => track.kind === 'channel' && !wanted.includes(track));
  const channels = wanted.filter(({ kind }) => kind === 'channel');
  return tracksOfMix(isPartial && channels.length > 0 ? channels : [...wanted]);
}

/** The recorded mix, with its faders; the sum of the channels where there is none, or where they were moved. */
export function tracksOfMix(tracks: readonly TakeTrack[]): TakeTrack[] {
  const channels = tracks.filter(({ kind }) => kind === 'channel');
  const mix = tracks.filter(({ kind }) => kind === 'mix');
  const wasMoved = channels.some(({ offsetFrames }) => offsetFrames !== (mix[0]?.offsetFrames ?? 0));
  return channels.length === 0 || (mix.length > 0 && !wasMoved) ? mix : channels;
}

/** Of a document that anybody may have written: what it calls a recording of years is not written out. */
export function refuseEndless({ name, sampleRate }: TakeDocument, frames: number): void {
  if (frames <= MOST_TAKE_SEC * sampleRate) return;
  throw failWith('FILE_UNREADABLE', 'longerThanAny', {
    values: { name, hours: Math.round(frames / sampleRate / 3600) },
  });
}

export interface Chapter {
  startSec: number;
  title: string;
}

interface MarkedTake {
  markers: readonly { atFrame: number; label: string }[];
  sampleRate: number;
  name: string;
}

/** One from each marker to the next; what lies before the first marker has the recording's name. */
export function chaptersOf(
  { markers, sampleRate, name }: MarkedTake,
  { startFrame, frames }: { startFrame: number; frames: number },
): Chapter[] {
  const inside = markers
    .map(({ atFrame, label }, index) => ({
      startSec: (atFrame - startFrame) / sampleRate,
      title: label.trim() || `Chapter ${index + 1}`,
    }))
    .filter(({ startSec }) => startSec >= 0 && startSec < frames / sampleRate)
    .sort((one, other) => one.startSec - other.startSec)
    // Of two at one moment players show the last.
    .filter(({ startSec }, index, all) => all[index + 1]?.startSec !== startSec);
  const [first] = inside;
  return first && first.startSec > 0 ? [{ startSec: 0, title: name }, ...inside] : inside;
}

/** From the first sound of any track to the last: what is moved to before the start must not be cut off. */
function extentOf(tracks: readonly TakeTrack[]): { startFrame: number; frames: number } {
  const startFrame = Math.min(...tracks.map(({ offsetFrames }) => offsetFrames));
  const endFrame = Math.max(...tracks.map(({ offsetFrames, framesWritten }) => offsetFrames + framesWritten));
  return { startFrame, frames: endFrame - startFrame };
}

/** The part of a range that the recording has. */
export function rangeIn({ fromFrame, frames }: TakeRange, whole: { startFrame: number; frames: number }) {
  const startFrame = Math.max(whole.startFrame, fromFrame);
  const endFrame = Math.min(whole.startFrame + whole.frames, fromFrame + frames);
  if (endFrame > startFrame) return { startFrame, frames: endFrame - startFrame };
  throw failWith('BAD_OPTION', 'selectionOutside');
}

/** Beside the whole: "0.05-1.30" is from 5 s to 1 min 30 s. */
export function timeName(fromFrame: number, frames: number, sampleRate: number): string {
  const text = (frame: number) => {
    const seconds = Math.round(frame / sampleRate);
    return `${Math.floor(seconds / 60)}.${String(seconds % 60).padStart(2, '0')}`;
  };
  return `${text(fromFrame)}-${text(fromFrame + frames)}`;
}
