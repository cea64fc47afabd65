import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CaptionLine, CaptionsState } from '../../../src-shared/contract/captions.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { LiveLine } from '../../../src-shared/domain/transcript/live.ts';
import { CaptionsService } from '../../../src-shared/handlers/captions/index.ts';
import type { SpanEngine } from '../../../src-shared/handlers/voice/index.ts';
import { createByteFanOut } from '../../../src-shared/rpc/index.ts';
import { createRandom } from '../../../tests/lib/random.ts';
import { packVoices, unpackVoices } from '../engine/voicePiece.ts';

const RATE = 16_000;
const context = { signal: new AbortController().signal };
const CHANNELS = [
  { id: 'a', name: 'Anna', colour: 'blue', isEnabled: true, source: 'mic' },
  { id: 'b', name: 'Ben', colour: 'green', isEnabled: true, source: 'other' },
] as const;

type Transcribe = (wav: Uint8Array, sec: number) => Promise<string>;

/** Captions of two microphones whose sound the test plays, and an engine that it answers for. */
function setUp(transcribe: Transcribe = async () => 'Hello there.') {
  const voices = createByteFanOut();
  const random = createRandom(3);
  const lines: CaptionLine[] = [];
  const kept: LiveLine[] = [];
  const states: CaptionsState[] = [];
  const studio = { isOpen: false, opened: 0, closed: 0, used: false };
  const sent: number[] = [];
  let heardMs = 1_790_000_000_000;
  let count = 0;
  let refusal: Error | null = null;
  const prepared: number[] = [];
  const engine: SpanEngine = {
    engine: 'openai' as const,
    model: 'whisper-1',
    priceOf: () => 0,
    async assertReady() {
      if (refusal) throw refusal;
    },
    async prepare() {
      prepared.push(sent.length);
    },
    async transcribe(wav, sec) {
      sent.push(sec);
      const text = await transcribe(wav, sec);
      const words = text.split(' ').filter((word) => word !== '');
      return {
        words: words.map((word) => ({ text: word, startSec: 0, endSec: 0 })),
        language: 'en',
        usd: 0.01,
      };
    },
  };
  const captions = new CaptionsService({
    async *readVoices(signal) {
      for await (const bytes of voices.read(signal)) yield unpackVoices(bytes);
    },
    studio: {
      get isOpen() {
        return studio.isOpen;
      },
      isUsed: async () => studio.used,
      listChannels: () => CHANNELS,
      open: async () => void ((studio.isOpen = true), (studio.opened += 1)),
      close: async () => void ((studio.isOpen = false), (studio.closed += 1)),
    },
    openEngine: async () => engine,
    keepLine: (line) => kept.push(line),
    createId: () => String((count += 1)),
    nowMs: () => heardMs,
    after(ms, action) {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
    log: { error: () => undefined },
    onChanged: (state) => states.push(state),
    onSpoken: (line) => lines.push(line),
    onCleared: () => undefined,
  });
  onTestFinished(() => captions.close());
  let spoken = 0;
  /** Noise in syllables. */
  const voice = () =>
    0.3 * (2 * random() - 1) * (0.6 + 0.4 * Math.sin((2 * Math.PI * 4 * (spoken += 1)) / RATE));
  /** So many seconds, in which these channels speak. */
  async function play(seconds: number, speaking: readonly string[] = []): Promise<void> {
    for (let at = 0; at < seconds * 10; at += 1) {
      const pieces = CHANNELS.map(({ id }) => ({
        channelId: id,
        heardAtMs: heardMs,
        samples: Float32Array.from({ length: RATE / 10 }, () =>
          speaking.includes(id) ? voice() : 0.0003 * (2 * random() - 1),
        ),
      }));
      voices.push(packVoices(pieces));
      heardMs += 100;
      // The reader has its turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return {
    captions,
    lines,
    kept,
    prepared,
    states,
    studio,
    sent,
    play,
    call: captions.handlers,
    refuse: (error: Error | null) => (refusal = error),
  };
}

describe('live captions', () => {
  it('are a line a phrase, by the name of the channel, and nothing is sent of silence', async () => {
    const { call, lines, kept, states, studio, sent, prepared, play } = setUp();
    await call['captions.start']({ channelIds: null }, context);
    expect(studio).toMatchObject({ isOpen: true, opened: 1 });
    await play(2);
    await play(2, ['a']);
    await play(1);
    await play(1.5, ['b']);
    await play(2);
    await expect
      .poll(() => lines.map(({ name, text }) => `${name}: ${text}`))
      .toEqual(['Anna: Hello there.', 'Ben: Hello there.']);
    expect(kept.map(({ trackId, model, usd, words }) => [trackId, model, usd, words.length])).toEqual([
      ['a', 'whisper-1', 0.01, 2],
      ['b', 'whisper-1', 0.01, 2],
    ]);
    const [first, second] = lines;
    expect(Math.abs((kept[1]?.words[0]?.startMs ?? 0) - (second?.startMs ?? 0))).toBe(0);
    expect(Math.abs((second?.startMs ?? 0) - (first?.startMs ?? 0) - 3000)).toBeLessThan(200);
    expect(sent.every((sec) => sec < 2.6)).toBe(true);
    // Its model was read before anybody spoke.
    expect(prepared).toEqual([0]);
    await expect
      .poll(() => states.at(-1))
      .toMatchObject({ isOn: true, waitingSec: 0, usd: 0.02, failure: null });
    expect((await call['captions.read'](undefined, context)).lines).toEqual(lines);
    await call['captions.stop'](undefined, context);
    await expect.poll(() => studio).toMatchObject({ isOpen: false, closed: 1 });
  });

  it('stand in the order of the clock where one engine’s answer is late', async () => {
    const first = Promise.withResolvers<string>();
    let asked = 0;
    const { call, lines, play } = setUp(() =>
      (asked += 1) === 1 ? first.promise : Promise.resolve('Second.'),
    );
    await call['captions.start']({ channelIds: null }, context);
    await play(1);
    await play(1, ['a']);
    await play(1);
    await play(1, ['b']);
    await play(1);
    await expect.poll(() => lines.length).toBe(1);
    first.resolve('First.');
    await expect.poll(() => lines.length).toBe(2);
    const read = await call['captions.read'](undefined, context);
    expect(read.lines.map(({ text }) => text)).toEqual(['First.', 'Second.']);
    expect(read.lateSec).toBeCloseTo(3, 0);
  });

  it('hear the chosen channel alone, write down what was begun at the end, and are forgotten', async () => {
    const { call, lines, play, studio } = setUp();
    studio.isOpen = true;
    await call['captions.start']({ channelIds: ['b'] }, context);
    await play(1);
    await play(1, ['a']);
    await play(1, ['b']);
    await call['captions.stop'](undefined, context);
    await expect.poll(() => lines.map(({ name }) => name)).toEqual(['Ben']);
    // It was open before.
    expect(studio).toMatchObject({ isOpen: true, opened: 0, closed: 0 });
    await call['captions.clear'](undefined, context);
    expect((await call['captions.read'](undefined, context)).lines).toEqual([]);
  });

  it('leave out what an engine is too slow for, and say so', async () => {
    const { call, states, play } = setUp(() => new Promise(() => undefined));
    await call['captions.start']({ channelIds: null }, context);
    await play(1);
    for (let round = 0; round < 4; round += 1) {
      await play(7, ['a']);
      await play(1);
    }
    await expect.poll(() => states.at(-1)?.leftOutSec ?? 0).toBeGreaterThan(5);
    expect(states.at(-1)?.waitingSec).toBeLessThanOrEqual(20);
  });

  it('continue after a failure that passes, and end with one that does not', async () => {
    let isDown = true;
    const unreachable = failWith('PROVIDER_UNREACHABLE', 'providerUnreachable', {
      values: { provider: 'OpenAI' },
      retryable: true,
    });
    const { call, states, lines, play, refuse, sent } = setUp(async () => {
      if (isDown) throw unreachable;
      return 'Back.';
    });
    await call['captions.start']({ channelIds: null }, context);
    const say = async () => {
      await play(1, ['a']);
      await play(1);
    };
    await play(1);
    await say();
    await expect.poll(() => states.at(-1)?.failure?.code).toBe('PROVIDER_UNREACHABLE');
    expect(states.at(-1)).toMatchObject({ isOn: true });
    expect(states.at(-1)?.leftOutSec).toBeGreaterThan(0.9);
    isDown = false;
    await say();
    await expect.poll(() => lines.map(({ text }) => text)).toEqual(['Back.']);
    await expect.poll(() => states.at(-1)?.failure).toBe(null);

    refuse(
      failWith('SPENDING_CAP', 'spendingCap', { values: { cap: '1.00', spent: '1.00', expected: '0.01' } }),
    );
    await say();
    await expect.poll(() => states.at(-1)).toMatchObject({ isOn: false, failure: { code: 'SPENDING_CAP' } });
    const before = sent.length;
    await say();
    expect(sent).toHaveLength(before);
  });

  it('do not begin without an engine, a channel, or a microphone', async () => {
    const { call, refuse, studio } = setUp();
    await expect(call['captions.start']({ channelIds: ['gone'] }, context)).rejects.toMatchObject({
      code: 'CHANNEL_NOT_FOUND',
    });
    refuse(failWith('KEY_MISSING', 'keyMissing', { values: { provider: 'OpenAI' } }));
    await expect(call['captions.start']({ channelIds: null }, context)).rejects.toMatchObject({
      code: 'KEY_MISSING',
    });
    expect(studio.opened).toBe(0);
  });

  it('end half a minute after their last reader, and not while a page is loaded again', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { call, captions, states, studio } = setUp();
    await call['captions.start']({ channelIds: null }, context);
    captions.setWanted(false);
    await vi.advanceTimersByTimeAsync(20_000);
    captions.setWanted(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states.at(-1)).toMatchObject({ isOn: true });
    captions.setWanted(false);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(states.at(-1)).toMatchObject({ isOn: false });
    expect(studio.closed).toBe(1);
    // Nobody comes for captions that are off.
    captions.setWanted(false);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(studio.closed).toBe(1);
  });

  it('begin once where two windows start them, with the choice of the last', async () => {
    const { call, studio, states, lines, play } = setUp();
    await Promise.all([
      call['captions.start']({ channelIds: ['a'] }, context),
      call['captions.start']({ channelIds: null }, context),
    ]);
    expect(studio.opened).toBe(1);
    expect(states.at(-1)?.channelIds).toBe(null);
    await play(1);
    await play(1, ['b']);
    await play(1);
    await expect.poll(() => lines.map(({ name }) => name)).toEqual(['Ben']);
    // A stop that comes while they are being started.
    await call['captions.stop'](undefined, context);
    const starting = call['captions.start']({ channelIds: null }, context);
    await call['captions.stop'](undefined, context);
    await starting;
    expect(states.at(-1)).toMatchObject({ isOn: false });
  });

  it('say when the studio’s channels are closed under them, and leave it to a recording', async () => {
    const { call, captions, states, studio } = setUp();
    await call['captions.start']({ channelIds: null }, context);
    captions.onStudioChanged();
    expect(states.at(-1)).toMatchObject({ isOn: true, isStudioOpen: true });
    studio.used = true;
    await call['captions.stop'](undefined, context);
    expect(studio.closed).toBe(0);
    studio.isOpen = false;
    captions.onStudioChanged();
    expect(states.at(-1)).toMatchObject({ isStudioOpen: false });
  });
});
