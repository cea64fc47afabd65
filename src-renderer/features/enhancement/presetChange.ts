import type { LiveChain } from '../../../src-shared/domain/stripSchema.ts';
import type { Preset } from '../../../src-shared/domain/presets.ts';
import { chainOfPreset } from '../../../src-shared/domain/liveChain.ts';

/** Whether the sliders say something else than the preset did when it was chosen. */
export function isPresetChanged(preset: Preset, chain: LiveChain): boolean {
  const { denoise, equalizer, compressor } = chainOfPreset(chain, preset);
  return (
    denoise.engine !== chain.denoise.engine ||
    denoise.sensitivity !== chain.denoise.sensitivity ||
    denoise.reduction !== chain.denoise.reduction ||
    JSON.stringify([equalizer, compressor]) !== JSON.stringify([chain.equalizer, chain.compressor])
  );
}
