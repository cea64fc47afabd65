import { expect, it } from 'vitest';
import { listDevicesWithoutAddon } from './fallbackDevices.ts';

it('lists both sides of a duplex device', () => {
  const listed = {
    name: 'Card',
    maxInputChannels: 1,
    maxOutputChannels: 2,
    defaultSampleRate: 44100,
    hostAPIName: 'ALSA',
  };
  expect(listDevicesWithoutAddon(() => ({ getDevices: () => [listed] }))).toMatchObject([
    { name: 'Card', type: 'input', channels: 1, hostApi: 'ALSA', defaultSampleRate: 44100 },
    { name: 'Card', type: 'output', channels: 2 },
  ]);
});

it('answers nothing where the package was not built', () => {
  const fail = () => {
    throw new Error('Could not locate the bindings file.');
  };
  expect(listDevicesWithoutAddon(fail)).toBeNull();
});
