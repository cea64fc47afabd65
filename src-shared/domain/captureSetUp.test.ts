import { describe, expect, it } from 'vitest';
import { describeIssues } from '../rpc/issues.ts';
import {
  captureChannelChangesSchema,
  captureOptionChangesSchema,
  captureSetUpSchema,
  EMPTY_SET_UP,
} from './captureSetUp.ts';

const channel = (changes: object = {}) => ({ id: 'a', name: 'Host', ...changes });
const setUp = (changes: object = {}) => ({ version: 1, ...changes });
const problemOf = (document: unknown) => {
  const parsed = captureSetUpSchema.safeParse(document);
  return parsed.success ? null : describeIssues(parsed.error);
};

describe('a set-up document', () => {
  it('needs nothing but its version and the names of its channels', () => {
    const parsed = captureSetUpSchema.parse(setUp({ channels: [channel()] }));
    expect(parsed).toMatchObject({
      sampleRate: 48000,
      monitorDeviceId: null,
      channels: [{ source: null, isEnabled: true, inputGain: 100, volume: 100, pan: 0 }],
      recording: { mode: 'both', tap: 'raw', container: 'rf64', encoding: 'pcm24' },
    });
    expect(captureSetUpSchema.parse(parsed)).toEqual(parsed);
    expect(EMPTY_SET_UP.channels).toEqual([]);
  });

  it.each([
    ['no version', {}, 'version'],
    ['a version of the future', { version: 2 }, 'version'],
    ['a field that it does not know', setUp({ colour: 'red' }), 'colour'],
    [
      '33 channels',
      setUp({ channels: Array.from({ length: 33 }, (_, n) => channel({ id: `c${n}` })) }),
      '32',
    ],
    ['an id twice', setUp({ channels: [channel(), channel()] }), 'channels.1.id'],
    ['a gain that is no number', setUp({ channels: [channel({ inputGain: NaN })] }), 'channels.0.inputGain'],
    ['an endless volume', setUp({ channels: [channel({ volume: Infinity })] }), 'channels.0.volume'],
    ['too much gain', setUp({ channels: [channel({ inputGain: 201 })] }), 'channels.0.inputGain'],
    ['a pan beyond right', setUp({ channels: [channel({ pan: 101 })] }), 'channels.0.pan'],
    ['an empty name', setUp({ channels: [channel({ name: '  ' })] }), 'channels.0.name'],
    [
      'three channels of a device',
      setUp({ channels: [channel({ deviceChannels: [0, 1, 2] })] }),
      'deviceChannels',
    ],
    ['one channel twice', setUp({ channels: [channel({ deviceChannels: [1, 1] })] }), 'deviceChannels'],
    [
      'nine bands',
      setUp({ channels: [channel({ equalizer: { isOn: true, gainsDb: Array(9).fill(0) } })] }),
      'gainsDb',
    ],
    ['a rate that no mode has', setUp({ sampleRate: 22050 }), 'sampleRate'],
    ['a latency that no mode has', setUp({ latencyModeMs: 15 }), 'latencyModeMs'],
    ['float in FLAC', setUp({ recording: { container: 'flac', encoding: 'float32' } }), 'recording.encoding'],
    [
      'LTC of no channel',
      setUp({ recording: { sync: { method: 'timecode', source: 'ltc' } } }),
      'ltcChannelId',
    ],
    ['a pre-roll of a minute', setUp({ recording: { preRollSec: 60 } }), 'preRollSec'],
  ])('refuses %s, and names the field', (_what, document, field) => {
    expect(problemOf(document)).toContain(field);
  });
});

describe('changes of a set-up', () => {
  it('hold what is named and nothing else', () => {
    expect(captureChannelChangesSchema.parse({ isEnabled: false })).toEqual({ isEnabled: false });
    expect(captureOptionChangesSchema.parse({ recording: { mode: 'mixed' } })).toEqual({
      recording: { mode: 'mixed' },
    });
  });

  it('cannot give a channel another id', () => {
    expect(captureChannelChangesSchema.safeParse({ id: 'b' }).success).toBe(false);
  });
});
