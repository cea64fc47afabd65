import type { EngineState } from '../../../src-shared/contract/engine.ts';
import type { Loadable } from '../../lib/loadable.ts';

/** The state as the host reported it, and when: seconds are counted from there. */
export interface EngineReport {
  state: EngineState;
  receivedAtMs: number;
}

export type LiveAction = 'starting' | 'stopping' | 'restarting';

export interface EngineSlice {
  report: Loadable<EngineReport>;
  /** What this window asked for and has no answer to. */
  action: LiveAction | null;
  /** The running session is being sent another chain. */
  isTellingChain: boolean;
}

export interface EngineRoot {
  engine: EngineSlice;
}
