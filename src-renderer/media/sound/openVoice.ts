import type { Settings } from '../../../src-shared/contract/settings.ts';
import { DEFAULT_CHANNEL } from '../../../src-shared/domain/captureSetUp.ts';
import { DEFAULT_CLEANING } from '../../../src-shared/domain/denoise.ts';
import { toStrip } from '../../../src-shared/domain/strip.ts';
import { openMicrophone } from './openMicrophone.ts';
import { canOpenStrips, openStrip } from './openStrip.ts';

/** The microphone of anyone who records. */
export interface Voice {
  /** As it is recorded. */
  track: MediaStreamTrack;
  /** What its device is called. */
  name: string;
  /** Why it is recorded as it arrives; null: it is cleaned. */
  readonly uncleaned: string | null;
  close(): void;
}

/** Nothing but the noise is taken away. */
const CLEANING = {
  strip: toStrip({ ...DEFAULT_CHANNEL, denoise: { ...DEFAULT_CHANNEL.denoise, ...DEFAULT_CLEANING } }),
  listening: 'clean',
} as const;

/** Stands for what the browser takes on its own: no device's own id. */
const DEFAULT_ID = 'default';

/** Opens the microphone of the settings, and cleans it where that can be had: without, it is recorded all the same. */
export async function openVoice(
  { inputDeviceId, chain }: Pick<Settings, 'inputDeviceId' | 'chain'>,
  onUncleaned: (reason: string) => void,
): Promise<Voice> {
  const deviceId = inputDeviceId === DEFAULT_ID ? null : inputDeviceId;
  const microphone = await openMicrophone(deviceId, chain.echoCancellation);
  const [raw] = microphone.getAudioTracks();
  if (!raw) throw new Error('a microphone without sound');
  const name = raw.label === '' ? 'The microphone' : raw.label;
  const { cleaned, reason } = await clean(raw, onUncleaned);
  return {
    track: cleaned?.track ?? raw,
    name,
    uncleaned: reason,
    close() {
      cleaned?.close();
      raw.stop();
    },
  };
}

async function clean(raw: MediaStreamTrack, onUncleaned: (reason: string) => void) {
  if (!canOpenStrips())
    return { cleaned: null, reason: 'This browser cannot clean sound while it is recorded.' };
  try {
    return { cleaned: await openStrip(raw, { settings: CLEANING, onFailed: onUncleaned }), reason: null };
  } catch (error) {
    return { cleaned: null, reason: error instanceof Error ? error.message : String(error) };
  }
}
