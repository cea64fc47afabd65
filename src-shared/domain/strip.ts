import { inputGainDb, volumeDb } from './gain.ts';
import type { LISTENING } from './liveChain.ts';
import { toEngineEffects } from './stripEffects.ts';
import type { EngineStrip, LiveChain, StripValues } from './stripSchema.ts';
import { gateOfChain, preservedSensitivity } from './voiceCare.ts';

/** A strip in the units of the engine. */
export function toStrip(values: StripValues): EngineStrip {
  const { echoCancellation, automaticGain, denoise, pan, isMuted, isSolo } = values;
  return {
    inputGainDb: inputGainDb(values.inputGain),
    echoCancellation,
    automaticGain,
    denoise,
    ...toEngineEffects(values),
    volumeDb: volumeDb(values.volume),
    pan,
    isMuted,
    isSolo,
  };
}

/** The live chain of one microphone as the engine takes it. */
export interface LiveStrip<L> {
  strip: EngineStrip;
  listening: L;
}

/** Gentler with the voice where it is to be preserved; `adaptedDb` is the gate's threshold as the room wants it. */
export function toLiveSettings<L extends (typeof LISTENING)[number] | 'tone'>(
  chain: LiveChain,
  listening: L,
  adaptedDb: number | null = null,
): LiveStrip<L> {
  const { denoise, voicePreservation, adaptiveMode, outputVolume } = chain;
  const sensitivity = preservedSensitivity(denoise.sensitivity, voicePreservation);
  const alone = { volume: outputVolume, pan: 0, isMuted: false, isSolo: false };
  return {
    strip: {
      ...toStrip({ ...chain, ...alone, denoise: { ...denoise, sensitivity } }),
      gate: gateOfChain(chain, adaptiveMode ? adaptedDb : null),
    },
    listening,
  };
}
