import { createContext, use, type ReactNode } from 'react';
import type { EffectValues, MeteredEffect } from '../../../src-shared/domain/stripEffects.ts';
import { useLiveFeeds } from '../engine/index.ts';
import { GainReduction } from './GainReduction.tsx';
import { useChain } from './useChain.ts';

/** What the stages of a strip show and change: the live chain's, or a channel's. */
export interface Stages {
  effects: EffectValues;
  sampleRate: number;
  disabled: boolean;
  /**
   * Changes a part. `key` names the control: all it changes until `isFinal` is one step for undo, which `label` names.
   */
  edit: (key: string, label: string, patch: Partial<EffectValues>, isFinal?: boolean) => void;
  /** A meter of what an effect takes away. */
  reductionOf: (effect: MeteredEffect, isOn: boolean) => ReactNode;
  /** Levels behind the strip's fader; null: nothing is measured, or not what the compressor does. */
  levels: {
    subscribe: (listener: () => void) => () => void;
    read(): { outputPeakDb: number; compressorReductionDb: number | null } | null;
  };
  /** Of the fader, 0-100. */
  volume: number;
  /** Whether the spectrum of the running session is theirs. */
  hasSpectrum: boolean;
}

/** The stages of a channel, where a part of the screen is about one. */
export const StagesContext = createContext<Stages | null>(null);

const liveReductionOf: Stages['reductionOf'] = (effect, isOn) => (
  <GainReduction effect={effect} isOn={isOn} />
);

/** The stages that this part of the screen is about: without another word, those of the live chain. */
export function useStages(): Stages {
  const given = use(StagesContext);
  const { chain, sampleRate, disabled, edit } = useChain();
  const { levels } = useLiveFeeds();
  return (
    given ?? {
      effects: chain,
      sampleRate,
      disabled,
      edit,
      levels,
      volume: chain.outputVolume,
      reductionOf: liveReductionOf,
      hasSpectrum: true,
    }
  );
}
