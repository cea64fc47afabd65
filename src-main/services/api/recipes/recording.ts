import type { z } from 'zod';
import { RECORDING_RATES, type recordingInput } from '../../../../src-shared/api/documented.ts';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import type { RecordingState } from '../../../../src-shared/contract/recording.ts';
import type { AudioDevice } from '../../../../src-shared/domain/audio.ts';
import {
  EMPTY_SET_UP,
  captureSetUpSchema,
  type CaptureSetUp,
} from '../../../../src-shared/domain/captureSetUp.ts';
import { ApiError } from '../reply.ts';
import type { RecipeContext } from './context.ts';

type Input = z.output<typeof recordingInput>;

const BYTES_A_SAMPLE = 3;
/** Of speech, as FLAC packs it. */
const FLAC_SHARE = 0.6;

/** Records these inputs, and leaves the studio as it was before. */
export async function createRecording({ client, input }: RecipeContext<Input>) {
  if (input.tracks.some(({ type }) => type === 'video'))
    throw new ApiError('UNSUPPORTED', 'Cameras and screens are recorded in the app: a page opens them.');
  const before = unwrap(await client.call('capture.readState'));
  if (before.session)
    throw new ApiError('CAPTURE_ALREADY_RUNNING', 'The studio is open. Record it with startRecording.');
  const devices = unwrap(await client.call('devices.listAudio'));
  const setUp = setUpOf(input, devices);
  unwrap(await client.call('capture.start', { setUp }));
  const restore = async () => {
    await client.call('capture.stop');
    await client.call('capture.applySetUp', before.setUp);
  };
  const answer = await client.call('recording.start', { name: null, sound: { of: 'channels' } });
  if (!answer.success) {
    await restore();
    return unwrap(answer);
  }
  const end = client.subscribe('recording.onEnded', ({ continuedIn }) => {
    // After the death of the engine it continues as another take.
    if (continuedIn !== null) return;
    end();
    void restore();
  });
  return {
    recordingId: answer.data.take?.id ?? '',
    status: statusOf(answer.data),
    tracks: setUp.channels.length,
    estimatedSize: sizeOfHour(setUp),
  };
}

/** Records the studio as it is set up. */
export async function startRecording({ client, input }: RecipeContext<{ name: string | null }>) {
  const { session } = unwrap(await client.call('capture.readState'));
  if (!session) unwrap(await client.call('capture.start', { setUp: null }));
  return unwrap(await client.call('recording.start', { name: input.name, sound: { of: 'channels' } }));
}

function setUpOf({ tracks, quality, format }: Input, devices: readonly AudioDevice[]): CaptureSetUp {
  return captureSetUpSchema.parse({
    ...EMPTY_SET_UP,
    sampleRate: RECORDING_RATES[quality],
    recording: { mode: 'multitrack', container: format === 'flac' ? 'flac' : 'rf64' },
    channels: tracks.map(({ source, channel }, index) => {
      const device = findDevice(devices, source);
      if (channel > device.channels)
        throw new ApiError('BAD_OPTION', `“${device.name}” has ${device.channels} inputs.`);
      return {
        id: `channel-${index + 1}`,
        name: device.name,
        source: device.id,
        deviceChannels: [channel - 1],
        denoise: { engine: 'off', sensitivity: 0, reduction: 0 },
      };
    }),
  });
}

function findDevice(devices: readonly AudioDevice[], source: string): AudioDevice {
  const inputs = devices.filter(({ type }) => type !== 'output');
  const found =
    source === 'default'
      ? (inputs.find(({ isDefault, type }) => isDefault && type !== 'system') ?? inputs[0])
      : inputs.find(({ id, name }) => id === source || name === source);
  if (!found) throw new ApiError('DEVICE_NOT_FOUND', `There is no input “${source}”.`);
  return found;
}

const statusOf = ({ take }: RecordingState) => (take ? (take.isPaused ? 'paused' : 'recording') : 'stopped');

function sizeOfHour({ channels, sampleRate, recording }: CaptureSetUp): string {
  const share = recording.container === 'flac' ? FLAC_SHARE : 1;
  const megabytes = (channels.length * sampleRate * BYTES_A_SAMPLE * 3600 * share) / 1e6;
  return megabytes < 1000 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}
