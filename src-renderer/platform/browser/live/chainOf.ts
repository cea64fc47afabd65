import type { LiveChain, Listening } from '../../../../src-shared/contract/liveChain.ts';
import { inputGainDb, volumeDb } from '../../../../src-shared/domain/gain.ts';
import { gateOfChain, preservedSensitivity } from '../../../../src-shared/domain/voiceCare.ts';
import type { ChainSettings } from '../../../media/chain/chainSettings.ts';

/** A live chain in the units of its stages. Echo cancellation is asked of the browser, not of the chain. */
export function chainSettingsOf(
  chain: LiveChain,
  listening: Listening,
  adaptedDb: number | null = null,
): ChainSettings {
  const { denoise, equalizer } = chain;
  return {
    inputGainDb: inputGainDb(chain.inputGain),
    automaticGain: chain.automaticGain,
    denoise: {
      isOn: denoise.engine !== 'off',
      sensitivity: preservedSensitivity(denoise.sensitivity, chain.voicePreservation),
      reduction: denoise.reduction,
    },
    gate: gateOfChain(chain, chain.adaptiveMode ? adaptedDb : null),
    equalizerGainsDb: equalizer.isOn ? equalizer.gainsDb : equalizer.gainsDb.map(() => 0),
    compressor: chain.compressor,
    volumeDb: volumeDb(chain.outputVolume),
    listening,
  };
}
