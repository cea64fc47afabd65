import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryHost } from '../../testing/memoryHost.ts';
import { readEngine, readPresets, selectPresetList } from '../engine/index.ts';
import { readSettings, selectSettings } from '../workspace/index.ts';
import {
  applyPreset,
  createPreset,
  duplicatePreset,
  editChain,
  exportPresets,
  importPresets,
  redo,
  removePreset,
  reorderPresets,
  selectSnapshot,
  undo,
  updatePreset,
} from './enhancementThunks.ts';

let host: ReturnType<typeof createMemoryHost>;

beforeEach(async () => {
  host = createMemoryHost();
  await host.store.dispatch(readSettings());
  await host.store.dispatch(readEngine());
  await host.store.dispatch(readPresets());
});

const state = () => host.store.getState();
const names = () => selectPresetList(state()).map(({ name }) => name);
const snapshot = () => selectSnapshot(state());
const find = (name: string) => {
  const preset = selectPresetList(state()).find((one) => one.name === name);
  if (!preset) throw new Error(`there is no preset ${name}`);
  return preset;
};
const NEW = { name: 'My desk', description: '', environment: 'Home', label: 'new' } as const;
const change = (sensitivity: number, isFinal = true) => {
  const { chain } = snapshot();
  const patch = { denoise: { ...chain.denoise, sensitivity } };
  return host.store.dispatch(editChain({ key: 'denoise.sensitivity', label: 'Sensitivity', patch, isFinal }));
};

describe('changing the chain', () => {
  it('is one step from the first value to the last, kept by the host, and undone', async () => {
    const before = snapshot();
    void change(10, false);
    void change(20, false);
    await change(30);
    expect(host.state.settings.chain.denoise.sensitivity).toBe(30);
    expect(state().enhancementHistory.past).toHaveLength(1);
    await host.store.dispatch(undo());
    expect(snapshot()).toEqual(before);
    expect(host.state.settings.chain).toEqual(before.chain);
    await host.store.dispatch(redo());
    expect(host.state.settings.chain.denoise.sensitivity).toBe(30);
  });

  it('keeps the history where the host refuses to go back', async () => {
    await change(30);
    host.failures['settings.update'] = { code: 'SETTINGS_UNWRITABLE', message: 'The disk is full.' };
    await host.store.dispatch(undo());
    expect(state().enhancementHistory.past).toHaveLength(1);
    expect(state().enhancementHistory.future).toHaveLength(0);
    expect(host.notices.at(-1)?.message).toBe('The disk is full.');
  });
});

describe('a preset', () => {
  it('loads its values when it is chosen, and both come back with undo', async () => {
    const before = snapshot();
    await host.store.dispatch(applyPreset({ preset: find('Cafe - Noisy'), label: 'preset' }));
    expect(host.state.settings).toMatchObject({
      activePresetId: 'cafe-noisy',
      chain: { inputGain: 75, outputVolume: 80, denoise: { sensitivity: 90, reduction: 95 } },
    });
    await host.store.dispatch(undo());
    expect(snapshot()).toEqual(before);
  });

  it('is active when it was made, and gone with undo', async () => {
    const before = snapshot().presetId;
    await change(33);
    await host.store.dispatch(createPreset(NEW));
    expect(find('My desk').sensitivity).toBe(33);
    expect(snapshot().presetId).toBe(find('My desk').id);
    await host.store.dispatch(undo());
    expect(names()).not.toContain('My desk');
    expect(snapshot().presetId).toBe(before);
    await host.store.dispatch(redo());
    expect(snapshot().presetId).toBe(find('My desk').id);
  });

  it('leaves none active when it was and is deleted; undo brings back the preset in its place and the state', async () => {
    await host.store.dispatch(createPreset(NEW));
    const made = find('My desk');
    await host.store.dispatch(
      reorderPresets({
        ids: [
          made.id,
          ...selectPresetList(state())
            .slice(0, -1)
            .map(({ id }) => id),
        ],
        label: 'order',
      }),
    );
    await host.store.dispatch(removePreset({ id: made.id, label: 'deletion' }));
    expect(snapshot().presetId).toBeNull();
    await host.store.dispatch(undo());
    expect(names()[0]).toBe('My desk');
    expect(snapshot().presetId).toBe(made.id);
    await host.store.dispatch(undo());
    expect(names().at(-1)).toBe('My desk');
  });

  it('that is built in cannot be deleted, and no step is kept of trying', async () => {
    await host.store.dispatch(removePreset({ id: 'home-quiet', label: 'deletion' }));
    expect(host.notices.at(-1)?.message).toBe('Cannot delete default presets');
    expect(state().enhancementHistory.past).toEqual([]);
  });

  it('takes the current settings, and its own again with undo', async () => {
    await host.store.dispatch(createPreset(NEW));
    const before = find('My desk').sensitivity;
    await change(5);
    await host.store.dispatch(updatePreset({ preset: find('My desk'), label: 'values' }));
    expect(find('My desk').sensitivity).toBe(5);
    await host.store.dispatch(undo());
    expect(find('My desk').sensitivity).toBe(before);
    expect(selectSettings(state()).chain.denoise.sensitivity).toBe(5);
  });

  it('is copied, taken along as a document and brought in again; each is undone', async () => {
    await host.store.dispatch(duplicatePreset({ id: 'home-quiet', label: 'copy' }));
    expect(names()).toHaveLength(5);
    const document = await host.store.dispatch(exportPresets()).unwrap();
    expect(document.presets).toHaveLength(1);
    await host.store.dispatch(undo());
    expect(names()).toHaveLength(4);
    const imported = await host.store.dispatch(importPresets({ document, label: 'import' })).unwrap();
    expect(imported).toBe(1);
    expect(names()).toHaveLength(5);
    await host.store.dispatch(undo());
    expect(names()).toHaveLength(4);
  });

  it('list is as it was where a new order is refused', async () => {
    const before = names();
    host.failures['presets.reorder'] = { code: 'PRESETS_UNWRITABLE', message: 'The disk is full.' };
    const ids = selectPresetList(state()).map(({ id }) => id);
    await host.store.dispatch(reorderPresets({ ids: ids.reverse(), label: 'order' }));
    expect(names()).toEqual(before);
    expect(state().enhancementHistory.past).toEqual([]);
  });
});
