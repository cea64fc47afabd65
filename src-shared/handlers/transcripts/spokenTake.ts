import type { TakeDocument, TakeTrack } from '../../contract/takes.ts';
import type { TakeFiles } from './files.ts';

/** A take as a transcript needs it, in any host. */
export interface SpokenTake {
  id: string;
  document: Pick<TakeDocument, 'name' | 'sampleRate' | 'startedAtMs' | 'pauses' | 'frames'>;
  /** It is not recorded any more, and its end is known. */
  isFinished: boolean;
  /** Its microphones, and the mix where there are none. */
  tracks: SpokenTrack[];
  /** Speakers on one track go by where they are. */
  isMeeting: boolean;
  /** Who may speak on a track of several people; null where nobody said how many. */
  mostSpeakers: number | null;
  files: TakeFiles;
}

export interface SpokenTrack {
  id: string;
  name: string;
  /** Several people may speak on it. */
  isShared: boolean;
  /** How much later than the session it begins. */
  offsetSec: number;
  /** One channel of 16 kHz. Its memory is that of a piece. */
  decode: (signal: AbortSignal) => AsyncIterable<Float32Array>;
}

/** The microphones of a take, and the mix where there are none. */
export function voicesOf({ tracks }: TakeDocument): TakeTrack[] {
  const channels = tracks.filter(({ kind }) => kind === 'channel');
  return channels.length > 0 ? channels : tracks.filter(({ kind }) => kind === 'mix');
}
