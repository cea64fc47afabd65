import scalarUrl from '@sapphi-red/web-noise-suppressor/rnnoise.wasm?url';
import simdUrl from '@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm?url';
import { RpcError } from '../../../../src-shared/contract/errors.ts';

/**
 * The noise model, in the build whose samples are the desktop's to the last bit where this browser has SIMD, else the
 * scalar one. Comes from this page's own origin, and from the browser's cache after the first time.
 */
export async function loadNoiseModel(): Promise<ArrayBuffer> {
  const simd = await load(simdUrl);
  return WebAssembly.validate(simd) ? simd : await load(scalarUrl);
}

async function load(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (answer.ok) return await answer.arrayBuffer();
  throw new RpcError(
    'ENGINE_UNAVAILABLE',
    `Failed to initialize audio system: ${url} answered ${answer.status}. Reload the page and try again.`,
    { retryable: true },
  );
}
