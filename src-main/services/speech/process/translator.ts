import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { openTranslator, type Translator } from '../../../../src-shared/handlers/translation/bergamot.ts';
import type { SpeechRequest } from './messages.ts';

type Work = Extract<SpeechRequest, { kind: 'translate' }>;

const SCRIPT = 'bergamot-translator-worker.js';
const PROGRAM = 'bergamot-translator-worker.wasm';
/** What its script looks for to know where it runs: it shall take itself for a worker of a browser, and read nothing. */
const SCOPE = ['Module', 'self', 'importScripts', 'process', 'window', 'document', 'require'];

/** Node has it; its declarations come with those of browsers, which this is none of. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: unknown }>;
};

/** Keeps the models of the last direction in memory. */
export function createTranslator() {
  let opened: { key: string; translator: Translator; models: object[] } | null = null;
  return {
    async translate({ translatorDir, models, texts }: Work): Promise<string[]> {
      const key = models.flat().join('\n');
      try {
        if (opened?.key !== key) {
          opened = null;
          const translator = await open(translatorDir);
          opened = { key, translator, models: models.map((files) => translator.load(files.map(unpacked))) };
        }
        return opened.translator.translate(opened.models, texts);
      } catch (error) {
        opened = null;
        throw error;
      }
    },
  };
}

const unpacked = (path: string): Uint8Array => gunzipSync(readFileSync(path));

async function open(dir: string): Promise<Translator> {
  const script = compileFunction(readFileSync(join(dir, SCRIPT), 'utf8'), SCOPE, {
    filename: SCRIPT,
  }) as (...scope: unknown[]) => void;
  return await openTranslator({
    run: (scope) => script(scope, { location: { href: '' } }, () => undefined),
    instantiate: async (imports) =>
      (await WebAssembly.instantiate(readFileSync(join(dir, PROGRAM)), imports)).instance,
  });
}
