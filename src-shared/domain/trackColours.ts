import { CHANNEL_COLOURS, freeColour, type ChannelColour } from './videoChannels.ts';

interface ColouredTrack {
  id: string;
  /** Of a track that was made of another one: that one. */
  of?: string | null | undefined;
  /** That its channel had; absent in takes of an earlier version. */
  colour?: ChannelColour | undefined;
}

/**
 * The colour of each track of a take, by its id: its channel's. Where none was kept, one that no other track has as far as there
 * are enough, given by the ids, so that no order of the tracks changes it.
 */
export function trackColours(tracks: readonly ColouredTrack[]): ReadonlyMap<string, ChannelColour> {
  const colours = new Map<string, ChannelColour>();
  const rawIdOf = ({ id, of }: ColouredTrack) => of ?? id;
  for (const track of tracks) if (track.colour) colours.set(rawIdOf(track), track.colour);
  const others = new Set(tracks.map(rawIdOf).filter((id) => !colours.has(id)));
  [...others].sort().forEach((id, index) => {
    const taken = [...colours.values()];
    const isFull = CHANNEL_COLOURS.every((colour) => taken.includes(colour));
    colours.set(
      id,
      isFull ? (CHANNEL_COLOURS[index % CHANNEL_COLOURS.length] ?? CHANNEL_COLOURS[0]) : freeColour(taken),
    );
  });
  for (const track of tracks) colours.set(track.id, colours.get(rawIdOf(track)) ?? CHANNEL_COLOURS[0]);
  return colours;
}

/** The same tracks, each with the colour of its channel. */
export function withChannelColours<T extends ColouredTrack>(
  tracks: readonly T[],
  channels: readonly { id: string; colour: ChannelColour }[],
): T[] {
  return tracks.map((track) => {
    const channel = channels.find(({ id }) => id === (track.of ?? track.id));
    return channel ? { ...track, colour: channel.colour } : track;
  });
}
