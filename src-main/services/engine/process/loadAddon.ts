import { createRequire } from 'node:module';
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
    return createRequire(import.meta.url)(addonPath) as Addon;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw failWith('ENGINE_UNAVAILABLE', 'engineNotLoaded', { values: { reason }, cause: error });
  }
}
