import type { StartLiveInput } from './engine.ts';
import type { Settings } from './settings.ts';

/** What a session starts with, wherever it is started: as the settings say. */
export function liveInputOf(settings: Settings): StartLiveInput {
  return {
    inputDeviceId: settings.inputDeviceId,
    outputDeviceId: settings.outputDeviceId,
    sampleRate: settings.sampleRate,
    bufferFrames: settings.bufferFrames,
    chain: settings.chain,
    listening: settings.listenToYourself ? 'clean' : 'off',
    presetId: settings.activePresetId,
  };
}
