import shoutAddress from '@transcribe/shout/src/shout/shout.wasm.js?url';
import { windowFor } from '../../../src-shared/domain/models/index.ts';
import { openWhisper, type CreateShout } from './whisperModule.ts';
import type { FromSpeechWorker, ToSpeechWorker } from './speechMessages.ts';

const RATE_HZ = 16_000;

/** The worker that hears speech by a model of this browser: one piece after the other. It is ended to stop it. */
let opened: { modelId: string; window: number; whisper: ReturnType<typeof openWhisper> } | null = null;
// Kept from the module, which answers by the same name.
const post = globalThis.postMessage.bind(globalThis) as (message: FromSpeechWorker) => void;

globalThis.onmessage = ({ data }: MessageEvent<ToSpeechWorker>) => void answer(data);

async function answer({ id, modelId, model, samples, language }: ToSpeechWorker): Promise<void> {
  try {
    const window = windowFor(samples.length / RATE_HZ);
    if (opened?.modelId !== modelId || opened.window !== window)
      opened = { modelId, window, whisper: load(model, window) };
    const whisper = await opened.whisper;
    post({ kind: 'done', id, ...whisper.transcribe(samples, language) });
  } catch (error) {
    opened = null;
    post({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function load(model: Blob, window: number) {
  // As it is: packed with others, it would lose the names that `openWhisper` knows it by.
  const { default: createModule } = (await import(/* @vite-ignore */ shoutAddress)) as {
    default: CreateShout;
  };
  const bytes = new Uint8Array(await model.arrayBuffer());
  return await openWhisper(bytes, { window, createModule, scope: globalThis });
}
