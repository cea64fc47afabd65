import { describe, expect, it } from 'vitest';
import type { TakeTrack } from '../../../../src-shared/contract/takes.ts';
import { createTakePlayer } from '../../../media/takePlayer.ts';
import { isTrackHeard } from '../../../media/takeRun.ts';
import { mutedAtFirst, swapHeard } from './voiceSides.ts';

const track = (id: string, kind: TakeTrack['kind'], of: string | null = null) =>
  ({ id, name: id, kind, of }) as TakeTrack;

const TRACKS = [
  track('host', 'channel'),
  track('guest', 'channel'),
  track('mix', 'mix'),
  track('cleaned:host', 'cleaned', 'host'),
];

const playerOf = (mutedIds: readonly string[]) =>
  createTakePlayer(
    { sampleRate: 48_000, frames: 0, tracks: [] },
    () => {
      throw new Error('nothing is played');
    },
    mutedIds,
  );

describe('before and after', () => {
  it('begins with clean voices, and without what would be heard twice', () => {
    expect(mutedAtFirst(TRACKS)).toEqual(['host', 'mix']);
    expect(mutedAtFirst([track('mix', 'mix')])).toEqual([]);
    expect(mutedAtFirst([...TRACKS, track('processed:host', 'processed', 'host')])).toContain(
      'processed:host',
    );
  });

  it('puts one in the place of the other, muted or soloed as it was', () => {
    const player = playerOf(mutedAtFirst(TRACKS));
    const heardIds = () => TRACKS.map(({ id }) => id).filter((id) => isTrackHeard(id, player.read()));
    expect(heardIds()).toEqual(['guest', 'cleaned:host']);
    swapHeard(player, 'cleaned:host', 'host');
    expect(heardIds()).toEqual(['host', 'guest']);
    player.setSolo('host', true);
    swapHeard(player, 'host', 'cleaned:host');
    expect(heardIds()).toEqual(['cleaned:host']);
    player.setSolo('cleaned:host', false);
    player.setMuted('cleaned:host', true);
    swapHeard(player, 'cleaned:host', 'host');
    expect(heardIds()).toEqual(['guest']);
  });
});
