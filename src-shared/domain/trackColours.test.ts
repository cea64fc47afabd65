import { describe, expect, it } from 'vitest';
import { CHANNEL_COLOURS } from './videoChannels.ts';
import { trackColours, withChannelColours } from './trackColours.ts';

describe('the colours of a take’s tracks', () => {
  const host = { id: 'host', colour: 'red' as const };
  const clean = { id: 'clean-1', of: 'host' };

  it('are those of the channels, also of what was made of a track', () => {
    const tracks = withChannelColours([{ id: 'host' }, clean, { id: 'mix' }], [host]);
    expect(tracks).toEqual([host, { ...clean, colour: 'red' }, { id: 'mix' }]);
    const colours = trackColours([host, clean, { id: 'mix' }]);
    expect([...colours]).toEqual([
      ['host', 'red'],
      ['mix', 'blue'],
      ['clean-1', 'red'],
    ]);
  });

  it('do not change with the order of the tracks or with one that is left out', () => {
    const tracks = [{ id: 'c' }, { id: 'a' }, { id: 'b' }];
    const colours = trackColours(tracks);
    expect(new Set(colours.values()).size).toBe(3);
    expect(trackColours(tracks.toReversed()).get('b')).toBe(colours.get('b'));
  });

  it('are there for more tracks than there are colours', () => {
    const tracks = Array.from({ length: 32 }, (_, index) => ({ id: `track-${index}` }));
    const colours = trackColours(tracks);
    expect(colours.size).toBe(32);
    expect(new Set(colours.values())).toEqual(new Set(CHANNEL_COLOURS));
  });
});
