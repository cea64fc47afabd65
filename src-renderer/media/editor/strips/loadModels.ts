import { loadNoiseModel, loadStrongModel } from '../../chain/noiseModel.ts';
import type { LoadModels } from './stripMixer.ts';

/** Engines that a browser has: what it has not is played as the standard one. */
export const loadModels: LoadModels = async (engines) => ({
  standard: engines.some((engine) => engine !== 'off') ? await loadNoiseModel() : null,
  strong: engines.includes('auto') ? await loadStrongModel() : null,
});
