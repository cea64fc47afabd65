import type { ChannelColour } from './videoChannels.ts';

export const TRACK_KINDS = ['channel', 'processed', 'cleaned', 'mix', 'played'] as const;
type TrackKind = (typeof TRACK_KINDS)[number];

/** What of a track says which voice it is of. */
interface VoiceTrack {
  id: string;
  name: string;
  kind: TrackKind;
  of?: string | null | undefined;
  colour?: ChannelColour | undefined;
}

/** Sound of the computer beside a screen: no voice. */
const SYSTEM_TRACK = 'system';

/** The tracks with voices: the channels, where there is none the mix. */
export function voicesOf<T extends VoiceTrack>(tracks: readonly T[]): T[] {
  const channels = tracks.filter(({ kind }) => kind === 'channel');
  if (channels.length === 0) return tracks.filter(({ kind }) => kind === 'mix');
  return channels.filter(({ id }) => id !== SYSTEM_TRACK);
}

/** All but what was made of them later. */
export function recordedTracks<T extends VoiceTrack>(tracks: readonly T[]): T[] {
  return tracks.filter(({ kind }) => kind !== 'cleaned');
}

/** Of a track as it was recorded, the clean one: cleaned later, else recorded beside it; null: there is none. */
export function cleanTrackOf<T extends VoiceTrack>(tracks: readonly T[], { id }: T): T | null {
  const found = (kind: VoiceTrack['kind']) => tracks.find((track) => track.kind === kind && track.of === id);
  return found('cleaned') ?? found('processed') ?? null;
}

/** The same tracks with clean voices, each in the place of the recorded one; the mix is not of them. */
export function withCleanVoices<T extends VoiceTrack>(tracks: readonly T[]): T[] {
  const voices = voicesOf(tracks);
  const isMixed = voices.some(({ kind }) => kind === 'mix');
  return tracks
    .filter(({ kind }) => kind === 'channel' || (isMixed && kind === 'mix'))
    .map((track) => {
      const clean = cleanTrackOf(tracks, track);
      const { id, name, kind, colour } = track;
      return clean ? { ...clean, id, name, kind, colour } : track;
    });
}
