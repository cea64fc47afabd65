import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { Addon } from './addon.ts';

/**
 * A function that loads the addon at its first call and answers it from then on. A failure is
 * `ENGINE_UNAVAILABLE` with the reason and the remedy, and the next call tries again.
 */
export function createAddonLoader(addonPath: string | undefined): () => Addon {
  let loaded: Addon | null = null;
  return () => (loaded ??= load(addonPath));
}

function load(addonPath: string | undefined): Addon {
  if (addonPath === undefined) {
    throw failWith('ENGINE_UNAVAILABLE', 'engineWithoutPath');
  }
  try {
    return loadWithSpares(addonPath);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw failWith('ENGINE_UNAVAILABLE', 'engineNotLoaded', { values: { reason }, cause: error });
  }
}

/** The loader's words (glibc) for a library that the system has not. */
const MISSING = /^(lib[\w.+-]+\.so[\d.]*): cannot open shared object file/;

/** glibc's RTLD_NODELETE: what was loaded stays, although Node closes it as no addon of its own. */
const KEPT = 0x10_00;

/**
 * ALSA and JACK are the system's, where it has them. A package brings both for a system without them (`scripts/lib/libraries.mjs`), in a
 * folder where the loader does not look: it takes a library that is loaded already.
 */
function loadWithSpares(addonPath: string): Addon {
  const folder = path.join(path.dirname(addonPath), 'lib');
  const tried = new Set<string>();
  const load = <T>(attempt: () => T): T => {
    for (;;) {
      try {
        return attempt();
      } catch (error) {
        const name = error instanceof Error ? MISSING.exec(error.message)?.[1] : undefined;
        const spare = [path.join(folder, 'spare', name ?? ''), path.join(folder, name ?? '')].find(
          (file) => name !== undefined && existsSync(file),
        );
        if (name === undefined || spare === undefined || tried.has(name)) throw error;
        tried.add(name);
        load(() => keepLibrary(spare));
      }
    }
  };
  return load(() => createRequire(import.meta.url)(addonPath) as Addon);
}

function keepLibrary(file: string): void {
  try {
    process.dlopen({ exports: {} }, file, constants.dlopen.RTLD_NOW | KEPT);
  } catch (error) {
    // It is a library and no addon.
    if (!(error instanceof Error && error.message.includes('did not self-register'))) throw error;
  }
}
