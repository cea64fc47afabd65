import type { BasicTrack } from '../../media/basicTakes/document.ts';

/** Several of a kind are told apart by their number. */
export function labelOf(tracks: readonly BasicTrack[], track: BasicTrack, name: string): string {
  const same = tracks.filter(({ kind }) => kind === track.kind);
  return same.length === 1 ? name : `${name} ${same.indexOf(track) + 1}`;
}
