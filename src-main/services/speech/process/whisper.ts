import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import type { SpokenToken } from '../../../../src-shared/handlers/voice/index.ts';
import type { SpeechRequest } from './messages.ts';

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

type Work = Extract<SpeechRequest, { kind: 'transcribe' }>;

/** One core stays free: its threads spin, and collapse where they have to share. */
export const THREADS = Math.max(1, Math.min(8, availableParallelism() - 1));

/** Keeps the last model in memory. */
export function createWhisper() {
  let loaded: { path: string; context: WhisperContext } | null = null;
  const running = new Map<number, () => Promise<void>>();

  async function load({ enginePath, modelPath }: Work): Promise<WhisperContext> {
    if (loaded?.path === modelPath) return loaded.context;
    await loaded?.context.release();
    loaded = null;
    const { WhisperContext } = createRequire(import.meta.url)(enginePath) as WhisperModule;
    const context = await new WhisperContext({ filePath: modelPath, useGpu: false });
    loaded = { path: modelPath, context };
    return context;
  }
  return {
    stop: (id: number) => void running.get(id)?.(),
    async transcribe(work: Work): Promise<{ tokens: SpokenToken[]; language: string | null }> {
      const context = await load(work);
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
