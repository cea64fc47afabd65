/** What files with video hold of the sound. */
export interface SoundMix {
  /** Of the first sound in it. */
  id: string;
  /** Of its own, where it is of several; null where the first of them is the mix. */
  track: MediaStreamTrack | null;
  /** Once more does nothing. */
  close(): void;
}

/** One sound as it is, several added up; null where there is none. */
export function mixSounds(sources: readonly { id: string; track: MediaStreamTrack }[]): SoundMix | null {
  const [first] = sources;
  if (!first) return null;
  if (sources.length === 1) return { id: first.id, track: null, close: () => undefined };
  const context = new AudioContext();
  const output = context.createMediaStreamDestination();
  for (const { track } of sources) context.createMediaStreamSource(new MediaStream([track])).connect(output);
  const [track] = output.stream.getAudioTracks();
  if (!track) throw new Error('a mix without sound');
  let isClosed = false;
  return {
    ...{ id: first.id, track },
    close() {
      if (!isClosed) void context.close();
      isClosed = true;
    },
  };
}
