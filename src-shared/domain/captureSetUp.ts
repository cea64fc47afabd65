import { CHANNEL_CAPS, DEFAULT_BUFFER_FRAMES, DEFAULT_SAMPLE_RATE } from './audio.ts';
import { CHANNEL_COLOURS } from './videoChannels.ts';
import { DEFAULT_EFFECTS } from './stripEffects.ts';

/** Channels of one set-up (document 2, section 9). */
export const MAX_CAPTURE_CHANNELS = CHANNEL_CAPS.professional.audio;

/** Said where a take has nothing to record (document 2, section 5). */
export const NO_ENABLED_CHANNEL = 'Please enable at least one channel before recording.';
/** Said where the engine refused and gave no reason (document 2, section 8). */
export const CAPTURE_START_FAILED = 'Failed to start multi-channel capture';

/** A source that is no device: whichever microphone there is, on hosts that have one such (`hasDefaultSource`). */
export const DEFAULT_SOURCE = 'default';

/** Longest sound from before a take's start that can be kept. */
export const MAX_PRE_ROLL_SEC = 30;

/** What a new channel does: its sound as it comes, cleaned as document 1, section 9 has it, all else off. */
export const DEFAULT_CHANNEL = {
  isEnabled: true,
  /** Percent; 100 leaves the level as it is. */
  inputGain: 100,
  echoCancellation: false,
  automaticGain: false,
  denoise: { engine: 'rnnoise', sensitivity: 70, reduction: 70 },
  ...DEFAULT_EFFECTS,
  volume: 100,
  pan: 0,
  isMuted: false,
  isSolo: false,
  colour: CHANNEL_COLOURS[0],
} as const;

/** The session of a set-up that says nothing about it. */
export const DEFAULT_SESSION = {
  sampleRate: DEFAULT_SAMPLE_RATE,
  bufferFrames: DEFAULT_BUFFER_FRAMES,
  latencyModeMs: null,
  monitorDeviceId: null,
  programDeviceId: null,
} as const;

/**
 * Every channel as it came in, and beside them the finished mix: whatever turns out to be wrong with a setting
 * of a strip, the sound is there. Half a gigabyte stays free, since a full disk stops more than a recording.
 */
export const DEFAULT_RECORDING = {
  mode: 'both',
  tap: 'raw',
  container: 'rf64',
  encoding: 'pcm24',
  preRollSec: 0,
  sync: { method: 'timecode', source: 'timeOfDay', ltcChannelId: null },
  keepFreeBytes: 500_000_000,
} as const;

/** What of an audio device a set-up needs to know. */
export interface CaptureSource {
  id: string;
  name: string;
  type: 'input' | 'output' | 'system' | 'line' | 'usb';
  isDefault: boolean;
  channels: number;
}

export interface SourceChannel {
  id: string;
  name: string;
  source: string;
  deviceChannels: number[];
  isEnabled: boolean;
}

/**
 * A channel for each device that hears something, the default first. What the computer plays is there and not
 * enabled: it would record the very sound that is being monitored.
 */
export function channelsOfSources(devices: readonly CaptureSource[]): SourceChannel[] {
  return devices
    .filter(({ type, channels }) => type !== 'output' && channels > 0)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_CAPTURE_CHANNELS)
    .map((device, index) => ({
      id: `channel-${index + 1}`,
      name: device.name,
      source: device.id,
      deviceChannels: deviceChannelsOf(device.channels),
      isEnabled: device.type !== 'system',
    }));
}

function rank({ type, isDefault }: CaptureSource): number {
  if (type === 'system') return 2;
  return isDefault ? 0 : 1;
}

/** Two channels are a stereo source; of one with more, the first is most likely the microphone. */
export function deviceChannelsOf(channels: number): number[] {
  return channels === 2 ? [0, 1] : [0];
}

/** The first id of the form `channel-N` that is not taken. */
export function freeChannelId(taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`channel-${number}`)) number += 1;
  return `channel-${number}`;
}
