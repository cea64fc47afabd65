// How fast the addon's denoiser and whole file jobs are beside the reference WebAssembly (SIMD) in Node, over
// the same samples in the same run. Prints JSON; all figures are × real time of one channel.
//
//   node native/bench/denoise.mjs [seconds of sound, default 30]
//
// The rounds are interleaved and the best of each is kept: on a shared machine the best is what the code can
// do, and a slow moment hits anyone who runs in it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const rootDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const frameSamples = 480;
const strongBlockSamples = 768;
const sampleRate = 48000;
const rounds = 7;

/** The reference: the module as the browser loads it. Returns a function for one frame in ±32768, in place. */
export async function createReferenceDenoiser(file = 'rnnoise_simd.wasm') {
  const bytes = await readFile(
    path.join(rootDir, 'node_modules/@sapphi-red/web-noise-suppressor/dist', file),
  );
  let memory = null;
  const env = {
    __assert_fail() {
      throw new Error('The reference model stopped');
    },
    emscripten_memcpy_big(to, from, length) {
      new Uint8Array(memory.buffer).copyWithin(to, from, from + length);
      return to;
    },
    emscripten_resize_heap: () => 0,
  };
  const { instance } = await WebAssembly.instantiate(bytes, { env });
  const model = instance.exports;
  memory = model.memory;
  model.__wasm_call_ctors();
  const state = model.rnnoise_create(0);
  const buffer = model.malloc(frameSamples * 4);
  const shared = new Float32Array(memory.buffer, buffer, frameSamples);
  return (frame) => {
    shared.set(frame);
    const probability = model.rnnoise_process_frame(state, buffer, buffer);
    frame.set(shared);
    return probability;
  };
}

/** GTCRN as the browser loads it. Returns a function for one block of 768 samples in ±1, in place. */
export async function createReferenceStrongDenoiser() {
  const bytes = await readFile(
    path.join(rootDir, 'node_modules/@sapphi-red/web-noise-suppressor/dist/gtcrn.wasm'),
  );
  const imports = {
    a() {
      throw new Error('The reference model stopped');
    },
    b: () => 0,
  };
  const { instance } = await WebAssembly.instantiate(bytes, { a: imports });
  const { c: memory, d: construct, e: create, j: processBlock, k: allocate } = instance.exports;
  construct();
  const state = create();
  const input = allocate(strongBlockSamples * 4);
  const output = allocate(strongBlockSamples * 4);
  return (block) => {
    new Float32Array(memory.buffer, input, strongBlockSamples).set(block);
    processBlock(state, input, output);
    block.set(new Float32Array(memory.buffer, output, strongBlockSamples));
  };
}

/** A voice-like tone with a changing pitch over noise, the same in every run, in ±32768. */
export function makeTestSound(seconds) {
  const samples = new Float32Array(seconds * sampleRate);
  let seed = 1;
  let phase = 0;
  for (let i = 0; i < samples.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const noise = (seed / 2 ** 32 - 0.5) * 1200;
    const time = i / sampleRate;
    phase += (2 * Math.PI * (140 + 40 * Math.sin(2 * Math.PI * 0.7 * time))) / sampleRate;
    const isTalking = time % 1.6 < 1.1;
    let voice = 0;
    for (let partial = 1; partial <= 12; partial++) voice += Math.sin(partial * phase) / partial;
    samples[i] = noise + (isTalking ? 5000 * voice * Math.abs(Math.sin(2 * Math.PI * 3 * time)) : 0);
  }
  return samples;
}

function timeDenoiser(process, sound) {
  const samples = sound.slice();
  const start = performance.now();
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
    process(samples.subarray(at, at + frameSamples));
  }
  return { elapsedSec: (performance.now() - start) / 1000, samples };
}

function wavOf(sound) {
  const header = Buffer.alloc(44);
  const dataBytes = sound.length * 2;
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return Buffer.concat([header, Buffer.from(Int16Array.from(sound, (x) => Math.round(x)).buffer)]);
}

function cleanFile(addon, inputPath, outputPath) {
  return new Promise((resolve, reject) => {
    const options = {
      input: { kind: 'file', path: inputPath },
      outputPath,
      container: 'wav',
      encoding: 'same',
      denoise: { engine: 'rnnoise', sensitivity: 100, reduction: 100 },
    };
    addon.startClean(
      options,
      () => {},
      (error, result) => (error ? reject(error) : resolve(result.elapsedSec)),
    );
  });
}

export async function runBench(seconds = 30) {
  const addon = createRequire(import.meta.url)(path.join(rootDir, 'native/build/Release/sounddesk.node'));
  const sound = makeTestSound(seconds);
  const folder = await mkdtemp(path.join(tmpdir(), 'sounddesk-bench-'));
  try {
    const inputPath = path.join(folder, 'in.wav');
    await writeFile(inputPath, wavOf(sound));
    const best = { addon: Infinity, wasm: Infinity, clean: Infinity };
    let isIdentical = true;
    for (let round = 0; round < rounds; round++) {
      const reference = await createReferenceDenoiser();
      const denoiser = addon.createDenoiser();
      const wasm = timeDenoiser(reference, sound);
      const native = timeDenoiser((frame) => denoiser.process(frame), sound);
      const cleanSec = await cleanFile(addon, inputPath, path.join(folder, 'out.wav'));
      best.wasm = Math.min(best.wasm, wasm.elapsedSec);
      best.addon = Math.min(best.addon, native.elapsedSec);
      best.clean = Math.min(best.clean, cleanSec);
      isIdentical &&= Buffer.from(wasm.samples.buffer).equals(Buffer.from(native.samples.buffer));
    }
    return {
      seconds,
      path: addon.build.rnnoise.path,
      addonTimesRealTime: seconds / best.addon,
      wasmSimdTimesRealTime: seconds / best.wasm,
      cleanTimesRealTime: seconds / best.clean,
      addonToWasm: best.wasm / best.addon,
      cleanToWasm: best.wasm / best.clean,
      isIdentical,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(await runBench(Number(process.argv[2] ?? 30)), null, 2));
}
