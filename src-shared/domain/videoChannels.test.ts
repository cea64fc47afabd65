import { describe, expect, it } from 'vitest';
import { freeName, moveChannel, type VideoChannel } from './videoChannels.ts';

const channel = (id: string, kind: VideoChannel['kind']): VideoChannel => ({
  ...{
    id,
    kind,
    name: id,
    deviceId: null,
    deviceLabel: null,
    isEnabled: true,
    colour: 'blue',
    soundId: null,
  },
});
const channels = [
  channel('a', 'video'),
  channel('s', 'screen'),
  channel('b', 'video'),
  channel('c', 'video'),
];
const ids = (list: VideoChannel[]) => list.map(({ id }) => id).join('');

describe('channels of video', () => {
  it('move among those of their kind alone', () => {
    expect(ids(moveChannel(channels, 'a', 1))).toBe('bsac');
    expect(ids(moveChannel(channels, 'c', 0))).toBe('csab');
    expect(ids(moveChannel(channels, 's', 3))).toBe('asbc');
    expect(ids(moveChannel(channels, 'unknown', 0))).toBe('asbc');
  });

  it('get the first name that is free', () => {
    expect(freeName('Camera', [])).toBe('Camera 1');
    expect(freeName('Camera', ['Camera 1', 'Camera 3'])).toBe('Camera 2');
  });
});
