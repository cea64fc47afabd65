import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  openMoonshine,
  type Moonshine,
  type OnnxRuntime,
  type SpokenToken,
} from '../../../../src-shared/handlers/voice/index.ts';
import { createTurns } from '../../../../src-shared/lib/turns.ts';
import type { WorkOf } from './messages.ts';

type Work = WorkOf<'moonshine'>;

const SCRIPT = 'ort.wasm.bundle.min.mjs';
const PROGRAM = 'ort-wasm-simd-threaded.wasm';

/** Keeps the last model in memory. A session answers one call after the other. */
export function createMoonshine() {
  let opened: { key: string; model: Promise<Moonshine> } | null = null;
  const inTurn = createTurns();
  const running = new Map<number, AbortController>();

  async function load({ engine }: Work): Promise<Moonshine> {
    const key = engine.files.join('\n');
    if (opened?.key === key) return await opened.model;
    const before = await opened?.model;
    opened = { key, model: open(engine) };
    await before?.close();
    try {
      return await opened.model;
    } catch (error) {
      opened = null;
      throw error;
    }
  }
  return {
    stop: (id: number) => running.get(id)?.abort(),
    /** It does not say which language it heard. */
    async transcribe(work: Work): Promise<{ tokens: SpokenToken[]; language: null }> {
      const stopping = new AbortController();
      running.set(work.id, stopping);
      const samples = toSamples(work.pcm);
      try {
        const tokens = await inTurn(async () => (await load(work)).transcribe(samples, stopping.signal));
        return { tokens, language: null };
      } finally {
        running.delete(work.id);
      }
    },
  };
}

async function open({ onnxDir, files }: Work['engine']): Promise<Moonshine> {
  const runtime = (await import(/* @vite-ignore */ pathToFileURL(join(onnxDir, SCRIPT)).href)) as OnnxRuntime;
  const [program, ...model] = await Promise.all(
    [join(onnxDir, PROGRAM), ...files].map((path) => readFile(path)),
  );
  if (!program) throw new Error(`${PROGRAM} is missing`);
  return await openMoonshine(runtime, new Uint8Array(program).buffer, model);
}

function toSamples(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Float32Array.from({ length: pcm.byteLength >> 1 }, (_, at) => view.getInt16(2 * at, true) / 0x8000);
}
