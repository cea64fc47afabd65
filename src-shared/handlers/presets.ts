import { RpcError } from '../contract/errors.ts';
import {
  MAX_PRESETS,
  presetDocumentSchema,
  type NewPreset,
  type Preset,
  type presetsContract,
} from '../contract/presets.ts';
import {
  CANNOT_DELETE_DEFAULT,
  findPreset,
  listPresets,
  nameOfCopy,
  withoutPreset,
  withPreset,
  type PresetShelf,
} from '../domain/presetList.ts';
import type { Handlers } from '../rpc/index.ts';
import { describeIssues } from '../rpc/issues.ts';

/** Where presets rest: a file, or a browser's storage. */
export interface PresetStore {
  /** `damage`: what was wrong and where it was put aside, as a sentence for the user; null where all is well. */
  read(): { shelf: PresetShelf; damage: string | null };
  /** Durable when it returns; throws where it cannot be. */
  write(shelf: PresetShelf): void;
}

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
  /** Another tab has written: what is stored is read anew. */
  readAnew(): void;
} {
  const { store, nowMs, createId } = options;
  let { shelf, damage } = store.read();

  /** Nothing has changed where the store refuses. */
  function keep(next: PresetShelf): void {
    try {
      store.write(next);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new RpcError(
        'PRESETS_UNWRITABLE',
        `The presets could not be saved: ${reason}. Free some space or check the folder's permissions, then try again.`,
        { retryable: true, cause: error },
      );
    }
    shelf = next;
    damage = null;
    options.onChanged({ presets: listPresets(shelf) });
  }

  function find(id: string): Preset {
    const preset = findPreset(shelf, id);
    if (!preset) throw new RpcError('PRESET_NOT_FOUND', `There is no preset "${id}" any more.`);
    return preset;
  }

  function findOwn(id: string, refusal: string): Preset {
    const preset = find(id);
    if (preset.isDefault) throw new RpcError('PRESET_DEFAULT', refusal);
    return preset;
  }

  function assertRoomFor(count: number): void {
    if (shelf.custom.length + count <= MAX_PRESETS) return;
    throw new RpcError(
      'BAD_OPTION',
      `There is room for ${MAX_PRESETS} presets of your own. Delete some that you no longer need.`,
    );
  }

  const made = (values: NewPreset): Preset => ({
    ...values,
    id: createId(),
    isDefault: false,
    createdAtMs: nowMs(),
  });

  return {
    readAnew() {
      ({ shelf, damage } = store.read());
      options.onChanged({ presets: listPresets(shelf) });
    },
    handlers: {
      'presets.list': () => ({ presets: listPresets(shelf), damage }),
      'presets.create'(values) {
        assertRoomFor(1);
        const preset = made(values);
        keep(withPreset(shelf, preset));
        return preset;
      },
      'presets.update'({ id, patch }) {
        const known = findOwn(
          id,
          'The built-in presets stay as they are. Duplicate this one and change the copy.',
        );
        const preset = { ...known, ...withoutUndefined(patch) };
        keep(withPreset(shelf, preset));
        return preset;
      },
      'presets.duplicate'({ id }) {
        const original = find(id);
        assertRoomFor(1);
        const all = listPresets(shelf);
        const name = nameOfCopy(
          original.name,
          all.map((preset) => preset.name),
        );
        const copy = { ...made(original), name };
        keep(withPreset(shelf, copy, all.findIndex((preset) => preset.id === id) + 1));
        return copy;
      },
      'presets.remove'({ id }) {
        const removed = findOwn(id, CANNOT_DELETE_DEFAULT);
        const index = listPresets(shelf).findIndex((preset) => preset.id === id);
        keep(withoutPreset(shelf, id));
        return { removed, index };
      },
      'presets.restore'({ preset, index }) {
        const known = findPreset(shelf, preset.id);
        if (known) return known;
        assertRoomFor(1);
        const restored = { ...preset, isDefault: false };
        keep(withPreset(shelf, restored, index));
        return restored;
      },
      'presets.reorder'({ ids }) {
        const known = listPresets(shelf).map(({ id }) => id);
        const isSame = ids.length === known.length && known.every((id) => ids.includes(id));
        if (!isSame) {
          throw new RpcError('BAD_OPTION', 'An order names every preset once; read the list again.');
        }
        keep({ ...shelf, order: ids });
        return { presets: listPresets(shelf) };
      },
      'presets.importAll'({ document }) {
        const parsed = presetDocumentSchema.safeParse(document);
        if (!parsed.success) {
          throw new RpcError('BAD_OPTION', `These presets cannot be taken: ${describeIssues(parsed.error)}.`);
        }
        assertRoomFor(parsed.data.presets.length);
        const presets = parsed.data.presets.map((preset) => made(valuesOf(preset)));
        if (presets.length > 0) keep(presets.reduce((next, preset) => withPreset(next, preset), shelf));
        return { imported: presets.length };
      },
      'presets.exportAll': () => ({
        format: 'sounddesk-presets',
        version: 1,
        presets: listPresets(shelf)
          .filter((preset) => !preset.isDefault)
          .map(({ isDefault: _, ...preset }) => preset),
      }),
    },
  };
}

function valuesOf(preset: NewPreset): NewPreset {
  const { name, description, environment, sensitivity, noiseReduction, equalizerGainsDb, compressor } =
    preset;
  return { name, description, environment, sensitivity, noiseReduction, equalizerGainsDb, compressor };
}

/** An explicit `undefined`, as the process port carries it, changes nothing. */
function withoutUndefined<T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
