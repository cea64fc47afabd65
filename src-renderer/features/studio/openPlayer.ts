import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { TakeDocument, TakePeaks } from '../../../src-shared/contract/takes.ts';
import { failureOf } from '../../lib/loadable.ts';
import { createTakePlayer, type TakePlayer, type TakeSpan } from '../../media/takePlayer.ts';
import type { TakeSoundTrack } from '../../media/takeRun.ts';
import type { PlatformClient, ThunkExtra } from '../../platform/index.ts';
import { joinChunks } from '../../lib/joinChunks.ts';
import { openVideo, type OpenedVideo } from './openVideo.ts';
import { workOnTake } from './studioThunks.ts';
import { mutedAtFirst } from './voices/voiceSides.ts';

/** As many points as a wide screen has pixels. */
const PEAK_PARTS = 2000;
const HEARD_CHANNELS = 2;

/** A track's waveform between two moments of the player. */
export interface Waveform extends TakeSpan {
  peaks: TakePeaks;
}

export interface OpenedTake {
  document: TakeDocument;
  player: TakePlayer;
  /** Of each track, all of it. */
  waveforms: Record<string, Waveform>;
  /** The same closer; null where it cannot be read. */
  readWaveform: (trackId: string, span: TakeSpan) => Promise<Waveform | null>;
  videos: readonly OpenedVideo[];
  /** What the player counts from, before the recording's first frame: sound that synchronisation moved there. */
  leadSec: number;
}

/** Makes a recording ready to be heard and seen; its sound and its video comes from the host as it is played. */
export function openPlayer(id: string, signal: AbortSignal) {
  return async (
    dispatch: ThunkDispatch<unknown, ThunkExtra, UnknownAction>,
    _: unknown,
    { client }: ThunkExtra,
  ): Promise<OpenedTake> => {
    const { document } = unwrap(await client.call('takes.read', { id }, { signal }));
    if (!document) throw new Error(`The recording ${id} has no description.`);
    if (document.container !== 'rf64') {
      const preparing = dispatch(workOnTake({ kind: 'prepare', id }));
      signal.addEventListener('abort', () => preparing.abort(), { once: true });
      const prepared = await preparing;
      if (workOnTake.rejected.match(prepared)) throw new Error(failureOf(prepared).message);
    }
    const tracks = document.tracks.filter(({ framesWritten }) => framesWritten > 0);
    const startFrame = Math.min(0, ...tracks.map(({ offsetFrames }) => offsetFrames));
    const sounds = tracks.map((track): TakeSoundTrack => ({
      id: track.id,
      channels: Math.min(HEARD_CHANNELS, track.channels),
      startFrame: track.offsetFrames - startFrame,
      frames: track.framesWritten,
      read: (fromFrame, frames) => readSound(client, { id, trackId: track.id, fromFrame, frames }),
    }));
    const leadSec = -startFrame / document.sampleRate;
    const videos = await openVideo(client, id, document);
    const frames = Math.max(
      0,
      ...sounds.map((sound) => sound.startFrame + sound.frames),
      ...videos.map(({ endSec }) => Math.round((leadSec + endSec) * document.sampleRate)),
    );
    const spans = new Map(
      sounds.map((sound) => [
        sound.id,
        {
          fromSec: sound.startFrame / document.sampleRate,
          toSec: (sound.startFrame + sound.frames) / document.sampleRate,
        },
      ]),
    );
    const readWaveform = async (trackId: string, span: TakeSpan): Promise<Waveform | null> => {
      const whole = spans.get(trackId);
      if (!whole) return null;
      const length = whole.toSec - whole.fromSec;
      const partOf = (sec: number) => Math.min(1, Math.max(0, (sec - whole.fromSec) / length));
      const [from, to] = [partOf(span.fromSec), partOf(span.toSec)];
      const answer = await client.call('takes.readPeaks', { id, trackId, parts: PEAK_PARTS, from, to });
      if (!answer.success) return null;
      const at = (part: number) => whole.fromSec + part * length;
      return { fromSec: at(from), toSec: at(to), peaks: answer.data };
    };
    const waveforms = await Promise.all(
      [...spans].map(async ([trackId, span]) => {
        // A lost waveform is no reason not to hear the sound.
        const empty = { ...span, peaks: { lowest: [], highest: [] } };
        return [trackId, (await readWaveform(trackId, span)) ?? empty] as const;
      }),
    );
    const player = createTakePlayer(
      { sampleRate: document.sampleRate, frames, tracks: sounds },
      (sampleRate) => new AudioContext({ sampleRate }),
      mutedAtFirst(tracks),
    );
    return { document, player, waveforms: Object.fromEntries(waveforms), readWaveform, videos, leadSec };
  };
}

interface SoundPart {
  id: string;
  trackId: string;
  fromFrame: number;
  frames: number;
}

async function readSound(client: PlatformClient, part: SoundPart): Promise<Float32Array> {
  const chunks: Uint8Array[] = [];
  await client.open('takes.readSound', part, (bytes) => chunks.push(bytes)).done;
  // Little-endian on the wire, as every machine is that runs a browser.
  return new Float32Array(joinChunks(chunks).buffer);
}
