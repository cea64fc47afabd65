import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { createMemoryHost } from '../../testing/memoryHost.ts';
import {
  followDevices,
  readDevices,
  selectDevices,
  selectInputDevices,
  selectIsFindingDevices,
} from './devicesSlice.ts';

let host: ReturnType<typeof createMemoryHost>;

beforeEach(() => {
  host = createMemoryHost();
});

describe('the list of devices', () => {
  it('is looked for until the first one is there, or could not be read', async () => {
    const isFinding = () => selectIsFindingDevices(host.store.getState());
    followDevices(host.client, host.store.dispatch);
    expect(isFinding()).toBe(true);
    host.failures['devices.listAudio'] = { code: 'ENGINE_STOPPED', message: 'The engine stopped.' };
    await host.store.dispatch(readDevices());
    expect(isFinding()).toBe(false);
    host.events.emit('devices.onChanged', [microphone('usb', 'USB microphone')]);
    await vi.waitFor(() => expect(names()).toEqual(['USB microphone']));
    // What is read again meanwhile is known from before.
    const again = host.store.dispatch(readDevices());
    expect(isFinding()).toBe(false);
    await again;
  });

  it('shows what is plugged in, and forgets what is pulled out, but for its name', async () => {
    followDevices(host.client, host.store.dispatch);
    await host.store.dispatch(readDevices());
    host.events.emit('devices.onChanged', [microphone('usb', 'USB microphone')]);
    await vi.waitFor(() => expect(names()).toEqual(['USB microphone']));
    host.events.emit('devices.onChanged', [microphone('built-in', 'Built-in')]);
    await vi.waitFor(() => expect(names()).toEqual(['Built-in']));
    expect(selectDevices(host.store.getState()).nameById).toMatchObject({ usb: 'USB microphone' });
  });

  it('is right again as soon as a list comes, whatever failed before', async () => {
    followDevices(host.client, host.store.dispatch);
    host.failures['devices.listAudio'] = { code: 'ENGINE_STOPPED', message: 'The engine stopped.' };
    await host.store.dispatch(readDevices());
    expect(selectDevices(host.store.getState()).status).toBe('failed');
    host.events.emit('devices.onChanged', [microphone('usb', 'USB microphone')]);
    await vi.waitFor(() =>
      expect(selectDevices(host.store.getState())).toMatchObject({ status: 'ready', error: null }),
    );
  });

  it('is followed until it is let go', async () => {
    const leave = followDevices(host.client, host.store.dispatch);
    await host.store.dispatch(readDevices());
    leave();
    host.events.emit('devices.onChanged', [microphone('usb', 'USB microphone')]);
    // A call behind the event: what came before it has been dealt with.
    await host.store.dispatch(readDevices());
    expect(names()).toEqual([]);
  });
});

function names(): string[] {
  return selectInputDevices(host.store.getState()).map(({ name }) => name);
}

function microphone(id: string, name: string): AudioDevice {
  return {
    id,
    name,
    type: 'input',
    isDefault: true,
    hostApi: 'ALSA',
    channels: 1,
    defaultSampleRate: 48000,
    sampleRates: [48000],
  };
}
