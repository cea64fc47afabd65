import type { CaptureSetUp } from '../../../src-shared/domain/captureSetUp.ts';

const MIX_CHANNELS = 2;
const BYTES_OF = { pcm24: 3, float32: 4 } as const;

/** How many files a take of this set-up gets. */
export function countTracks({ channels, recording }: Pick<CaptureSetUp, 'channels' | 'recording'>): {
  audio: number;
  mix: number;
} {
  const enabled = channels.filter(({ isEnabled }) => isEnabled).length;
  return {
    audio: recording.mode === 'mixed' ? 0 : enabled,
    mix: recording.mode === 'multitrack' || enabled === 0 ? 0 : 1,
  };
}

/**
 * Bytes of a second of this set-up before any compression; FLAC writes less, how much depends on the sound.
 * `soundBits`: a second of each channel where its host always compresses it; else null.
 */
export function bytesPerSecond(
  setUp: Pick<CaptureSetUp, 'channels' | 'recording' | 'sampleRate'>,
  soundBits: number | null = null,
): number {
  const { audio, mix } = countTracks(setUp);
  if (soundBits !== null) return (audio * soundBits) / 8;
  const recorded = setUp.channels.filter(({ isEnabled }) => isEnabled && audio > 0);
  const channels = recorded.reduce((sum, { deviceChannels }) => sum + deviceChannels.length, 0);
  const taps = setUp.recording.tap === 'both' ? 2 : 1;
  return (taps * channels + mix * MIX_CHANNELS) * setUp.sampleRate * BYTES_OF[setUp.recording.encoding];
}

/**
 * Seconds that fit on the disk, down to what the set-up keeps free; null where nothing would be recorded.
 * `videoRate`: the most bytes a second of cameras and screens beside the sound.
 */
export function secondsLeft(
  setUp: Pick<CaptureSetUp, 'channels' | 'recording' | 'sampleRate'>,
  freeBytes: number,
  videoRate = 0,
  soundBits: number | null = null,
): number | null {
  const rate = bytesPerSecond(setUp, soundBits) + videoRate;
  return rate === 0 ? null : Math.max(0, freeBytes - setUp.recording.keepFreeBytes) / rate;
}
