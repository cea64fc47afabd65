import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  DEFAULT_CHANNEL,
  deviceChannelsOf,
  captureSetUpSchema,
  type CaptureSetUp,
} from '../../../src-shared/domain/captureSetUp.ts';
import {
  DEFAULT_CLEANING,
  type DenoiseEngine,
  type DefaultEngine,
} from '../../../src-shared/domain/denoise.ts';

/** What is heard beside a screen. */
export interface ScreenSound {
  microphone: boolean;
  system: boolean;
}

export interface ScreenSoundDevices {
  listAudio(): Promise<AudioDevice[]>;
  listSystemAudio(): Promise<AudioDevice[]>;
  defaultEngine(): Promise<DefaultEngine>;
  /** Of the settings; null: the system's own. */
  readonly wantedMicrophoneId: string | null;
}

const MICROPHONE = 'microphone';

/**
 * The channels beside a screen: the microphone cleaned, what the computer plays as it is. Throws `DEVICE_NOT_FOUND`
 * where one of them is not there.
 */
export async function findScreenSound(
  wanted: ScreenSound,
  devices: ScreenSoundDevices,
): Promise<CaptureSetUp> {
  return captureSetUpSchema.parse({
    version: 1,
    channels: [
      ...(wanted.microphone
        ? [channelOf(MICROPHONE, 'Microphone', await findMicrophone(devices), await devices.defaultEngine())]
        : []),
      ...(wanted.system ? [channelOf('system', 'System audio', await findSystemAudio(devices), 'off')] : []),
    ],
    // What is heard is the cleaned voice; the raw one is kept beside it.
    recording: { tap: 'both' },
  });
}

/** Channels whose sound stays as it comes in. */
export function uncleanedIdsOf({ channels }: CaptureSetUp): string[] {
  return channels.filter(({ denoise }) => denoise.engine === 'off').map(({ id }) => id);
}

/** Whether the microphone of these channels is muted; null where they have none. */
export function isMicrophoneMuted({ channels }: CaptureSetUp): boolean | null {
  const microphone = channels.find(({ id }) => id === MICROPHONE);
  return microphone ? microphone.inputGain === 0 : null;
}

/** At its input: a strip's own mute keeps it out of what is heard, and not out of its track. */
export function withMicrophoneMuted(setUp: CaptureSetUp, isMuted: boolean): CaptureSetUp {
  const inputGain = isMuted ? 0 : DEFAULT_CHANNEL.inputGain;
  return {
    ...setUp,
    channels: setUp.channels.map((channel) =>
      channel.id === MICROPHONE ? { ...channel, inputGain } : channel,
    ),
  };
}

async function findMicrophone(devices: ScreenSoundDevices): Promise<AudioDevice> {
  const heard = (await devices.listAudio()).filter(
    ({ type, channels }) => type !== 'output' && type !== 'system' && channels > 0,
  );
  const wanted = devices.wantedMicrophoneId;
  const found =
    wanted === null
      ? (heard.find(({ isDefault }) => isDefault) ?? heard[0])
      : heard.find(({ id }) => id === wanted);
  if (found) return found;
  throw failWith('DEVICE_NOT_FOUND', wanted === null ? 'noMicConnected' : 'settingsMicNotConnected');
}

async function findSystemAudio(devices: ScreenSoundDevices): Promise<AudioDevice> {
  const played = await devices.listSystemAudio();
  const found = played.find(({ isDefault }) => isDefault) ?? played[0];
  if (found) return found;
  throw failWith('DEVICE_NOT_FOUND', 'nothingPlays');
}

function channelOf(id: string, name: string, device: AudioDevice, engine: DenoiseEngine) {
  return {
    id,
    name,
    source: device.id,
    deviceChannels: deviceChannelsOf(device.channels),
    denoise: { ...DEFAULT_CLEANING, engine },
  };
}
