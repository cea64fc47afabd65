import type { ChannelColour } from '../../../src-shared/domain/videoChannels.ts';

/** What this page hears for a recording, where the host hears nothing on its own: tracks of the browser, which no store can hold. */
export type SoundId = 'microphone' | 'system';

/** How loud it is in a mix, and where. */
export interface SoundFader {
  volume: number;
  pan: number;
  isMuted: boolean;
}

export interface LiveSound {
  readonly id: SoundId;
  readonly track: MediaStreamTrack;
  /** What its device, or what is shared, is called. */
  readonly name: string;
  /** What its track is called; null: as every sound of its kind. */
  readonly label: string | null;
  /** The studio's channel that it is; null: none's. */
  readonly channelId: string | null;
  /** Of the channel; null where there is none. */
  readonly fader: SoundFader | null;
  /** Of that channel. */
  readonly colour?: ChannelColour | undefined;
  /** It is wanted as it arrives. */
  readonly isRaw: boolean;
  /** Why the microphone is recorded as it arrives; null: it is cleaned, or need not be. */
  readonly uncleaned: string | null;
  /** It gives nothing any more, and nobody here has asked for that. */
  readonly hasEnded: boolean;
}

const sounds = new Map<SoundId, LiveSound>();
const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());

export const liveSound = (id: SoundId): LiveSound | null => sounds.get(id) ?? null;

/** In the place of what was held under its id before; anyone who opened a track stops it. */
export function holdSound(
  id: SoundId,
  track: MediaStreamTrack,
  given: Pick<LiveSound, 'name'> & Partial<LiveSound>,
): void {
  const {
    name,
    label = null,
    channelId = null,
    fader = null,
    isRaw = false,
    uncleaned = null,
    colour,
  } = given;
  const hasEnded = track.readyState === 'ended';
  const sound = { id, track, name, label, channelId, fader, isRaw, uncleaned, hasEnded, colour };
  sounds.set(id, sound);
  track.addEventListener('ended', () => change(track, { hasEnded: true }));
  notify();
}

/** Another object: anyone who shows it sees that something is new. */
function change(track: MediaStreamTrack, changes: Partial<LiveSound>): void {
  for (const [id, sound] of sounds) if (sound.track === track) sounds.set(id, { ...sound, ...changes });
  notify();
}

/** It is called otherwise, or its fader was moved. */
export const updateSound = (
  track: MediaStreamTrack,
  changes: Partial<Pick<LiveSound, 'label' | 'fader'>>,
): void => change(track, changes);

/** Its cleaning has failed, and it continues as it arrives. */
export const noteUncleaned = (track: MediaStreamTrack, uncleaned: string): void =>
  change(track, { uncleaned });

/** `track`: only where it is that one still. */
export function releaseSound(id: SoundId, track?: MediaStreamTrack): void {
  if (track && sounds.get(id)?.track !== track) return;
  if (sounds.delete(id)) notify();
}

/** Hears of what comes, goes and ends; what it returns ends that. */
export function followSounds(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
