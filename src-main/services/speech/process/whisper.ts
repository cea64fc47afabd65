import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactWhisper, windowFor } from '../../../../src-shared/domain/models/index.ts';
import type { SpokenToken } from '../../../../src-shared/handlers/voice/index.ts';
import type { WorkOf } from './messages.ts';

/** The part of whisper.node that is used here: https://github.com/mybigday/whisper.node. */
interface WhisperContext {
  transcribeData(
    pcm: ArrayBuffer,
    options: {
      language: string;
      maxThreads: number;
      maxLen: number;
      tokenTimestamps: boolean;
      temperature: number;
    },
  ): { stop: () => Promise<void>; promise: Promise<WhisperResult> };
  release(): Promise<void>;
}
interface WhisperResult {
  language?: string;
  /** `t0` and `t1` in milliseconds. */
  segments: { text: string; t0: number; t1: number }[];
}
interface WhisperModule {
  WhisperContext: new (options: {
    filePath: string;
    useGpu: boolean;
  }) => WhisperContext | Promise<WhisperContext>;
}

type Work = WorkOf<'whisper'>;

/** One core stays free: its threads spin, and collapse where they have to share. */
export const THREADS = Math.max(1, Math.min(8, availableParallelism() - 1));

const BYTES_A_SECOND = 2 * 16_000;

/** Keeps the last model in memory, for each window that is used. */
export function createWhisper() {
  let modelPath = '';
  const loaded = new Map<number, Promise<WhisperContext>>();
  const running = new Map<number, () => Promise<void>>();

  async function load(work: Work): Promise<WhisperContext> {
    if (modelPath !== work.engine.modelPath) {
      const before = [...loaded.values()];
      loaded.clear();
      ({ modelPath } = work.engine);
      for (const context of before) await (await context).release();
    }
    const window = windowFor(work.pcm.length / BYTES_A_SECOND);
    const found = loaded.get(window) ?? open(work.engine, window);
    loaded.set(window, found);
    try {
      return await found;
    } catch (error) {
      loaded.delete(window);
      throw error;
    }
  }
  return {
    stop: (id: number) => void running.get(id)?.(),
    async transcribe(work: Work): Promise<{ tokens: SpokenToken[]; language: string | null }> {
      const context = await load(work);
      if (work.pcm.length === 0) return { tokens: [], language: null };
      const { promise, stop } = context.transcribeData(new Uint8Array(work.pcm).buffer, {
        language: work.language ?? 'auto',
        maxThreads: THREADS,
        // A segment for each token: their times are those of words.
        maxLen: 1,
        tokenTimestamps: true,
        temperature: 0,
      });
      running.set(work.id, stop);
      try {
        const { segments, language } = await promise;
        const tokens = segments.map(({ text, t0, t1 }) => ({ text, startMs: t0, endMs: t1 }));
        return { tokens, language: language ?? null };
      } finally {
        running.delete(work.id);
      }
    },
  };
}

/** The addon takes a file's name, and reads that whole: the small one is there for so long. */
async function open({ addonPath, modelPath }: Work['engine'], window: number): Promise<WhisperContext> {
  const { WhisperContext } = createRequire(import.meta.url)(addonPath) as WhisperModule;
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-whisper-'));
  try {
    const compact = join(dir, 'model.bin');
    const filePath = writeCompact(modelPath, window, compact) ? compact : modelPath;
    return await new WhisperContext({ filePath, useGpu: false });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function writeCompact(modelPath: string, window: number, path: string): boolean {
  const [source, target] = [openSync(modelPath, 'r'), openSync(path, 'w')];
  try {
    const { size } = fstatSync(source);
    return compactWhisper(
      (at, length) => {
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
        return bytes.subarray(0, readSync(source, bytes, 0, bytes.length, at));
      },
      window,
      (bytes) => writeFileSync(target, bytes),
    );
  } finally {
    closeSync(source);
    closeSync(target);
  }
}
