import type { ChannelChange } from './studioThunks.ts';

export type StripPatch = ChannelChange['changes'];

/** A change of a channel's strip, with what it was before. */
export interface StripStep {
  /** Of the control. */
  key: string;
  label: string;
  before: StripPatch;
  after: StripPatch;
  atMs: number;
}

interface StripHistory {
  past: readonly StripStep[];
  future: readonly StripStep[];
}

export const NO_STEPS: StripHistory = { past: [], future: [] };

/** A key that is held repeats faster than this, and is one step; a finger that presses again is slower. */
const JOIN_MS = 120;
/** More than anybody goes back. */
const MAX_STEPS = 200;

/** A change is done; what a held key changes is one step. */
export function withStep({ past }: StripHistory, step: StripStep): StripHistory {
  const newest = past.at(-1);
  const isJoined = newest?.key === step.key && step.atMs - newest.atMs < JOIN_MS;
  const joined = isJoined ? { ...step, before: newest.before } : step;
  return {
    past: [...past.slice(isJoined ? 0 : 1 - MAX_STEPS, isJoined ? -1 : undefined), joined],
    future: [],
  };
}

export function withUndone({ past, future }: StripHistory): StripHistory {
  const step = past.at(-1);
  return step ? { past: past.slice(0, -1), future: [...future, step] } : { past, future };
}

export function withRedone({ past, future }: StripHistory): StripHistory {
  const step = future.at(-1);
  return step
    ? { past: [...past, { ...step, atMs: -Infinity }], future: future.slice(0, -1) }
    : { past, future };
}
