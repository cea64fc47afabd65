import { findBuiltInPreset } from '../domain/presets.ts';
import type { DenoiseSettings, StartLiveInput } from './engine.ts';
import type { Settings } from './settings.ts';

/** Without a preset: the document's defaults (document 1, section 9). */
const DEFAULT_SENSITIVITY = 70;
const DEFAULT_REDUCTION = 70;

/** What a preset asks of the denoiser. */
export function denoiseOf(presetId: string | null): DenoiseSettings {
  const preset = findBuiltInPreset(presetId);
  return {
    engine: 'rnnoise',
    sensitivity: preset?.sensitivity ?? DEFAULT_SENSITIVITY,
    reduction: preset?.noiseReduction ?? DEFAULT_REDUCTION,
  };
}

/** What a session starts with, wherever it is started: as the settings say. */
export function liveInputOf(settings: Settings): StartLiveInput {
  return {
    inputDeviceId: settings.inputDeviceId,
    outputDeviceId: settings.outputDeviceId,
    sampleRate: settings.sampleRate,
    bufferFrames: settings.bufferFrames,
    denoise: denoiseOf(settings.activePresetId),
    presetId: settings.activePresetId,
  };
}
