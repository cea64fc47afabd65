import type { LiveChain, Listening } from '../../../src-shared/contract/liveChain.ts';
import { inputGainDb, volumeDb } from '../../../src-shared/domain/gain.ts';
import { gateSettings } from '../../../src-shared/domain/gate.ts';
import type { LiveSettings } from './contract.ts';

/** A live chain in the units of the engine: the addon's own. */
export function toLiveSettings(chain: LiveChain, listening: Listening | 'tone'): LiveSettings {
  const { inputGain, outputVolume, gate, ...rest } = chain;
  return {
    strip: {
      ...rest,
      inputGainDb: inputGainDb(inputGain),
      gate: gateSettings(gate),
      volumeDb: volumeDb(outputVolume),
      pan: 0,
      isMuted: false,
      isSolo: false,
    },
    listening,
  };
}
