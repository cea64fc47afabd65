import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { Handlers } from '../../../../../src-shared/rpc/index.ts';
import type { captureProcessContract } from '../../captureContract.ts';
import type { Addon } from '../addon.ts';
import { attempt } from '../failures.ts';
import { readStudioWeights } from './weights.ts';

/** The weights of the studio engine: read once, for every file that follows. */
export function createStudioModel() {
  let last: { path: string; weights: Promise<Float32Array> } | null = null;
  return {
    async read(path: string): Promise<Float32Array> {
      if (last?.path !== path) last = { path, weights: read(path) };
      try {
        return await last.weights;
      } catch (error) {
        last = null;
        throw error;
      }
    },
  };
}

/** The weights for the channels of sessions, which the addon keeps. */
export function createStudioHandlers(loadAddon: () => Addon) {
  let installedPath: string | null = null;
  return {
    async 'capture.installStudio'({ path }) {
      if (path === installedPath) return;
      const weights = await read(path);
      attempt(() => loadAddon().installStudioModel(weights));
      installedPath = path;
    },
  } satisfies Partial<Handlers<typeof captureProcessContract>>;
}

async function read(path: string): Promise<Float32Array> {
  try {
    return readStudioWeights(await readFile(path));
  } catch (error) {
    throw failWith('FILE_UNREADABLE', 'modelDamaged', { values: { name: basename(path) }, cause: error });
  }
}
