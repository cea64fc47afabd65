import type { VoicePiece } from '../../../../src-shared/handlers/captions/index.ts';
import type { CaptureChannel } from '../../../../src-shared/domain/captureSetUp.ts';
import { LIVE_RATE_HZ } from '../../../../src-shared/domain/transcript/liveTrack.ts';
import { RateConverter } from '../../../media/clean/rateConverter.ts';
import { mixedDown } from '../../../media/input/mixedDown.ts';
import { readTrack } from '../../../media/readTrack.ts';
import { followSounds, liveSound, type LiveSound } from '../../../media/recorder/index.ts';
import { openStrip } from '../../../media/sound/openStrip.ts';
import { settingsOf } from '../capture/channelInput.ts';

interface HearingOptions {
  findChannel: (id: string) => CaptureChannel | undefined;
  /** Milliseconds since 1970. */
  nowMs: () => number;
  log: (message: string, error: unknown) => void;
}

/** Pieces of some 10 ms that wait while the page is busy. */
const BUFFERED_PIECES = 500;
const PIECE_SAMPLES = LIVE_RATE_HZ / 10;

/** What is said at the studio's channel, after its noise cancellation: silence while it is muted, nothing while it is closed. */
export async function* hearStudio(
  options: HearingOptions,
  signal: AbortSignal,
): AsyncGenerator<VoicePiece[]> {
  while (!signal.aborted) {
    const sound = liveSound('microphone');
    const channel = channelOf(sound, options);
    if (sound && channel) yield* hearChannel({ sound, channel }, options, signal);
    else await soundsChanged(signal);
  }
}

/** null: nobody's, or one that gives nothing any more. */
function channelOf(sound: LiveSound | null, { findChannel }: HearingOptions): CaptureChannel | null {
  if (!sound || sound.hasEnded || sound.channelId === null) return null;
  return findChannel(sound.channelId) ?? null;
}

function soundsChanged(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      unfollow();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const unfollow = followSounds(end);
    signal.addEventListener('abort', end);
  });
}

/** Until another microphone, or none, is open. */
async function* hearChannel(
  { sound, channel }: { sound: LiveSound; channel: CaptureChannel },
  options: HearingOptions,
  signal: AbortSignal,
): AsyncGenerator<VoicePiece[]> {
  const strip = sound.isRaw ? await cleaned(sound.track, channel, options) : null;
  const reader = readTrack<AudioData>(strip?.track ?? sound.track, BUFFERED_PIECES).getReader();
  const end = () => void reader.cancel().catch(() => undefined);
  let isMuted = false;
  const follow = () => {
    const now = liveSound('microphone');
    const known = now?.track === sound.track ? channelOf(now, options) : null;
    if (!known) return end();
    isMuted = known.isMuted;
    strip?.set(settingsOf(known));
  };
  const unfollow = followSounds(follow);
  signal.addEventListener('abort', end);
  follow();
  if (signal.aborted) end();
  try {
    for await (const piece of piecesOf(reader, options.nowMs)) {
      if (isMuted) piece.samples.fill(0);
      yield [{ channelId: channel.id, ...piece }];
    }
  } finally {
    unfollow();
    signal.removeEventListener('abort', end);
    end();
    strip?.close();
  }
}

/** What is recorded as it arrives is cleaned for captions alone. */
const cleaned = (track: MediaStreamTrack, channel: CaptureChannel, { log }: HearingOptions) =>
  openStrip(track.clone(), {
    settings: settingsOf(channel),
    onFailed: (reason) => log('captions hear the microphone as it arrives', reason),
  });

/** Tenths of a second of 16 kHz, by the time that the browser gives to what it hears. */
async function* piecesOf(
  reader: ReadableStreamDefaultReader<AudioData>,
  nowMs: () => number,
): AsyncGenerator<Omit<VoicePiece, 'channelId'>> {
  let knownHz = 0;
  let converter = new RateConverter(LIVE_RATE_HZ, LIVE_RATE_HZ);
  let originMs: number | null = null;
  let heardAtMs = 0;
  let waiting: Float32Array[] = [];
  let count = 0;
  for (;;) {
    const { value: data, done } = await reader.read();
    if (done) return;
    const { sampleRate: fromHz, timestamp, numberOfFrames } = data;
    const heard = mixedDown(data);
    data.close();
    originMs ??= nowMs() - (1000 * numberOfFrames) / fromHz - timestamp / 1000;
    if (fromHz !== knownHz) converter = new RateConverter((knownHz = fromHz), LIVE_RATE_HZ);
    if (count === 0) heardAtMs = originMs + timestamp / 1000;
    const samples = converter.process(heard);
    waiting.push(samples);
    count += samples.length;
    if (count < PIECE_SAMPLES) continue;
    yield { heardAtMs, samples: joined(waiting, count) };
    waiting = [];
    count = 0;
  }
}

function joined(parts: readonly Float32Array[], count: number): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(count);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
