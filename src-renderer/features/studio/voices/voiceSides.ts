import { useState } from 'react';
import type { TakeDocument, TakeTrack } from '../../../../src-shared/contract/takes.ts';
import { cleanTrackOf } from '../../../../src-shared/domain/takeVoices.ts';
import type { TakePlayer } from '../../../media/takePlayer.ts';

type VoiceSide = 'before' | 'after';

/** The tracks that nobody hears at first: the mix beside its channels, and what has a clean one. */
export function mutedAtFirst(tracks: readonly TakeTrack[]): string[] {
  const heard = (kind: TakeTrack['kind']) =>
    tracks.filter((track) => track.kind === kind).map((track) => (cleanTrackOf(tracks, track) ?? track).id);
  const channels = heard('channel');
  const heardIds = new Set(channels.length > 0 ? channels : heard('mix'));
  return tracks.map(({ id }) => id).filter((id) => !heardIds.has(id));
}

/** A track with its clean one; null where there is none. */
interface VoicePair {
  recorded: TakeTrack;
  clean: TakeTrack | null;
}

/** The recorded tracks of a take, each heard as it was recorded or clean. */
export function useVoiceSides({ document, player }: { document: TakeDocument; player: TakePlayer }) {
  // Another player begins with clean voices.
  const [turned, setTurned] = useState<{ player: TakePlayer; side: VoiceSide } | null>(null);
  const side = turned?.player === player ? turned.side : 'after';
  const pairs = document.tracks
    .filter(({ kind }) => kind !== 'processed' && kind !== 'cleaned')
    .map((recorded): VoicePair => ({ recorded, clean: cleanTrackOf(document.tracks, recorded) }));
  return {
    side,
    hasSides: pairs.some(({ clean }) => clean !== null),
    /** As they are heard, under the names of the recorded ones. */
    tracks: pairs.map(({ recorded, clean }) =>
      clean && side === 'after' ? { ...clean, name: recorded.name, kind: recorded.kind } : recorded,
    ),
    /** Each keeps whether it is muted or soloed. */
    turnTo(next: VoiceSide) {
      if (next === side) return;
      for (const { recorded, clean } of pairs) {
        if (!clean) continue;
        const [from, to] = next === 'after' ? [recorded.id, clean.id] : [clean.id, recorded.id];
        swapHeard(player, from, to);
      }
      setTurned({ player, side: next });
    },
  };
}

/** Another track is heard in the place of one; it is muted or soloed as that was. */
export function swapHeard(player: TakePlayer, from: string, to: string): void {
  const { mutedIds, soloIds } = player.read();
  player.setMuted(to, mutedIds.includes(from));
  player.setMuted(from, true);
  if (!soloIds.includes(from)) return;
  player.setSolo(to, true);
  player.setSolo(from, false);
}
