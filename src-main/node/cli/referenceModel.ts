import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../project.ts';

/** RNNoise as browsers run it: the module that the engine's own code is measured against. */
const MODULE_PATH = join(PROJECT_DIR, 'node_modules/@sapphi-red/web-noise-suppressor/dist/rnnoise_simd.wasm');
const FRAME_SAMPLES = 480;
const SAMPLE_RATE = 48_000;
/** The compiler behind the module needs a moment until it has made fast code of it. */
const WARM_UP_FRAMES = 500;

/** What of it is used here: its declarations come with those of browsers, which this is none of. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: object } }>;
};

interface Exports {
  memory: { readonly buffer: ArrayBuffer };
  __wasm_call_ctors(): void;
  rnnoise_create(model: number): number;
  malloc(bytes: number): number;
  rnnoise_process_frame(state: number, output: number, input: number): number;
}

/**
 * How many times faster than real time the WebAssembly runs one channel in this Node, over `seconds` of a
 * voice-like sound. Null where the module is not installed, as in a packaged app.
 */
export async function measureReference(seconds: number): Promise<number | null> {
  const bytes = readModule();
  if (!bytes) return null;
  const model = await instantiate(bytes);
  const state = model.rnnoise_create(0);
  const buffer = model.malloc(FRAME_SAMPLES * 4);
  const shared = new Float32Array(model.memory.buffer, buffer, FRAME_SAMPLES);
  const sound = makeSound();
  const run = (frames: number) => {
    for (let frame = 0; frame < frames; frame += 1) {
      const start = (frame * FRAME_SAMPLES) % sound.length;
      shared.set(sound.subarray(start, start + FRAME_SAMPLES));
      model.rnnoise_process_frame(state, buffer, buffer);
    }
  };
  run(WARM_UP_FRAMES);
  const frames = Math.round((seconds * SAMPLE_RATE) / FRAME_SAMPLES);
  const before = process.cpuUsage();
  run(frames);
  const { user, system } = process.cpuUsage(before);
  return seconds / ((user + system) / 1e6);
}

function readModule(): Buffer<ArrayBuffer> | null {
  try {
    return readFileSync(MODULE_PATH);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function instantiate(bytes: Buffer<ArrayBuffer>): Promise<Exports> {
  let memory: Exports['memory'] | null = null;
  const env = {
    __assert_fail() {
      throw new Error('The reference model stopped.');
    },
    emscripten_memcpy_big(to: number, from: number, length: number) {
      if (memory) new Uint8Array(memory.buffer).copyWithin(to, from, from + length);
      return to;
    },
    emscripten_resize_heap: () => 0,
  };
  const { instance } = await WebAssembly.instantiate(bytes, { env });
  const model = instance.exports as Exports;
  memory = model.memory;
  model.__wasm_call_ctors();
  return model;
}

/** Two seconds of a voice-like tone over noise in ±32768, the same in every run: whole frames, to be repeated. */
function makeSound(): Float32Array {
  const sound = new Float32Array(2 * SAMPLE_RATE);
  let seed = 1;
  for (let index = 0; index < sound.length; index += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = (seed / 2 ** 32 - 0.5) * 1200;
    const time = index / SAMPLE_RATE;
    let voice = 0;
    for (let partial = 1; partial <= 12; partial += 1) {
      voice += Math.sin(2 * Math.PI * 140 * partial * time) / partial;
    }
    const isTalking = time % 1 < 0.7;
    sound[index] = noise + (isTalking ? 5000 * voice * Math.abs(Math.sin(2 * Math.PI * 3 * time)) : 0);
  }
  return sound;
}
