import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryHost } from '../../testing/memoryHost.ts';
import { readSettings, selectSettings, updateSettings } from '../workspace/index.ts';
import { selectActivePresetId } from './activePreset.ts';
import { selectLive, selectLiveAction } from './engineSlice.ts';
import { chooseDevice, choosePreset, readEngine, startLive, stopLive } from './liveThunks.ts';

let host: ReturnType<typeof createMemoryHost>;

beforeEach(async () => {
  host = createMemoryHost();
  await host.store.dispatch(readSettings());
  await host.store.dispatch(readEngine());
});

const REFUSED = { code: 'SETTINGS_UNWRITABLE', message: 'The disk is full.' } as const;
const now = () => host.store.getState();

describe('noise cancellation', () => {
  it('starts with the devices, the rate and the active preset of the settings', async () => {
    await host.store.dispatch(updateSettings({ inputDeviceId: 'mic', activePresetId: 'cafe-noisy' }));
    await host.store.dispatch(startLive());
    expect(selectLive(now())).toMatchObject({
      inputDevice: { id: 'mic' },
      sampleRate: 48000,
      presetId: 'cafe-noisy',
      denoise: { engine: 'rnnoise', sensitivity: 90, reduction: 95 },
    });
  });

  it('says what is under way until the host has answered', async () => {
    const starting = host.store.dispatch(startLive());
    expect(selectLiveAction(now())).toBe('starting');
    await starting;
    expect(selectLiveAction(now())).toBeNull();
  });

  it('takes it for success when another window was quicker', async () => {
    await host.client.call('engine.startLive', {
      inputDeviceId: null,
      outputDeviceId: null,
      sampleRate: 48000,
      bufferFrames: 512,
      denoise: { engine: 'rnnoise', sensitivity: 1, reduction: 1 },
      presetId: null,
    });
    const result = await host.store.dispatch(startLive());
    expect(startLive.fulfilled.match(result)).toBe(true);
    expect(selectLive(now())).not.toBeNull();
  });

  it('stays off and tells the failure where it cannot start', async () => {
    host.failures['engine.startLive'] = { code: 'DEVICE_UNAVAILABLE', message: 'The microphone is in use.' };
    const result = await host.store.dispatch(startLive());
    expect(result.payload).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
      message: 'The microphone is in use.',
    });
    expect(selectLive(now())).toBeNull();
    expect(selectLiveAction(now())).toBeNull();
  });

  it('stops', async () => {
    await host.store.dispatch(startLive());
    await host.store.dispatch(stopLive());
    expect(selectLive(now())).toBeNull();
  });
});

describe('choosing a preset', () => {
  it('shows it before the host has answered', async () => {
    const choosing = host.store.dispatch(choosePreset('home-quiet'));
    expect(selectActivePresetId(now())).toBe('home-quiet');
    await choosing;
    expect(selectActivePresetId(now())).toBe('home-quiet');
    expect(host.state.settings.activePresetId).toBe('home-quiet');
  });

  it('changes the running session', async () => {
    await host.store.dispatch(startLive());
    await host.store.dispatch(choosePreset('home-quiet'));
    expect(host.state.live).toMatchObject({
      presetId: 'home-quiet',
      denoise: { sensitivity: 60, reduction: 70 },
    });
  });

  it('asks nothing of an engine that does not run', async () => {
    await host.store.dispatch(choosePreset('home-quiet'));
    expect(host.calls).not.toContain('engine.updateLive');
  });

  it('goes back, in the running session too, when the settings are refused', async () => {
    await host.store.dispatch(startLive());
    host.failures['settings.update'] = REFUSED;
    const result = await host.store.dispatch(choosePreset('home-quiet'));
    expect(result.payload).toMatchObject(REFUSED);
    expect(selectActivePresetId(now())).toBe('office-open-space');
    expect(host.state.live).toMatchObject({ presetId: 'office-open-space', denoise: { sensitivity: 80 } });
  });

  it('keeps nothing when the running session refuses', async () => {
    await host.store.dispatch(startLive());
    host.failures['engine.updateLive'] = { code: 'ENGINE_STOPPED', message: 'The engine stopped.' };
    await host.store.dispatch(choosePreset('home-quiet'));
    expect(selectActivePresetId(now())).toBe('office-open-space');
    expect(host.state.settings.activePresetId).toBe('office-open-space');
  });

  it('is kept for later when the session ended meanwhile', async () => {
    await host.store.dispatch(startLive());
    host.state.live = null;
    await host.store.dispatch(choosePreset('home-quiet'));
    expect(host.state.settings.activePresetId).toBe('home-quiet');
  });
});

describe('choosing a device', () => {
  it('is a setting alone while nothing runs', async () => {
    await host.store.dispatch(chooseDevice({ direction: 'output', deviceId: 'headphones' }));
    expect(host.state.settings.outputDeviceId).toBe('headphones');
    expect(host.calls).not.toContain('engine.startLive');
  });

  it('starts a running session again on it', async () => {
    await host.store.dispatch(startLive());
    await host.store.dispatch(chooseDevice({ direction: 'input', deviceId: 'mic' }));
    expect(host.state.live?.inputDevice.id).toBe('mic');
    expect(host.calls.slice(-2)).toEqual(['engine.stopLive', 'engine.startLive']);
  });

  it('goes back to the device before when the new one is refused, and tells why', async () => {
    await host.store.dispatch(startLive());
    const start = host.state;
    host.failures['engine.startLive'] = { code: 'DEVICE_UNAVAILABLE', message: 'The microphone is in use.' };
    const result = await host.store.dispatch(chooseDevice({ direction: 'input', deviceId: 'mic' }));
    expect(result.payload).toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
    expect(start.settings.inputDeviceId).toBeNull();
    expect(selectSettings(now()).inputDeviceId).toBeNull();
    expect(host.calls.filter((name) => name === 'engine.startLive')).toHaveLength(3);
  });
});

describe('settings', () => {
  it('show a change at once and take it back when it is refused', async () => {
    host.failures['settings.update'] = REFUSED;
    const updating = host.store.dispatch(updateSettings({ theme: 'light' }));
    expect(selectSettings(now()).theme).toBe('light');
    await updating;
    expect(selectSettings(now()).theme).toBe('dark');
  });
});
