import type {
  CaptureChannel,
  CaptureSetUp,
  RecordingOptions,
} from '../../../src-shared/domain/captureSetUp.ts';
import { toStrip } from '../../../src-shared/domain/strip.ts';
import type {
  CaptureOptions,
  CaptureChannel as EngineChannel,
  TakeOptions,
  TakePlace,
} from '../engine/index.ts';

/** A set-up in the units of the engine: the addon's own. */
export function toCaptureOptions(setUp: CaptureSetUp): CaptureOptions {
  const { sampleRate, bufferFrames, latencyModeMs, monitorDeviceId, programDeviceId } = setUp;
  return {
    sampleRate,
    bufferFrames,
    latencyModeMs,
    armedPreRollSec: setUp.recording.preRollSec,
    armedTap: setUp.recording.tap,
    channels: setUp.channels.map(toEngineChannel),
    monitorDeviceId,
    programDeviceId,
  };
}

function toEngineChannel(channel: CaptureChannel): EngineChannel {
  const { id, name, source, deviceChannels, isEnabled } = channel;
  return { id, name, deviceId: source, deviceChannels, isEnabled, strip: toStrip(channel) };
}

/** How a set-up records, in the folder that was made for it. */
export function toTakeOptions(
  recording: RecordingOptions,
  place: TakePlace,
  rawOnlyIds: string[],
): Omit<TakeOptions, 'played'> {
  const { sync, ...options } = recording;
  return { ...options, ...place, rawOnlyIds, timecode: timecodeOf(sync) };
}

/** Tracks that are aligned by ear or by their sound carry the time of day as well: it costs nothing. */
function timecodeOf(sync: RecordingOptions['sync']): TakeOptions['timecode'] {
  if (sync.method !== 'timecode') return { source: 'timeOfDay', ltcChannelId: null };
  return { source: sync.source, ltcChannelId: sync.source === 'ltc' ? sync.ltcChannelId : null };
}
