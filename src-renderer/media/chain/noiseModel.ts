import scalarUrl from '@sapphi-red/web-noise-suppressor/rnnoise.wasm?url';
import simdUrl from '@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm?url';
import strongUrl from '../../../out/sound/strong.wasm?url';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';

/** Kept for the page's life: a session may begin while there is no network. */
let loaded: Promise<ArrayBuffer> | null = null;
let loadedStrong: Promise<ArrayBuffer> | null = null;

/**
 * The noise model, in the build whose samples are the desktop's to the last bit where this browser has SIMD, else the
 * scalar one.
 */
export function loadNoiseModel(): Promise<ArrayBuffer> {
  loaded ??= loadBuild().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

/** GTCRN, which auto needs beside the noise model. */
export function loadStrongModel(): Promise<ArrayBuffer> {
  loadedStrong ??= load(strongUrl).catch((error: unknown) => {
    loadedStrong = null;
    throw error;
  });
  return loadedStrong;
}

async function loadBuild(): Promise<ArrayBuffer> {
  const simd = await load(simdUrl);
  return WebAssembly.validate(simd) ? simd : await load(scalarUrl);
}

async function load(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (answer.ok) return await answer.arrayBuffer();
  throw failWith('ENGINE_UNAVAILABLE', 'audioModelNotLoaded', {
    values: { url, status: answer.status },
    retryable: true,
  });
}
