import { createRequire } from 'node:module';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { Addon } from './addon.ts';

const REMEDY = 'Run "npm start" once: it builds the audio engine and says what is missing.';

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
    throw new RpcError('ENGINE_UNAVAILABLE', `The audio engine did not get the path of its addon. ${REMEDY}`);
  }
  try {
    return createRequire(import.meta.url)(addonPath) as Addon;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new RpcError('ENGINE_UNAVAILABLE', `The audio engine could not be loaded: ${reason}. ${REMEDY}`, {
      cause: error,
    });
  }
}
