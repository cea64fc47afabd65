import type { BasicKind, BasicTake, BasicTrack } from '../../media/basicTakes/document.ts';

/** What a kind of track is in that recording: the sound of a meeting's window is other people. */
export const kindIn = ({ purpose }: BasicTake, kind: BasicKind): BasicKind | 'farSide' =>
  purpose === 'meeting' && kind === 'system' ? 'farSide' : kind;

/** Several of a kind are told apart by their number. */
export function labelOf(
  take: BasicTake,
  track: BasicTrack,
  nameOf: (kind: BasicKind | 'farSide') => string,
): string {
  const same = take.tracks.filter(({ kind }) => kind === track.kind);
  const name = nameOf(kindIn(take, track.kind));
  return same.length === 1 ? name : `${name} ${same.indexOf(track) + 1}`;
}
