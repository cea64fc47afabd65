import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryHost } from '../../testing/memoryHost.ts';
import { readSettings, selectSettings } from '../workspace/index.ts';
import { selectLive } from './engineSlice.ts';
import { readEngine, startLive } from './liveThunks.ts';
import { setMonitoring, setSending } from './outputThunks.ts';

const FEED = 'pulseaudio:out:sounddesk_virtual_microphone_feed';

let host: ReturnType<typeof createMemoryHost>;
const settings = () => selectSettings(host.store.getState());
async function live() {
  await host.store.dispatch(readEngine());
  return selectLive(host.store.getState());
}

beforeEach(async () => {
  host = createMemoryHost();
  await host.store.dispatch(readSettings());
});

describe('monitoring and sending', () => {
  it('are off at first: a session is heard nowhere', async () => {
    await host.store.dispatch(startLive());
    expect(await live()).toMatchObject({ listening: 'off', monitorDevice: null });
  });

  it('play to the headphones alone, without another start', async () => {
    await host.store.dispatch(startLive());
    await host.store.dispatch(setMonitoring(true));
    expect(await live()).toMatchObject({ listening: 'clean', monitorDevice: null });
    await host.store.dispatch(setMonitoring(false));
    expect(await live()).toMatchObject({ listening: 'off' });
    expect(host.calls.filter((name) => name === 'engine.startLive')).toHaveLength(1);
  });

  it('play to other apps, and to the headphones beside them', async () => {
    await host.store.dispatch(startLive());
    await host.store.dispatch(setSending(true));
    expect(settings()).toMatchObject({ sendToApps: true, appsDeviceId: FEED });
    expect(await live()).toMatchObject({
      listening: 'clean',
      outputDevice: { id: FEED },
      monitorDevice: null,
    });
    await host.store.dispatch(setMonitoring(true));
    expect(await live()).toMatchObject({ outputDevice: { id: FEED }, monitorDevice: { id: 'default' } });
    await host.store.dispatch(setMonitoring(false));
    expect(await live()).toMatchObject({ listening: 'clean', monitorDevice: null });
  });

  it('end apart: the session goes back to the headphones, and the microphone is removed after it', async () => {
    await host.store.dispatch(setMonitoring(true));
    await host.store.dispatch(setSending(true));
    await host.store.dispatch(startLive());
    await host.store.dispatch(setSending(false));
    expect(await live()).toMatchObject({ listening: 'clean', outputDevice: { id: 'default' } });
    expect(host.calls.at(-2)).toBe('devices.stopVirtualMicrophone');
  });

  it('are as before where the host refuses', async () => {
    await host.store.dispatch(setSending(true));
    await host.store.dispatch(startLive());
    host.failures['engine.setMonitor'] = { code: 'DEVICE_NOT_FOUND', message: 'No headphones.' };
    expect(setMonitoring.rejected.match(await host.store.dispatch(setMonitoring(true)))).toBe(true);
    expect(settings().monitorInHeadphones).toBe(false);
    host.failures['devices.startVirtualMicrophone'] = { code: 'DEVICE_UNAVAILABLE', message: 'No server.' };
    await host.store.dispatch(setSending(true));
    expect(settings().sendToApps).toBe(true);
  });
});
