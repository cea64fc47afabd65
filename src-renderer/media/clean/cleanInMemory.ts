import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { DEFAULT_CLEANING } from '../../../src-shared/domain/denoise.ts';
import { ENGINE_EFFECTS_OFF } from '../../../src-shared/domain/stripEffects.ts';
import { trustedScript } from '../../lib/trustedScripts.ts';
import { denoiseMixOf } from '../chain/chainSettings.ts';
import { loadNoiseModel, loadStrongModel } from '../chain/noiseModel.ts';
import type { CleanedFigures } from './cleanSound.ts';
import type { FromMemoryWorker, MemoryCleaning } from './memoryMessages.ts';
import memoryWorker from './memoryWorker.ts?worker&url';

export interface MonoSound {
  sampleRate: number;
  samples: Float32Array<ArrayBuffer>;
}

export interface CleanedInMemory {
  samples: Float32Array<ArrayBuffer>;
  figures: CleanedFigures;
}

/**
 * A short sound by auto, as files are cleaned where nothing else is asked for; sample by sample in its place. It runs in a worker,
 * which an abort ends. Rejects with `ENGINE_UNAVAILABLE`, `ENGINE_STOPPED` or `CANCELLED`.
 */
export async function cleanInMemory(
  { samples, sampleRate }: MonoSound,
  signal: AbortSignal,
): Promise<CleanedInMemory> {
  const [wasm, strong] = await Promise.all([loadNoiseModel(), loadStrongModel()]);
  if (signal.aborted) throw cancelled();
  const worker = new Worker(trustedScript(memoryWorker), { type: 'module', name: 'clean a sound' });
  try {
    const answer = await ask(worker, signal, {
      samples,
      sampleRate,
      wasm,
      cleaning: {
        denoise: denoiseMixOf({ ...DEFAULT_CLEANING, engine: 'auto' }),
        strong,
        effects: ENGINE_EFFECTS_OFF,
      },
    });
    if (answer.kind === 'failed') throw new RpcError('ENGINE_STOPPED', answer.reason);
    return answer;
  } finally {
    worker.terminate();
  }
}

function ask(worker: Worker, signal: AbortSignal, task: MemoryCleaning): Promise<FromMemoryWorker> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(cancelled()), { once: true });
    worker.onmessage = ({ data }: MessageEvent<FromMemoryWorker>) => resolve(data);
    worker.onerror = ({ message }) =>
      reject(new RpcError('ENGINE_STOPPED', message || 'its program could not be loaded'));
    worker.postMessage(task);
  });
}

const cancelled = () => failWith('CANCELLED', 'cancelled');
