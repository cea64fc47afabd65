import { liveInputOf } from '../../../src-shared/contract/engine.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { isSendingToApps, type Settings } from '../../../src-shared/contract/settings.ts';
import { failed } from '../../i18n/failed.ts';
import { createClientThunk, type PlatformClient } from '../../platform/index.ts';
import { selectSettings, settingsChanged, type SettingsRoot } from '../workspace/index.ts';
import type { EngineRoot } from './engineTypes.ts';
import { selectLive } from './engineSlice.ts';

type Root = EngineRoot & SettingsRoot;

export const readVirtualMicrophone = createClientThunk(
  'engine/readVirtualMicrophone',
  async (_: void, { client }) => unwrap(await client.call('devices.readVirtualMicrophone')),
  'inPlace',
);

/** Whether talkers hear themselves, from now on and in the sessions that follow. Refused, all is as before. */
export const setMonitoring = createClientThunk<void, boolean, Root>(
  'engine/setMonitoring',
  async (monitorInHeadphones, { client, getState, dispatch }) => {
    const before = selectSettings(getState());
    const after = unwrap(await client.call('settings.update', { monitorInHeadphones }));
    dispatch(settingsChanged(after));
    if (!selectLive(getState())) return;
    try {
      await followMonitor(client, after);
    } catch (error) {
      const { monitorInHeadphones: isOn } = before;
      dispatch(settingsChanged(unwrap(await client.call('settings.update', { monitorInHeadphones: isOn }))));
      throw error;
    }
  },
  failed('listening'),
);

/** What of a running session is heard by its talker, as these settings want it. */
export async function followMonitor(client: PlatformClient, settings: Settings): Promise<void> {
  const { monitor, listening = 'clean' } = liveInputOf(settings);
  const answer = isSendingToApps(settings)
    ? await client.call('engine.setMonitor', { monitor: monitor ?? null })
    : await client.call('engine.setListening', { listening });
  // A session that ended meanwhile begins so when it starts again.
  if (!answer.success && answer.error.code !== 'LIVE_NOT_RUNNING') unwrap(answer);
}

/**
 * Whether other apps hear a session by the virtual microphone, which is made for it and removed after it. A running
 * session starts again on its other output; refused, all is as before.
 */
export const setSending = createClientThunk<void, boolean, Root>(
  'engine/setSending',
  async (sendToApps, { client, getState, dispatch }) => {
    const before = selectSettings(getState());
    const keep = async (changes: Partial<Settings>) => {
      const settings = unwrap(await client.call('settings.update', changes));
      dispatch(settingsChanged(settings));
      return settings;
    };
    const made = sendToApps ? unwrap(await client.call('devices.startVirtualMicrophone')).microphone : null;
    const after = await keep({ sendToApps, ...(made ? { appsDeviceId: made.outputDeviceId } : {}) });
    if (selectLive(getState())) {
      unwrap(await client.call('engine.stopLive'));
      const answer = await client.call('engine.startLive', liveInputOf(after));
      if (!answer.success) {
        const { sendToApps: isOn, appsDeviceId } = before;
        await client.call('engine.startLive', liveInputOf(await keep({ sendToApps: isOn, appsDeviceId })));
        unwrap(answer);
      }
    }
    if (!sendToApps) unwrap(await client.call('devices.stopVirtualMicrophone'));
  },
  failed('sending'),
);
