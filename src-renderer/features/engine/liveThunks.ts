import { failed } from '../../i18n/failed.ts';
import { type EngineState, type LiveState, liveInputOf } from '../../../src-shared/contract/engine.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Listening } from '../../../src-shared/domain/liveChain.ts';
import { createClientThunk } from '../../platform/index.ts';
import {
  selectSettings,
  settingsChanged,
  settingsExpected,
  settingsSettled,
  type SettingsRoot,
} from '../workspace/index.ts';
import type { EngineReport, EngineRoot } from './engineTypes.ts';

type Root = EngineRoot & SettingsRoot;

export const readEngine = createClientThunk(
  'engine/read',
  async (_: void, { client, nowMs }) => report(unwrap(await client.call('engine.readState')), nowMs),
  'inPlace',
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
  failed('start'),
);

export const stopLive = createClientThunk(
  'engine/stopLive',
  async (_: void, { client, nowMs }) => report(unwrap(await client.call('engine.stopLive')), nowMs),
  failed('stop'),
);

/** What the output is given from now on, e.g. the raw voice for comparing. Of the running session alone. */
export const setListening = createClientThunk(
  'engine/setListening',
  async (listening: Listening, { client, nowMs }) =>
    report(unwrap(await client.call('engine.setListening', { listening })), nowMs),
  failed('listening'),
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
  failed('device'),
);

function report(state: EngineState, nowMs: () => number): EngineReport {
  return { state, receivedAtMs: nowMs() };
}

function liveOf(root: EngineRoot): LiveState | null {
  const { report } = root.engine;
  return report.status === 'ready' ? report.data.state.live : null;
}
