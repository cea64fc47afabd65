/** What files with pictures hold of the sound. */
interface SoundMix {
  /** Of the sound that it is. */
  id: string;
  /** Of its own, where it is of several; null where one of them is the mix. */
  track: MediaStreamTrack | null;
  /** Another sound is added up from now on. */
  add(track: MediaStreamTrack): void;
  close(): void;
}

/** One sound as it is, several added up; null where there is none. `canGrow`: others may come later. */
export function mixSounds(
  sources: readonly { kind: string; track: MediaStreamTrack }[],
  canGrow: boolean,
): SoundMix | null {
  const [first] = sources;
  if (!first) return null;
  const nothing = () => undefined;
  if (sources.length === 1 && !canGrow) return { id: first.kind, track: null, add: nothing, close: nothing };
  const context = new AudioContext();
  const output = context.createMediaStreamDestination();
  const add = (track: MediaStreamTrack) =>
    context.createMediaStreamSource(new MediaStream([track])).connect(output);
  sources.forEach(({ track }) => add(track));
  const [track] = output.stream.getAudioTracks();
  if (!track) throw new Error('a mix without sound');
  return { id: 'mix', track, add, close: () => void context.close() };
}
