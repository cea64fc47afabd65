import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { LiveChain } from '../../../src-shared/domain/stripSchema.ts';
import type { Preset } from '../../../src-shared/domain/presets.ts';

/** What a step can change of the chain: its values, and the preset that is active. */
export interface Snapshot {
  chain: LiveChain;
  presetId: string | null;
}

interface PlacedPreset {
  preset: Preset;
  index: number;
}

/** A change that can be taken back, with all that is needed for it. */
export type Step = { label: string } & (
  | { kind: 'chain'; before: Snapshot; after: Snapshot }
  | { kind: 'added' | 'removed'; presets: PlacedPreset[]; before: Snapshot; after: Snapshot }
  | { kind: 'updated'; before: Preset; after: Preset }
  | { kind: 'ordered'; before: string[]; after: string[] }
);

export interface HistorySlice {
  past: Step[];
  future: Step[];
  /** A change under way, e.g. a drag: one step when it ends. */
  open: { key: string; before: Snapshot } | null;
  /** Of the last step of the chain, so that what a held key changes is one. */
  last: { key: string; atMs: number } | null;
}

/** Steps that are kept: more than anybody goes back. */
const MAX_STEPS = 200;
/** A key that is held repeats faster than this, and is one step; a finger that presses again is slower. */
const JOIN_MS = 120;

const initialState: HistorySlice = { past: [], future: [], open: null, last: null };

/** What was done on this screen, to be taken back and done again. */
export const historySlice = createSlice({
  name: 'enhancementHistory',
  initialState,
  reducers: {
    /** Every value on the way, from the first one on. */
    editContinued(slice, { payload }: PayloadAction<{ key: string; before: Snapshot }>) {
      if (slice.open?.key !== payload.key) slice.open = payload;
    },
    editEnded(
      slice,
      { payload }: PayloadAction<{ key: string; label: string; after: Snapshot; atMs: number }>,
    ) {
      const { key, label, after, atMs } = payload;
      const before = slice.open?.key === key ? slice.open.before : null;
      slice.open = null;
      if (!before || isSame(before, after)) return;
      const newest = slice.past.at(-1);
      const isJoined =
        slice.last?.key === key && atMs - slice.last.atMs < JOIN_MS && newest?.kind === 'chain';
      if (isJoined) newest.after = after;
      else push(slice, { kind: 'chain', label, before, after });
      slice.future = [];
      slice.last = { key, atMs };
    },
    stepDone(slice, { payload }: PayloadAction<Step>) {
      push(slice, payload);
      slice.future = [];
      slice.open = null;
      slice.last = null;
    },
    undone(slice) {
      const step = slice.past.pop();
      if (step) slice.future.push(step);
      slice.last = null;
    },
    redone(slice) {
      const step = slice.future.pop();
      if (step) slice.past.push(step);
      slice.last = null;
    },
  },
});

export const { editContinued, editEnded, stepDone, undone, redone } = historySlice.actions;

function push(slice: HistorySlice, step: Step): void {
  slice.past.push(step);
  if (slice.past.length > MAX_STEPS) slice.past.shift();
}

/** Plain data with keys in one order: equal texts mean equal data. */
function isSame(one: Snapshot, other: Snapshot): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export interface HistoryRoot {
  enhancementHistory: HistorySlice;
}
export const selectUndoLabel = (root: HistoryRoot) => root.enhancementHistory.past.at(-1)?.label ?? null;
export const selectRedoLabel = (root: HistoryRoot) => root.enhancementHistory.future.at(-1)?.label ?? null;
