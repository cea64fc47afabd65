import { RpcError } from '../contract/errors.ts';
import { failWith } from '../contract/errorTexts.ts';
import { MAX_PRESETS, type Preset } from '../domain/presets.ts';
import { findPreset, listPresets, type PresetLibrary } from '../domain/presetList.ts';

/** Where presets rest: a file, or a browser's storage. */
export interface PresetStore {
  /** `damage`: what was wrong and where it was put aside, as a sentence for the user; null where all is well. */
  read(): { library: PresetLibrary; damage: string | null };
  /** Durable when it returns; throws where it cannot be. */
  write(library: PresetLibrary): void;
}

/** The presets as they are stored. */
export class KeptPresets {
  readonly #store: PresetStore;
  readonly #onChanged: (list: { presets: Preset[] }) => void;
  #library: PresetLibrary;
  #damage: string | null;

  constructor(store: PresetStore, onChanged: (list: { presets: Preset[] }) => void) {
    this.#store = store;
    this.#onChanged = onChanged;
    ({ library: this.#library, damage: this.#damage } = store.read());
  }

  get library(): PresetLibrary {
    return this.#library;
  }

  /** What was wrong with the stored ones, until something is kept. */
  get damage(): string | null {
    return this.#damage;
  }

  list(): Preset[] {
    return listPresets(this.#library);
  }

  /** Throws `PRESETS_UNWRITABLE` where the store refuses; nothing has changed then. */
  keep(next: PresetLibrary): void {
    try {
      this.#store.write(next);
    } catch (error) {
      throw unwritable(error);
    }
    this.#library = next;
    this.#damage = null;
    this.#notify();
  }

  readAnew(): void {
    ({ library: this.#library, damage: this.#damage } = this.#store.read());
    this.#notify();
  }

  require(id: string): Preset {
    const preset = findPreset(this.#library, id);
    if (!preset) throw failWith('PRESET_NOT_FOUND', 'presetGone', { values: { id } });
    return preset;
  }

  /** Of the user; throws `refusal` for a built-in one. */
  requireOwn(id: string, refusal: string): Preset {
    const preset = this.require(id);
    if (preset.isDefault) throw new RpcError('PRESET_DEFAULT', refusal);
    return preset;
  }

  assertRoomFor(count: number): void {
    if (this.#library.custom.length + count <= MAX_PRESETS) return;
    throw failWith('BAD_OPTION', 'presetsFull', { values: { count: MAX_PRESETS } });
  }

  #notify(): void {
    this.#onChanged({ presets: this.list() });
  }
}

function unwritable(cause: unknown): RpcError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return failWith('PRESETS_UNWRITABLE', 'presetsUnsaved', { values: { reason }, retryable: true, cause });
}
