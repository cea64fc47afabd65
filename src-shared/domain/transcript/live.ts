import { z } from 'zod';
import { ENGINE_KINDS } from '../voiceAi/index.ts';
import type { Transcript, Word } from './document.ts';

const MOST_WORDS = 2000;

/** A phrase of live captions, as `transcript.live.jsonl` beside a take has it. */
export const liveLineSchema = z.object({
  /** Of the take: a track goes by its channel. */
  trackId: z.string().max(200),
  name: z.string().max(500),
  engine: z.enum(ENGINE_KINDS),
  model: z.string().max(100),
  /** Seconds that were sent, and what they cost. */
  sec: z.number().nonnegative(),
  usd: z.number().nonnegative(),
  /** Milliseconds since 1970, by the session's clock. */
  words: z
    .array(z.object({ startMs: z.number(), endMs: z.number(), text: z.string().min(1).max(200) }))
    .max(MOST_WORDS),
});
export type LiveLine = z.infer<typeof liveLineSchema>;

export interface LiveTake {
  sampleRate: number;
  /** Wall clock of the first frame. */
  startedAtMs: number | null;
  /** Left out of the take, at `atFrame` of it. */
  pauses: readonly { atFrame: number; frames: number }[];
  frames: number;
}

/** Live captions as a transcript of the take that they ran beside; null where nothing of the take was read. */
export function liveTranscript(lines: readonly LiveLine[], take: LiveTake): Transcript | null {
  const [first] = lines;
  if (!first || take.startedAtMs === null) return null;
  const words = lines.flatMap((line) => wordsOf(line, take)).sort((a, b) => a.startFrame - b.startFrame);
  if (words.length === 0) return null;
  return {
    schemaVersion: 1,
    sampleRateHz: take.sampleRate,
    engine: first.engine,
    model: first.model,
    language: null,
    isLive: true,
    // The same each time it is read: what is corrected belongs to it.
    madeAtMs: Math.round(Math.max(...lines.flatMap((line) => line.words.at(-1)?.endMs ?? 0))),
    sentSec: lines.reduce((sum, { sec }) => sum + sec, 0),
    usd: lines.reduce((sum, { usd }) => sum + usd, 0),
    speakers: [...new Map(lines.map(({ trackId, name }) => [trackId, { trackId, name }])).values()],
    words,
  };
}

function wordsOf({ trackId, words }: LiveLine, take: LiveTake): Word[] {
  return words.flatMap(({ startMs, endMs, text }) => {
    const startFrame = frameOf(startMs, take);
    if (startFrame === null || startFrame >= take.frames) return [];
    const length = Math.round((Math.max(0, endMs - startMs) / 1000) * take.sampleRate);
    return [{ trackId, startFrame, endFrame: Math.min(take.frames, startFrame + length), text }];
  });
}

/** null: before the take, or in one of its pauses. */
function frameOf(atMs: number, { startedAtMs, sampleRate, pauses }: LiveTake): number | null {
  const sinceStart = Math.round(((atMs - (startedAtMs ?? 0)) / 1000) * sampleRate);
  if (sinceStart < 0) return null;
  let left = 0;
  for (const { atFrame, frames } of pauses) {
    const from = atFrame + left;
    if (sinceStart < from) break;
    if (sinceStart < from + frames) return null;
    left += frames;
  }
  return sinceStart - left;
}
