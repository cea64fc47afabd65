import { failed } from '../../i18n/failed.ts';
import type { LiveChain } from '../../../src-shared/domain/stripSchema.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Preset } from '../../../src-shared/domain/presets.ts';
import { chainOfPreset } from '../../../src-shared/domain/liveChain.ts';
import { createClientThunk, type ClientThunkContext, type PlatformClient } from '../../platform/index.ts';
import { changeChain, selectActivePresetId, type EngineRoot } from '../engine/index.ts';
import { selectSettings, type SettingsRoot } from '../workspace/index.ts';
import {
  editContinued,
  editEnded,
  redone,
  stepDone,
  undone,
  type HistoryRoot,
  type Snapshot,
  type Step,
} from './historySlice.ts';
import { presetsChanged, readPresets, selectPresetList, type PresetsRoot } from '../engine/index.ts';

type Root = EngineRoot & SettingsRoot & HistoryRoot & PresetsRoot;

/** What is in effect now, with changes that are still on their way. */
export function selectSnapshot(root: EngineRoot & SettingsRoot): Snapshot {
  return { chain: selectSettings(root).chain, presetId: selectActivePresetId(root) };
}

export interface ChainEdit {
  /** Of the control: what it changes until it is let go is one step. */
  key: string;
  label: string;
  patch: Partial<LiveChain>;
  isFinal: boolean;
}

/** Changes the chain, heard at once, and one step for undo when the control is let go. */
export const editChain = createClientThunk<void, ChainEdit, Root>(
  'enhancement/editChain',
  async ({ key, label, patch, isFinal }, { getState, dispatch, nowMs }) => {
    const before = selectSnapshot(getState());
    const after = { ...before, chain: { ...before.chain, ...patch } };
    dispatch(editContinued({ key, before }));
    const changing = dispatch(changeChain(after));
    if (isFinal) dispatch(editEnded({ key, label, after, atMs: nowMs() }));
    await changing;
  },
  failed('enhancement'),
);

/** Makes a preset active and loads its values (document 1, section 4). */
export const applyPreset = createClientThunk<void, { preset: Preset; label: string }, Root>(
  'enhancement/applyPreset',
  async ({ preset, label }, { getState, dispatch }) => {
    const before = selectSnapshot(getState());
    const after = { chain: chainOfPreset(before.chain, preset), presetId: preset.id };
    dispatch(stepDone({ kind: 'chain', label, before, after }));
    await dispatch(changeChain(after));
  },
  failed('enhancement'),
);

export type NewPreset = Pick<Preset, 'name' | 'description' | 'environment'>;

/** Keeps the current settings as a preset, which is active then. */
export const createPreset = createClientThunk<void, NewPreset & { label: string }, Root>(
  'enhancement/createPreset',
  async ({ label, ...named }, { client, getState, dispatch }) => {
    const before = selectSnapshot(getState());
    const preset = unwrap(await client.call('presets.create', { ...named, ...valuesOf(before.chain) }));
    const index = selectPresetList(getState()).length;
    await dispatch(readPresets());
    const after = { ...before, presetId: preset.id };
    dispatch(stepDone({ kind: 'added', label, presets: [{ preset, index }], before, after }));
    await dispatch(changeChain(after));
  },
  failed('enhancement'),
);

/** The current settings in the place of those that the preset has. */
export const updatePreset = createClientThunk<void, { preset: Preset; label: string }, Root>(
  'enhancement/updatePreset',
  async ({ preset, label }, { client, getState, dispatch }) => {
    const patch = valuesOf(selectSettings(getState()).chain);
    const after = unwrap(await client.call('presets.update', { id: preset.id, patch }));
    await dispatch(readPresets());
    dispatch(stepDone({ kind: 'updated', label, before: preset, after }));
  },
  failed('enhancement'),
);

export const duplicatePreset = createClientThunk<void, { id: string; label: string }, Root>(
  'enhancement/duplicatePreset',
  async ({ id, label }, { client, getState, dispatch }) => {
    const preset = unwrap(await client.call('presets.duplicate', { id }));
    await dispatch(readPresets());
    const index = selectPresetList(getState()).findIndex((one) => one.id === preset.id);
    const now = selectSnapshot(getState());
    dispatch(stepDone({ kind: 'added', label, presets: [{ preset, index }], before: now, after: now }));
  },
  failed('enhancement'),
);

