import type { EngineState, LiveState } from '../../../src-shared/contract/engine.ts';
import { RpcError, unwrap, type Answer } from '../../../src-shared/contract/errors.ts';
import { createClientThunk, type PlatformClient } from '../../platform/index.ts';
import {
  selectSettings,
  settingsChanged,
  settingsExpected,
  settingsSettled,
  type SettingsRoot,
} from '../workspace/index.ts';
import type { EngineReport, EngineRoot } from './engineTypes.ts';
import { denoiseOf, liveInputOf } from '../../../src-shared/contract/liveInput.ts';

type Root = EngineRoot & SettingsRoot;

export const readEngine = createClientThunk('engine/read', async (_: void, { client, nowMs }) =>
  report(unwrap(await client.call('engine.readState')), nowMs),
);

export const startLive = createClientThunk<EngineReport, void, Root>(
  'engine/startLive',
  async (_, { client, nowMs, getState }) => {
    const answer = await client.call('engine.startLive', liveInputOf(selectSettings(getState())));
    // Another window was quicker: what was wanted is so.
    if (!answer.success && answer.error.code === 'LIVE_ALREADY_RUNNING') {
      return report(unwrap(await client.call('engine.readState')), nowMs);
    }
    return report(unwrap(answer), nowMs);
  },
);

export const stopLive = createClientThunk('engine/stopLive', async (_: void, { client, nowMs }) =>
  report(unwrap(await client.call('engine.stopLive')), nowMs),
);

/** Makes a preset active, in the running session too. Refused by either, both are as before. */
export const choosePreset = createClientThunk<void, string, Root>(
  'engine/choosePreset',
  async (presetId, { client, getState, dispatch, requestId }) => {
    const live = liveOf(getState());
    dispatch(settingsExpected({ requestId, patch: { activePresetId: presetId } }));
    try {
      if (live)
        unwrapUnlessStopped(
          await client.call('engine.updateLive', { denoise: denoiseOf(presetId), presetId }),
        );
      const answer = await client.call('settings.update', { activePresetId: presetId });
      if (!answer.success && live) await putBack(client, live);
      dispatch(settingsChanged(unwrap(answer)));
    } finally {
      dispatch(settingsSettled(requestId));
    }
  },
);

export interface DeviceChoice {
  direction: 'input' | 'output';
  /** null is the system's default. */
  deviceId: string | null;
}

/**
 * Takes another device. A running session starts again on it; where that fails, the setting and
 * the session are as before, and the failure says why.
 */
export const chooseDevice = createClientThunk<void, DeviceChoice, Root>(
  'engine/chooseDevice',
  async ({ direction, deviceId }, { client, getState, dispatch, requestId }) => {
    const key = direction === 'input' ? 'inputDeviceId' : 'outputDeviceId';
    const before = selectSettings(getState());
    const isLive = liveOf(getState()) !== null;
    dispatch(settingsExpected({ requestId, patch: { [key]: deviceId } }));
    try {
      const settings = unwrap(await client.call('settings.update', { [key]: deviceId }));
      dispatch(settingsChanged(settings));
      if (!isLive) return;
      unwrap(await client.call('engine.stopLive'));
      const answer = await client.call('engine.startLive', liveInputOf(settings));
      if (answer.success) return;
      dispatch(settingsChanged(unwrap(await client.call('settings.update', { [key]: before[key] }))));
      await client.call('engine.startLive', liveInputOf(before));
      unwrap(answer);
    } finally {
      dispatch(settingsSettled(requestId));
    }
  },
);

function report(state: EngineState, nowMs: () => number): EngineReport {
  return { state, receivedAtMs: nowMs() };
}

function liveOf(root: EngineRoot): LiveState | null {
  const { report } = root.engine;
  return report.status === 'ready' ? report.data.state.live : null;
}

/** A session that ended meanwhile takes the preset when it starts again. */
function unwrapUnlessStopped(answer: Answer<EngineState>): void {
  if (!answer.success && answer.error.code === 'LIVE_NOT_RUNNING') return;
  unwrap(answer);
}

/** The settings were refused: the session goes back too. That it fails is told beside the first failure. */
async function putBack(client: PlatformClient, live: LiveState): Promise<void> {
  const answer = await client.call('engine.updateLive', { denoise: live.denoise, presetId: live.presetId });
  if (answer.success || answer.error.code === 'LIVE_NOT_RUNNING') return;
  const { code, message, retryable } = answer.error;
  throw new RpcError(code, message, { retryable });
}
