import { LiveSpeech } from '../../domain/transcript/liveSpeech.ts';
import type { VoicePiece } from './piece.ts';

export interface HeardPhrase {
  channelId: string;
  /** Milliseconds since 1970, by the session's clock. */
  startMs: number;
  endMs: number;
  /** One channel of 16 kHz. */
  samples: Float32Array<ArrayBuffer>;
}

/** Times before the first sound, where a phrase begins a little before it. */
const LEAD_MS = 1000;
/** Another session begins where the sound stood still for so long, or goes back. */
const NEW_SESSION_MS = 10_000;

/** The phrases of the wanted channels as they end; at the end of the sound those that were begun. */
export async function* hearPhrases(
  pieces: AsyncIterable<VoicePiece[]>,
  isWanted: (channelId: string) => boolean,
): AsyncGenerator<HeardPhrase> {
  let speech = new LiveSpeech();
  let originMs: number | null = null;
  let newestMs = 0;
  const take = (isLast: boolean) =>
    speech.takePhrases(isLast).map(({ trackId, startSec, endSec, samples }) => ({
      channelId: trackId,
      startMs: (originMs ?? 0) + 1000 * startSec,
      endMs: (originMs ?? 0) + 1000 * endSec,
      samples,
    }));
  for await (const heard of pieces) {
    const [first] = heard;
    if (!first) continue;
    if (originMs !== null && Math.abs(first.heardAtMs - newestMs) > NEW_SESSION_MS) {
      yield* take(true);
      speech = new LiveSpeech();
      originMs = null;
    }
    originMs ??= first.heardAtMs - LEAD_MS;
    newestMs = first.heardAtMs;
    for (const { channelId, heardAtMs, samples } of heard) {
      const atSec = (heardAtMs - originMs) / 1000;
      if (atSec >= 0 && isWanted(channelId)) speech.hear(channelId, atSec, samples);
    }
    yield* take(false);
  }
  yield* take(true);
}
