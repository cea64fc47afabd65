import type { AudioDevice } from '../../src-shared/contract/devices.ts';
import { captureSetUpSchema, type CaptureSetUp } from '../../src-shared/contract/captureSetUp.ts';
import { RpcError } from '../../src-shared/contract/errors.ts';
import { DEFAULT_CHANNEL, deviceChannelsOf } from '../../src-shared/domain/captureSetUp.ts';
import { DEFAULT_CLEANING } from '../../src-shared/domain/denoise.ts';
import type { CaptureService } from '../services/capture/index.ts';
import type { createDeviceService } from '../services/devices/index.ts';
import type { EngineService } from '../services/engine/index.ts';
import type { createSettingsService } from '../services/settings/index.ts';
import type { SoundOfPictures } from '../services/takes/index.ts';

interface SoundParts {
  capture: CaptureService;
  engine: EngineService['capture'];
  devices: ReturnType<typeof createDeviceService>;
  settings: ReturnType<typeof createSettingsService>;
}

const MICROPHONE = 'microphone';

const context = { signal: new AbortController().signal };

/** The engine's sound beside a screen: the microphone cleaned, what the computer plays as it is. */
export function createSoundOfPictures({ capture, engine, devices, settings }: SoundParts): SoundOfPictures {
  async function findMicrophone(): Promise<AudioDevice> {
    const heard = (await devices.handlers['devices.listAudio'](undefined, context)).filter(
      ({ type, channels }) => type !== 'output' && type !== 'system' && channels > 0,
    );
    const wanted = settings.read().inputDeviceId;
    const found =
      wanted === null
        ? (heard.find(({ isDefault }) => isDefault) ?? heard[0])
        : heard.find(({ id }) => id === wanted);
    if (found) return found;
    throw new RpcError(
      'DEVICE_NOT_FOUND',
      wanted === null
        ? 'No microphone is connected. Connect one, or record without it.'
        : 'The microphone of the settings is not connected. Connect it, choose another one, or record without it.',
    );
  }

  async function findSystemAudio(): Promise<AudioDevice> {
    const played = await devices.handlers['devices.listSystemAudio'](undefined, context);
    const found = played.find(({ isDefault }) => isDefault) ?? played[0];
    if (found) return found;
    throw new RpcError('DEVICE_NOT_FOUND', 'Nothing plays sound on this computer. Record without its sound.');
  }

  /** Of the take that was begun here last. */
  let guest: CaptureSetUp | null = null;
  const microphone = () => guest?.channels.find(({ id }) => id === MICROPHONE) ?? null;

  return {
    get take() {
      const { take } = engine.state;
      if (!take) return null;
      const { folder, name, progress } = take;
      return { folder, name, moments: engine.takeMoments, clockDriftMs: progress.clockDriftMs };
    },
    async start({ name, microphone, system }) {
      const channels: CaptureSetUp['channels'] = captureSetUpSchema.parse({
        version: 1,
        channels: [
          ...(microphone ? [channelOf(MICROPHONE, 'Microphone', await findMicrophone(), true)] : []),
          ...(system ? [channelOf('system', 'System audio', await findSystemAudio(), false)] : []),
        ],
      }).channels;
      // The file has what is heard: the cleaned voice.
      const setUp = captureSetUpSchema.parse({ version: 1, channels, recording: { tap: 'processed' } });
      await capture.guest.startTake(setUp, name);
      guest = setUp;
    },
    get isMicrophoneMuted() {
      const channel = microphone();
      return channel && channel.inputGain === 0;
    },
    async setMicrophoneMuted(isMuted) {
      if (!guest || !microphone())
        throw new RpcError('CHANNEL_NOT_FOUND', 'No microphone is recorded with these pictures.');
      // At its input: a strip's own mute keeps it out of what is heard, and not out of its track.
      const inputGain = isMuted ? 0 : DEFAULT_CHANNEL.inputGain;
      const channels = guest.channels.map((channel) =>
        channel.id === MICROPHONE ? { ...channel, inputGain } : channel,
      );
      const next = { ...guest, channels };
      await capture.guest.change(next);
      guest = next;
    },
    pause: () => engine.pauseTake(),
    resume: () => engine.resumeTake(),
    addMarker: (label) => engine.addMarker(label),
    stop: () => engine.stopTake().then(() => undefined),
  };
}

function channelOf(id: string, name: string, device: AudioDevice, isCleaned: boolean) {
  return {
    ...{ id, name, source: device.id, deviceChannels: deviceChannelsOf(device.channels) },
    denoise: isCleaned ? { ...DEFAULT_CLEANING } : { ...DEFAULT_CLEANING, engine: 'off' as const },
  };
}
