import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VideoSupport } from '../../../src-shared/contract/host.ts';
import { VIDEO_CODECS } from '../../../src-shared/contract/takeVideoTracks.ts';
import { askToShare, encodingFor } from './index.ts';

const HOST: VideoSupport = {
  supported: true,
  heardBy: 'host',
  cleansVoice: true,
  hasCameraBubble: true,
  codecs: [...VIDEO_CODECS],
};
const PAGE: VideoSupport = {
  supported: true,
  heardBy: 'page',
  cleansVoice: true,
  hasCameraBubble: false,
  codecs: ['vp8'],
};
const REQUEST = {
  surface: 'window',
  soundSurface: 'browser',
  fps: 30,
  maxHeight: 1080,
  showCursor: true,
} as const;

const getDisplayMedia = vi.fn((_: DisplayMediaStreamOptions) =>
  Promise.resolve({ getVideoTracks: () => [] } as unknown as MediaStream),
);
const asked = () => getDisplayMedia.mock.lastCall?.[0];

beforeEach(() =>
  vi.stubGlobal('navigator', { mediaDevices: { getDisplayMedia, getSupportedConstraints: () => ({}) } }),
);
afterEach(() => vi.unstubAllGlobals());

describe('what a host leaves to its page', () => {
  it('is a window without its sound, where the host hears it', async () => {
    await askToShare(HOST, { ...REQUEST, withSound: true });
    expect(asked()).toMatchObject({ audio: false, video: { displaySurface: 'window' } });
  });

  it('is a tab with its sound, where the host hears nothing', async () => {
    await askToShare(PAGE, { ...REQUEST, withSound: true });
    expect(asked()).toMatchObject({
      audio: { echoCancellation: false },
      video: { displaySurface: 'browser' },
    });
  });

  it('is no sound that is not wanted', async () => {
    await askToShare(PAGE, REQUEST);
    expect(asked()).toMatchObject({ audio: false, video: { displaySurface: 'browser' } });
  });

  it('is the codec that is wanted, or what every browser encodes', () => {
    expect(encodingFor(HOST, 'avc1')).toEqual({ codec: 'avc1' });
    expect(encodingFor(PAGE, 'avc1')).toEqual({ codec: 'vp8' });
  });
});
