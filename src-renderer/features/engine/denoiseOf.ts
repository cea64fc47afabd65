import type { DenoiseSettings } from '../../../src-shared/contract/engine.ts';
import { findBuiltInPreset } from '../../../src-shared/domain/presets.ts';

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
