import { useSelector } from 'react-redux';
import type { LiveChain } from '../../../src-shared/domain/stripSchema.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { selectLive } from '../engine/index.ts';
import { selectIsConnected, selectSettings, selectSettingsStatus } from '../workspace/index.ts';
import { editChain } from './enhancementThunks.ts';

export interface ChainEditor {
  /** As it is wanted: what is being changed shows at once. */
  chain: LiveChain;
  /** Of the session, else of the one that would start: it decides what the equalizer can do. */
  sampleRate: number;
  disabled: boolean;
  /**
   * Changes a part. `key` names the control: all it changes until `isFinal` is one step for undo, which `label` names.
   */
  edit: (key: string, label: string, patch: Partial<LiveChain>, isFinal?: boolean) => void;
}

/** The chain, to be shown and changed. */
export function useChain(): ChainEditor {
  const dispatch = useAppDispatch();
  const { chain, sampleRate } = useSelector(selectSettings);
  const live = useSelector(selectLive);
  const isConnected = useSelector(selectIsConnected);
  const isKnown = useSelector(selectSettingsStatus) === 'ready';
  return {
    chain,
    sampleRate: live?.sampleRate ?? sampleRate,
    disabled: !isConnected || !isKnown,
    edit: (key, label, patch, isFinal = true) => void dispatch(editChain({ key, label, patch, isFinal })),
  };
}
