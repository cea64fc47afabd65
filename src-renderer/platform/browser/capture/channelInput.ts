import type { CaptureDeviceState, CaptureLevels } from '../../../../src-shared/contract/capture.ts';
import { DEFAULT_SOURCE, type CaptureChannel } from '../../../../src-shared/domain/captureSetUp.ts';
import { toStrip } from '../../../../src-shared/domain/strip.ts';
import type { ChainSettings } from '../../../media/chain/chainSettings.ts';
import { FRAME_SAMPLES, MODEL_DELAY_SAMPLES, MODEL_RATE_HZ } from '../../../media/chain/rnnoise.ts';
import { LiveMeters } from '../../../media/meters/liveMeters.ts';
import {
  holdSound,
  noteUncleaned,
  releaseSound,
  updateSound,
  type SoundFader,
} from '../../../media/recorder/index.ts';
import { openMicrophone } from '../../../media/sound/openMicrophone.ts';
import { measureStrip, openStrip, type Strip } from '../../../media/sound/openStrip.ts';
import type { StripEvent } from '../../../media/sound/stripMessages.ts';

/** What of a channel opens another microphone, or the same one in another way. */
export interface InputRequest {
  channel: CaptureChannel;
  source: string;
  isRaw: boolean;
}

export interface InputFigures {
  levels: CaptureLevels['channels'][number]['levels'];
  framesProcessed: number;
  /** Of the time that the sound itself takes. */
  load: number;
}

interface InputListener {
  onMeasured: (figures: InputFigures) => void;
  /** It was unplugged, or is not allowed any more. */
  onLost: () => void;
  log: (message: string, error: unknown) => void;
}

/** The open microphone of a channel: measured in its strip, and held for a recording. */
export interface ChannelInput {
  readonly request: InputRequest;
  readonly device: CaptureDeviceState;
  /** Whether that is this microphone, opened as it is. */
  fits(request: InputRequest): boolean;
  set(channel: CaptureChannel): void;
  close(): void;
}

/** Throws why it cannot be opened. */
export async function openChannelInput(
  request: InputRequest,
  listener: InputListener,
): Promise<ChannelInput> {
  const { source, isRaw } = request;
  const stream = await openMicrophone(
    source === DEFAULT_SOURCE ? null : source,
    request.channel.echoCancellation,
  );
  const [microphone] = stream.getAudioTracks();
  if (!microphone) throw new Error('a microphone without sound');
  const meters = new LiveMeters();
  let framesProcessed = 0;
  const onMeasured = ({ records, busyMs }: Extract<StripEvent, { kind: 'measured' }>) => {
    for (const record of records) meters.add(record);
    framesProcessed += records.length;
    const lengthMs = (records.length * FRAME_SAMPLES * 1000) / MODEL_RATE_HZ;
    listener.onMeasured({ levels: levelsOf(meters), framesProcessed, load: busyMs / lengthMs });
  };
  let held: MediaStreamTrack = microphone;
  const onFailed = (reason: string) => {
    listener.log('a strip has failed', reason);
    noteUncleaned(held, reason);
  };
  const options = { settings: settingsOf(request.channel), onMeasured, onFailed };
  let strip: Strip;
  try {
    if (isRaw) strip = await measureStrip(microphone, options);
    else {
      const opened = await openStrip(microphone, options);
      strip = opened;
      held = opened.track;
    }
  } catch (error) {
    microphone.stop();
    throw error;
  }
  let now = request;
  let isOver = false;
  const { id: channelId, name: label, colour } = now.channel;
  const fader = faderOf(now.channel);
  holdSound('microphone', held, { name: nameOf(microphone), label, channelId, colour, fader, isRaw });
  microphone.addEventListener('ended', () => {
    if (!isOver) listener.onLost();
  });
  return {
    get request() {
      return now;
    },
    device: deviceOf(source, microphone),
    fits: (other) =>
      other.channel.id === now.channel.id &&
      other.source === source &&
      other.isRaw === isRaw &&
      other.channel.echoCancellation === now.channel.echoCancellation &&
      microphone.readyState === 'live',
    set(channel) {
      now = { ...now, channel };
      strip.set(settingsOf(channel));
      updateSound(held, { label: channel.name, fader: faderOf(channel) });
    },
    close() {
      isOver = true;
      releaseSound('microphone', held);
      strip.close();
      microphone.stop();
    },
  };
}

const nameOf = ({ label }: MediaStreamTrack) => (label === '' ? 'Microphone' : label);

const deviceOf = (source: string, microphone: MediaStreamTrack): CaptureDeviceState => ({
  id: source,
  name: nameOf(microphone),
  direction: 'input',
  status: 'open',
  sampleRate: microphone.getSettings().sampleRate ?? MODEL_RATE_HZ,
  driftPpm: null,
  missingFrames: 0,
});

const faderOf = ({ volume, pan, isMuted }: CaptureChannel): SoundFader => ({ volume, pan, isMuted });

/** What leaves the strip before its fader. */
export const settingsOf = (channel: CaptureChannel): ChainSettings => ({
  strip: { ...toStrip(channel), volumeDb: 0 },
  listening: 'clean',
});

function levelsOf(meters: LiveMeters): InputFigures['levels'] {
  const { inputClips, outputClips, outputLufsMomentary, ...levels } = meters.take();
  return {
    ...levels,
    momentaryLufs: outputLufsMomentary,
    shortTermLufs: null,
    integratedLufs: null,
    inputClipped: inputClips,
    outputClipped: outputClips,
    automaticGainDb: null,
    latencyFrames: MODEL_DELAY_SAMPLES,
    isInsertDry: false,
  };
}
