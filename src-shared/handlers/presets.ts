import { RpcError } from '../contract/errors.ts';
import { failWith } from '../contract/errorTexts.ts';
import { presetDocumentSchema, type presetsContract } from '../contract/presets.ts';
import type { NewPreset, Preset } from '../domain/presets.ts';
import {
  CANNOT_DELETE_DEFAULT,
  findPreset,
  nameOfCopy,
  withoutPreset,
  withPreset,
} from '../domain/presetList.ts';
import type { Handlers } from '../rpc/index.ts';
import { describeIssues } from '../rpc/issues.ts';
import { KeptPresets, type PresetStore } from './keptPresets.ts';
import { withoutUndefined } from '../domain/withoutUndefined.ts';

export type { PresetStore } from './keptPresets.ts';

export interface PresetHandlersOptions {
  store: PresetStore;
  /** Milliseconds since 1970. */
  nowMs: () => number;
  createId: () => string;
  onChanged(list: { presets: Preset[] }): void;
}

/** The presets of one installation or browser: the built-in ones, and the user's own. The same in every host. */
export function createPresetHandlers(options: PresetHandlersOptions): {
  handlers: Handlers<typeof presetsContract>;
  /** Another tab has written: what is stored is read again. */
  readAnew(): void;
} {
  const kept = new KeptPresets(options.store, (list) => options.onChanged(list));
  const make = (values: NewPreset): Preset => ({
    ...values,
    id: options.createId(),
    isDefault: false,
    createdAtMs: options.nowMs(),
  });
  return {
    readAnew: () => kept.readAnew(),
    handlers: { ...createListHandlers(kept, make), ...createDocumentHandlers(kept, make) },
  };
}

function createListHandlers(kept: KeptPresets, make: (values: NewPreset) => Preset) {
  return {
    'presets.list': () => ({ presets: kept.list(), damage: kept.damage }),
    'presets.create'(values) {
      kept.assertRoomFor(1);
      const preset = make(values);
      kept.keep(withPreset(kept.library, preset));
      return preset;
    },
    'presets.update'({ id, patch }) {
      const known = kept.requireOwn(
        id,
        'The built-in presets stay as they are. Duplicate this one and change the copy.',
      );
      const preset = { ...known, ...withoutUndefined(patch) };
      kept.keep(withPreset(kept.library, preset));
      return preset;
    },
    'presets.duplicate'({ id }) {
      const original = kept.require(id);
      kept.assertRoomFor(1);
      const all = kept.list();
      const names = all.map(({ name }) => name);
      const copy = { ...make(original), name: nameOfCopy(original.name, names) };
      kept.keep(withPreset(kept.library, copy, all.findIndex((preset) => preset.id === id) + 1));
      return copy;
    },
    'presets.remove'({ id }) {
      const removed = kept.requireOwn(id, CANNOT_DELETE_DEFAULT);
      const index = kept.list().findIndex((preset) => preset.id === id);
      kept.keep(withoutPreset(kept.library, id));
      return { removed, index };
    },
    'presets.restore'({ preset, index }) {
      const known = findPreset(kept.library, preset.id);
      if (known) return known;
      kept.assertRoomFor(1);
      const restored = { ...preset, isDefault: false };
      kept.keep(withPreset(kept.library, restored, index));
      return restored;
    },
    'presets.reorder'({ ids }) {
      const known = kept.list().map(({ id }) => id);
      const isSame = ids.length === known.length && known.every((id) => ids.includes(id));
      if (!isSame) throw new RpcError('BAD_OPTION', 'An order names every preset once; read the list again.');
      kept.keep({ ...kept.library, order: ids });
      return { presets: kept.list() };
    },
  } satisfies Partial<Handlers<typeof presetsContract>>;
}

/** All of the user's own as one document, and back. */
function createDocumentHandlers(kept: KeptPresets, make: (values: NewPreset) => Preset) {
  return {
    'presets.importAll'({ document }) {
      const parsed = presetDocumentSchema.safeParse(document);
      if (!parsed.success) {
        throw failWith('BAD_OPTION', 'presetsNotTaken', { values: { reason: describeIssues(parsed.error) } });
      }
      kept.assertRoomFor(parsed.data.presets.length);
      const presets = parsed.data.presets.map((preset) => make(valuesOf(preset)));
      if (presets.length > 0)
        kept.keep(presets.reduce((next, preset) => withPreset(next, preset), kept.library));
      return { imported: presets.length };
    },
    'presets.exportAll': () => ({
      format: 'sounddesk-presets',
      version: 1,
      presets: kept
        .list()
        .filter((preset) => !preset.isDefault)
        .map(({ isDefault: _, ...preset }) => preset),
    }),
  } satisfies Partial<Handlers<typeof presetsContract>>;
}

function valuesOf(preset: NewPreset): NewPreset {
  const { name, description, environment, sensitivity, noiseReduction, equalizerGainsDb, compressor } =
    preset;
  return { name, description, environment, sensitivity, noiseReduction, equalizerGainsDb, compressor };
}
