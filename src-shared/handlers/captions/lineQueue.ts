import type { CaptionsState } from '../../contract/captions.ts';
import { RpcError, type RpcFailure } from '../../contract/errors.ts';
import { LIVE_RATE_HZ } from '../../domain/transcript/liveTrack.ts';
import { toWav } from '../../domain/transcript/wav.ts';
import type { SpanEngine, TimedWord } from '../voice/index.ts';
import type { HeardPhrase } from './hearPhrases.ts';
import type { CaptionsLog } from './piece.ts';

export interface WrittenPhrase {
  phrase: HeardPhrase;
  /** In seconds of the phrase. None: the engine heard no word in it. */
  words: TimedWord[];
  engine: NonNullable<CaptionsState['engine']>;
  usd: number;
}

interface LineQueueOptions {
  openEngine: () => Promise<SpanEngine>;
  onWaiting: (sec: number) => void;
  onLine: (written: WrittenPhrase) => void;
  /** A phrase that gets no line. */
  onLeftOut: (sec: number) => void;
  /** `hasEnded`: the next phrase would fail, too. */
  onFailed: (failure: RpcFailure, hasEnded: boolean) => void;
  log: CaptionsLog;
}

/** At most so much waits for an engine: captions that come later than that help nobody. */
const MOST_WAITING_SEC = 20;
/** At most so many are asked for at once: those of one channel one after the other. */
const MOST_AT_ONCE = 4;

/** Phrases on their way through the engine; each channel's in their order. */
export function createLineQueue(options: LineQueueOptions) {
  const { log } = options;
  const waiting: HeardPhrase[] = [];
  const asked = new Map<string, HeardPhrase>();
  const closed = new AbortController();

  const waitingSec = () => [...waiting, ...asked.values()].reduce((sum, phrase) => sum + lengthOf(phrase), 0);
  function next(): void {
    while (asked.size < MOST_AT_ONCE) {
      const index = waiting.findIndex(({ channelId }) => !asked.has(channelId));
      const [phrase] = index < 0 ? [] : waiting.splice(index, 1);
      if (!phrase) return;
      asked.set(phrase.channelId, phrase);
      void write(phrase).finally(() => {
        asked.delete(phrase.channelId);
        if (closed.signal.aborted) return;
        options.onWaiting(waitingSec());
        next();
      });
    }
  }
  async function write(phrase: HeardPhrase): Promise<void> {
    const { signal } = closed;
    const sec = lengthOf(phrase);
    try {
      const engine = await options.openEngine();
      await engine.assertReady(sec);
      const { words, usd } = await engine.transcribe(toWav([phrase.samples], LIVE_RATE_HZ), sec, signal);
      if (signal.aborted) return;
      options.onLine({ phrase, words, engine: { kind: engine.engine, model: engine.model }, usd });
    } catch (error) {
      if (signal.aborted) return;
      log.error('a phrase has no caption', error, { channelId: phrase.channelId });
      options.onLeftOut(sec);
      const failure = failureOf(error);
      const hasEnded = !failure.retryable && failure.code !== 'TOO_MANY_REQUESTS';
      if (hasEnded) waiting.splice(0);
      options.onFailed(failure, hasEnded);
    }
  }
  return {
    add(phrase: HeardPhrase): void {
      waiting.push(phrase);
      while (waiting.length > 1 && waitingSec() > MOST_WAITING_SEC) {
        const late = waiting.shift();
        if (late) options.onLeftOut(lengthOf(late));
      }
      next();
      options.onWaiting(waitingSec());
    },
    close: () => closed.abort(),
  };
}

const lengthOf = ({ startMs, endMs }: HeardPhrase) => (endMs - startMs) / 1000;

function failureOf(error: unknown): RpcFailure {
  if (error instanceof RpcError) return error.toFailure();
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL', message, retryable: true };
}
