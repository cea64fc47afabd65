import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { LatencyModeMs } from '../../../src-shared/domain/audio.ts';
import type { CaptureChannel, CaptureOptions } from './captureContract.ts';

/** One call that changes a running session, and the one that takes it back. */
export interface CaptureStep {
  apply: CaptureCall;
  undo: CaptureCall;
}

export type CaptureCall =
  | ['capture.setChannel', CaptureChannel]
  | ['capture.removeChannel', { id: string }]
  | ['capture.setLatencyMode', { modeMs: LatencyModeMs | null }];

/** Whether the change needs a session of its own: other rates, buffers or outputs, or a longer memory. */
export function needsNewSession(from: CaptureOptions, to: CaptureOptions): boolean {
  return (
    from.sampleRate !== to.sampleRate ||
    from.bufferFrames !== to.bufferFrames ||
    from.monitorDeviceId !== to.monitorDeviceId ||
    from.programDeviceId !== to.programDeviceId ||
    (from.armedPreRollSec ?? 0) < (to.armedPreRollSec ?? 0)
  );
}

/** What to call to get from one set of options to another, in order. The order of channels is no matter of sound. */
export function stepsBetween(from: CaptureOptions, to: CaptureOptions): CaptureStep[] {
  const before = new Map(from.channels.map((channel) => [channel.id, channel]));
  const after = new Set(to.channels.map(({ id }) => id));
  const removals = from.channels
    .filter(({ id }) => !after.has(id))
    .map((channel): CaptureStep => ({ apply: removing(channel), undo: setting(channel) }));
  const changes = to.channels.flatMap((channel): CaptureStep[] => {
    const old = before.get(channel.id);
    if (old && isSame(old, channel)) return [];
    return [{ apply: setting(channel), undo: old ? setting(old) : removing(channel) }];
  });
  const modes: CaptureStep[] =
    from.latencyModeMs === to.latencyModeMs
      ? []
      : [{ apply: latencyMode(to.latencyModeMs), undo: latencyMode(from.latencyModeMs) }];
  return [...removals, ...changes, ...modes];
}

/** Throws where a change would take a track from under a running take. */
export function assertTakeKept(
  recordedIds: readonly string[],
  from: CaptureOptions,
  to: CaptureOptions,
): void {
  if (needsNewSession(from, to)) {
    throw failWith('TAKE_ALREADY_RUNNING', 'lockedWhileRecording');
  }
  for (const channel of from.channels) {
    if (!recordedIds.includes(channel.id)) continue;
    const next = to.channels.find(({ id }) => id === channel.id);
    if (next?.isEnabled && next.deviceChannels.length === channel.deviceChannels.length) continue;
    throw failWith('TAKE_ALREADY_RUNNING', 'channelIsRecorded', { values: { name: channel.name } });
  }
}

const setting = (channel: CaptureChannel): CaptureCall => ['capture.setChannel', channel];
const removing = ({ id }: CaptureChannel): CaptureCall => ['capture.removeChannel', { id }];
const latencyMode = (modeMs: LatencyModeMs | null): CaptureCall => ['capture.setLatencyMode', { modeMs }];

/** Both were made by the same code: their fields are in the same order. */
function isSame(left: CaptureChannel, right: CaptureChannel): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
