import type { LiveChain, Listening } from '../../../src-shared/contract/liveChain.ts';
import { inputGainDb, volumeDb } from '../../../src-shared/domain/gain.ts';
import { gateOfChain, preservedSensitivity } from '../../../src-shared/domain/voiceCare.ts';
import type { LiveSettings } from './contract.ts';

/** A live chain in the units of the engine: the addon's own. `adaptedDb`: the gate's threshold as the room wants it. */
export function toLiveSettings(
  chain: LiveChain,
  listening: Listening | 'tone',
  adaptedDb: number | null = null,
): LiveSettings {
  const { inputGain, outputVolume, gate: _gate, voicePreservation, adaptiveMode, denoise, ...rest } = chain;
  return {
    strip: {
      ...rest,
      inputGainDb: inputGainDb(inputGain),
      denoise: { ...denoise, sensitivity: preservedSensitivity(denoise.sensitivity, voicePreservation) },
      gate: gateOfChain(chain, adaptiveMode ? adaptedDb : null),
      volumeDb: volumeDb(outputVolume),
      pan: 0,
      isMuted: false,
      isSolo: false,
    },
    listening,
  };
}
