import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_LIVE_CHAIN } from '../../../src-shared/domain/liveChain.ts';
import { createMemoryHost } from '../../testing/memoryHost.ts';
import { readSettings, selectSettings, updateSettings } from '../workspace/index.ts';
import { selectActivePresetId } from './activePreset.ts';
import { selectLive, selectLiveAction } from './engineSlice.ts';
import { changeChain, choosePreset } from './chainThunks.ts';
import { readPresets } from './presetsSlice.ts';
import { chooseDevice, readEngine, setListening, startLive, stopLive } from './liveThunks.ts';

let host: ReturnType<typeof createMemoryHost>;

beforeEach(async () => {
  host = createMemoryHost();
  await host.store.dispatch(readSettings());
  await host.store.dispatch(readEngine());
  await host.store.dispatch(readPresets());
});

const REFUSED = { code: 'SETTINGS_UNWRITABLE', message: 'The disk is full.' } as const;
const now = () => host.store.getState();

describe('noise cancellation', () => {
  it('starts with the devices, the rate and the active preset of the settings', async () => {
    await host.store.dispatch(updateSettings({ inputDeviceId: 'mic' }));
    await host.store.dispatch(choosePreset('cafe-noisy'));
    await host.store.dispatch(startLive());
    expect(selectLive(now())).toMatchObject({
      inputDevice: { id: 'mic' },
      sampleRate: 48000,
      presetId: 'cafe-noisy',
      chain: {
        inputGain: 75,
        outputVolume: 80,
        denoise: { engine: 'rnnoise', sensitivity: 90, reduction: 95 },
      },
      listening: 'off',
    });
  });

  it('starts silent where the user does not want to hear it', async () => {
    await host.store.dispatch(updateSettings({ monitorInHeadphones: false }));
    await host.store.dispatch(startLive());
    expect(selectLive(now())?.listening).toBe('off');
    await host.store.dispatch(setListening('raw'));
    expect(selectLive(now())?.listening).toBe('raw');
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
      chain: DEFAULT_LIVE_CHAIN,
      presetId: null,
    });
    const result = await host.store.dispatch(startLive());
    expect(startLive.fulfilled.match(result)).toBe(true);
    expect(selectLive(now())).not.toBeNull();
  });

  it('stays off and reports the failure where it cannot start', async () => {
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
      chain: { denoise: { sensitivity: 60, reduction: 70 } },
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
    expect(selectActivePresetId(now())).toBeNull();
    expect(host.state.live).toMatchObject({
      presetId: null,
      chain: { denoise: { sensitivity: 70 } },
    });
  });

  it('keeps nothing when the running session refuses', async () => {
    await host.store.dispatch(startLive());
    host.failures['engine.updateLive'] = { code: 'ENGINE_STOPPED', message: 'The engine stopped.' };
    await host.store.dispatch(choosePreset('home-quiet'));
    expect(selectActivePresetId(now())).toBeNull();
    expect(host.state.settings.activePresetId).toBeNull();
  });

  it('is kept for later when the session ended meanwhile', async () => {
    await host.store.dispatch(startLive());
    host.state.live = null;
    await host.store.dispatch(choosePreset('home-quiet'));
    expect(host.state.settings.activePresetId).toBe('home-quiet');
  });
});

describe('changing the chain', () => {
  const requestFor = (outputVolume: number) => ({
    chain: { ...DEFAULT_LIVE_CHAIN, outputVolume },
    presetId: 'home-quiet',
  });

  it('is shown and heard at once, and written once when the hand rests', async () => {
    await host.store.dispatch(startLive());
    const dragging = [10, 20, 30, 40].map((volume) => host.store.dispatch(changeChain(requestFor(volume))));
    expect(selectSettings(now()).chain.outputVolume).toBe(40);
    await expect.poll(() => host.state.live?.chain.outputVolume).toBe(40);
    await Promise.all(dragging);
    expect(host.calls.lastIndexOf('engine.updateLive')).toBeLessThan(host.calls.indexOf('settings.update'));
    expect(host.state.settings).toMatchObject({ chain: { outputVolume: 40 }, activePresetId: 'home-quiet' });
    expect(host.calls.filter((name) => name === 'settings.update')).toHaveLength(1);
    expect(host.state.live).toMatchObject({ chain: { outputVolume: 40 }, presetId: 'home-quiet' });
  });

  it('asks nothing of an engine that does not run', async () => {
    await host.store.dispatch(changeChain(requestFor(10)));
    expect(host.calls).not.toContain('engine.updateLive');
    expect(host.state.settings.chain.outputVolume).toBe(10);
  });

  it('goes back, in the running session too, when the settings are refused', async () => {
    await host.store.dispatch(startLive());
    host.failures['settings.update'] = REFUSED;
    const result = await host.store.dispatch(changeChain(requestFor(10)));
    expect(result.payload).toMatchObject(REFUSED);
    expect(selectSettings(now()).chain.outputVolume).toBe(85);
    expect(host.state.live).toMatchObject({ chain: { outputVolume: 85 }, presetId: null });
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

  it('goes back to the device before when the new one is refused, and says why', async () => {
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