/** Deletes a preset of one's own; where it is active, none is any more. */
export const removePreset = createClientThunk<void, { id: string; label: string }, Root>(
  'enhancement/removePreset',
  async ({ id, label }, { client, getState, dispatch }) => {
    const before = selectSnapshot(getState());
    const { removed, index } = unwrap(await client.call('presets.remove', { id }));
    await dispatch(readPresets());
    const after = { ...before, presetId: before.presetId === id ? null : before.presetId };
    dispatch(stepDone({ kind: 'removed', label, presets: [{ preset: removed, index }], before, after }));
    if (after.presetId !== before.presetId) await dispatch(changeChain(after));
  },
  failed('enhancement'),
);

export const reorderPresets = createClientThunk<void, { ids: string[]; label: string }, Root>(
  'enhancement/reorderPresets',
  async ({ ids, label }, { client, getState, dispatch }) => {
    const list = selectPresetList(getState());
    const before = list.map(({ id }) => id);
    dispatch(presetsChanged(ids.flatMap((id) => list.find((preset) => preset.id === id) ?? [])));
    try {
      unwrap(await client.call('presets.reorder', { ids }));
    } catch (error) {
      dispatch(presetsChanged(list));
      throw error;
    }
    dispatch(stepDone({ kind: 'ordered', label, before, after: ids }));
  },
  failed('enhancement'),
);

/** Answers how many came in. */
export const importPresets = createClientThunk<number, { document: unknown; label: string }, Root>(
  'enhancement/importPresets',
  async ({ document, label }, { client, getState, dispatch }) => {
    const known = new Set(selectPresetList(getState()).map(({ id }) => id));
    const { imported } = unwrap(await client.call('presets.importAll', { document }));
    await dispatch(readPresets());
    const presets = selectPresetList(getState())
      .map((preset, index) => ({ preset, index }))
      .filter(({ preset }) => !known.has(preset.id));
    const now = selectSnapshot(getState());
    if (presets.length > 0) dispatch(stepDone({ kind: 'added', label, presets, before: now, after: now }));
    return imported;
  },
);

/** The custom presets as a document. */
export const exportPresets = createClientThunk(
  'enhancement/exportPresets',
  async (_: void, { client }) => unwrap(await client.call('presets.exportAll')),
  failed('enhancement'),
);

/** Takes the last step back; answers what it was. */
export const undo = createClientThunk<string | null, void, Root>(
  'enhancement/undo',
  (_, context) => walk('before', context),
  failed('enhancement'),
);

/** Does the step again that was taken back last. */
export const redo = createClientThunk<string | null, void, Root>(
  'enhancement/redo',
  (_, context) => walk('after', context),
  failed('enhancement'),
);

/** A step in either direction; where the host refuses it, the history stays as it was. */
async function walk(
  side: 'before' | 'after',
  { client, getState, dispatch }: ClientThunkContext<Root>,
): Promise<string | null> {
  const { past, future } = getState().enhancementHistory;
  const [go, back] = side === 'before' ? [undone, redone] : [redone, undone];
  const step = (side === 'before' ? past : future).at(-1);
  if (!step) return null;
  dispatch(go());
  try {
    await applyToPresets(client, step, side);
    if (step.kind !== 'chain') await dispatch(readPresets());
  } catch (error) {
    dispatch(back());
    throw error;
  }
  const snapshot = snapshotOf(step, side);
  if (snapshot && changeChain.rejected.match(await dispatch(changeChain(snapshot)))) {
    dispatch(back());
    return null;
  }
  return step.label;
}

/** What the host keeps of presets, as it was before the step or after it. */
async function applyToPresets(client: PlatformClient, step: Step, side: 'before' | 'after'): Promise<void> {
  if (step.kind === 'chain') return;
  if (step.kind === 'ordered') {
    unwrap(await client.call('presets.reorder', { ids: step[side] }));
    return;
  }
  if (step.kind === 'updated') {
    const { id, sensitivity, noiseReduction, equalizerGainsDb, compressor } = step[side];
    const patch = { sensitivity, noiseReduction, equalizerGainsDb, compressor };
    unwrap(await client.call('presets.update', { id, patch }));
    return;
  }
  const isThere = (step.kind === 'added') === (side === 'after');
  for (const { preset, index } of step.presets) {
    if (isThere) unwrap(await client.call('presets.restore', { preset, index }));
    else unwrap(await client.call('presets.remove', { id: preset.id }));
  }
}

function snapshotOf(step: Step, side: 'before' | 'after'): Snapshot | null {
  return 'chain' in (step[side] as object) ? (step[side] as Snapshot) : null;
}

function valuesOf({ denoise, equalizer, compressor }: LiveChain) {
  const { isOn, ...values } = compressor;
  return {
    sensitivity: denoise.sensitivity,
    noiseReduction: denoise.reduction,
    equalizerGainsDb: equalizer.isOn ? [...equalizer.gainsDb] : null,
    compressor: isOn ? values : null,
  };
}
