import type { CleanChain } from '../../../src-shared/contract/clean.ts';
import { defaultEngine } from '../../../src-shared/domain/planLimits.ts';
import { effectsOf } from '../../../src-shared/domain/stripEffects.ts';
import { selectCleaningLimits } from '../licence/index.ts';
import { selectSettings, selectVoiceCleaning } from '../workspace/index.ts';

export type FileChainRoot = Parameters<typeof selectSettings>[0] &
  Parameters<typeof selectVoiceCleaning>[0] &
  Parameters<typeof selectCleaningLimits>[0];

/** As the live voice is cleaned; a file can wait, so auto takes the place of RNNoise where the plan and the host have it. */
export function fileChainOf(state: FileChainRoot): CleanChain {
  const { chain } = selectSettings(state);
  const support = selectVoiceCleaning(state);
  const engine = defaultEngine(selectCleaningLimits(state), support?.supported ? support.engines : []);
  const denoise = chain.denoise.engine === 'off' ? chain.denoise : { ...chain.denoise, engine };
  return { denoise, ...effectsOf(chain) };
}
