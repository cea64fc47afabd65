import type { LiveChain, Listening } from '../../../../src-shared/contract/liveChain.ts';
import { inputGainDb, volumeDb } from '../../../../src-shared/domain/gain.ts';
import { gateSettings } from '../../../../src-shared/domain/gate.ts';
import type { ChainSettings } from '../../../media/chain/chainSettings.ts';

/** A live chain in the units of its stages. Echo cancellation is asked of the browser, not of the chain. */
export function chainSettingsOf(chain: LiveChain, listening: Listening): ChainSettings {
  const { denoise, equalizer } = chain;
  return {
    inputGainDb: inputGainDb(chain.inputGain),
    automaticGain: chain.automaticGain,
    denoise: {
      isOn: denoise.engine !== 'off',
      sensitivity: denoise.sensitivity,
      reduction: denoise.reduction,
    },
    gate: gateSettings(chain.gate),
    equalizerGainsDb: equalizer.isOn ? equalizer.gainsDb : equalizer.gainsDb.map(() => 0),
    compressor: chain.compressor,
    volumeDb: volumeDb(chain.outputVolume),
    listening,
  };
}
