import scriptAddress from '@browsermt/bergamot-translator/worker/bergamot-translator-worker.js?url';
import programAddress from '@browsermt/bergamot-translator/worker/bergamot-translator-worker.wasm?url';
import {
  openTranslator,
  type BergamotScope,
  type Translator,
} from '../../../src-shared/handlers/translation/bergamot.ts';
import { trustedScript } from '../../lib/trustedScripts.ts';
import type { FromTranslationWorker, ToTranslationWorker } from './speechMessages.ts';

/** Of a worker that is no module: Bergamot's script looks for its scope among the names of all. */
declare function importScripts(address: string): void;

/** The worker that translates by models of this browser: one piece after the other. It is ended to stop it. */
let opened: { key: string; translator: Translator; models: object[] } | null = null;
const post = globalThis.postMessage.bind(globalThis) as (message: FromTranslationWorker) => void;

globalThis.onmessage = ({ data }: MessageEvent<ToTranslationWorker>) => void answer(data);

async function answer({ id, key, models, texts }: ToTranslationWorker): Promise<void> {
  try {
    if (opened?.key !== key) {
      opened = null;
      const translator = await open();
      const files = await Promise.all(models.map((model) => Promise.all(model.map(unpacked))));
      opened = { key, translator, models: files.map((bytes) => translator.load(bytes)) };
    }
    post({ kind: 'done', id, texts: opened.translator.translate(opened.models, texts) });
  } catch (error) {
    opened = null;
    post({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function unpacked(file: Blob): Promise<Uint8Array> {
  const stream = file.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const open = (): Promise<Translator> =>
  openTranslator({
    run(scope) {
      (globalThis as { Module?: BergamotScope }).Module = scope;
      importScripts(trustedScript(scriptAddress));
    },
    async instantiate(imports) {
      const program = fetch(programAddress);
      return (await WebAssembly.instantiateStreaming(program, imports as WebAssembly.Imports)).instance;
    },
  });
