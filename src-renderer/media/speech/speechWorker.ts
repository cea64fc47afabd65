import shoutAddress from '@transcribe/shout/src/shout/shout.wasm.js?url';
import onnxAddress from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { windowFor } from '../../../src-shared/domain/models/index.ts';
import { openMoonshine } from '../../../src-shared/handlers/voice/index.ts';
import { openWhisper, type CreateShout, type HeardTokens } from './whisperModule.ts';
import type { FromSpeechWorker, ToSpeechWorker } from './speechMessages.ts';

const RATE_HZ = 16_000;

/** What a model hears in a piece of sound. */
type Hear = (
  samples: Float32Array<ArrayBuffer>,
  language: string | null,
) => HeardTokens | Promise<HeardTokens>;

/** The worker that hears speech by a model of this browser: one piece after the other. It is ended to stop it. */
let opened: { key: string; hear: Promise<Hear> } | null = null;
let last: Promise<void> = Promise.resolve();
// Kept from the module, which answers by the same name.
const post = globalThis.postMessage.bind(globalThis) as (message: FromSpeechWorker) => void;

globalThis.onmessage = ({ data }: MessageEvent<ToSpeechWorker>) =>
  void (last = last.then(() => answer(data)));

async function answer({ id, modelId, format, files, samples, language }: ToSpeechWorker): Promise<void> {
  try {
    const window = format === 'whisper' ? windowFor(samples.length / RATE_HZ) : 0;
    const key = `${modelId} ${window}`;
    if (opened?.key !== key)
      opened = { key, hear: format === 'whisper' ? loadWhisper(files, window) : loadMoonshine(files) };
    const hear = await opened.hear;
    post({ kind: 'done', id, ...(await hear(samples, language)) });
  } catch (error) {
    opened = null;
    post({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function loadWhisper([model = new Blob()]: Blob[], window: number): Promise<Hear> {
  // As it is: packed with others, it would lose the names that `openWhisper` knows it by.
  const { default: createModule } = (await import(/* @vite-ignore */ shoutAddress)) as {
    default: CreateShout;
  };
  const whisper = await openWhisper(await bytesOf(model), { window, createModule, scope: globalThis });
  return (samples, language) =>
    samples.length === 0 ? { tokens: [], language: null } : whisper.transcribe(samples, language);
}

async function loadMoonshine(files: Blob[]): Promise<Hear> {
  const [runtime, program, ...model] = await Promise.all([
    import('onnxruntime-web/wasm'),
    fetch(onnxAddress).then((response) => response.arrayBuffer()),
    ...files.map(bytesOf),
  ]);
  const moonshine = await openMoonshine(runtime, program, model);
  return async (samples) => ({ tokens: await moonshine.transcribe(samples), language: null });
}

const bytesOf = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.arrayBuffer());
