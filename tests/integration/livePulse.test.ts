import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { liveInput, startLiveHost, waitMs, type LiveHost } from '../lib/liveSession.ts';
import { stopProgram } from '../lib/programs.ts';
import { median, trackDelay } from '../lib/delays.ts';
import { decode, levelDb, makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';
import {
  PULSE_INTO_MICROPHONE,
  PULSE_MICROPHONE,
  PULSE_SPEAKER,
  PULSE_WITNESS,
  startPulse,
  type SoundServer,
} from '../lib/virtualAudio.ts';

/** The chain's delay moves with its buffer: so each window is held to what was shown of it. */
const WINDOWS = { windowFrames: 9600, maxLag: 6000 };
const windowMiddleMs = (window: number) =>
  (3 * window * WINDOWS.windowFrames + WINDOWS.maxLag + WINDOWS.windowFrames / 2) / 48;
/** What is shown is the median of a second: it says what is measured where the delay stood still for so long. */
const STEADY_MS = { before: 500, after: 1100, within: 2 };

const ENOUGH_WINDOWS = 7;
const MOST_PLAYS = 4;

interface Shown {
  atMs: number;
  latencyMs: number;
}

/** What was shown of that moment; null where the delay moved, as it does on a busy machine. */
function steadyLatencyMs(shown: readonly Shown[], atMs: number): number | null {
  const near = shown
    .filter((one) => one.atMs > atMs - STEADY_MS.before && one.atMs < atMs + STEADY_MS.after)
    .map(({ latencyMs }) => latencyMs);
  if (near.length < 10 || Math.max(...near) - Math.min(...near) > STEADY_MS.within) return null;
  return median(near);
}

let server: SoundServer;
let live: LiveHost;

beforeEach(async () => {
  server = await startPulse();
  live = await startLiveHost(server.env);
});
afterEach(async () => {
  await live?.close();
  await server?.close();
});

/** By the server's own list, or through the ALSA devices that are doors to it. */
type Way = 'pulseaudio' | 'alsa';
const start = async (way: Way) =>
  unwrap(
    await live.client.call(
      'engine.startLive',
      liveInput({
        inputDeviceId: `${way}:in:${PULSE_MICROPHONE}`,
        outputDeviceId: `${way}:out:${PULSE_SPEAKER}`,
        bufferFrames: 512,
      }),
    ),
  );

interface Play {
  microphone: Float32Array;
  speaker: Float32Array;
  /** When the first recorded sample was heard. */
  startedMs: number;
  shown: Shown[];
}

/** The model needs a second or two to know the noise. */
const LEAD_FRAMES = 48_000 * 2;

/** Plays into the microphone and records, on one clock, what goes in and what comes out. */
async function playNoisySpeech(): Promise<Play> {
  const spoken = makeSpeech(48000);
  const speech = new Float32Array(LEAD_FRAMES + spoken.length);
  speech.set(spoken, LEAD_FRAMES);
  const noisyPath = join(live.dir, 'noisy.wav');
  const noisy = mixAtSnr(speech, makeNoise(speech.length, 5), 20);
  writeWav(noisyPath, { sampleRate: 48000, channels: [noisy] });
  const recordedPath = join(live.dir, 'recorded.wav');
  const recorder = server.start('parec', [
    ...['-d', PULSE_WITNESS, '--format=s16le', '--rate=48000', '--channels=2'],
    ...['--file-format=wav', recordedPath],
  ]);
  await waitMs(300);
  const shown: Shown[] = [];
  const unsubscribe = live.client.subscribe('engine.onLevelsMeasured', ({ latencyMs }) =>
    shown.push({ atMs: performance.now(), latencyMs }),
  );
  server.start('paplay', ['-d', PULSE_INTO_MICROPHONE, noisyPath]);
  await waitMs((speech.length / 48000) * 1000 + 800);
  const stoppedMs = performance.now();
  await stopProgram(recorder);
  unsubscribe();
  const [speaker, microphone] = decode(recordedPath).channels;
  if (!speaker || !microphone) throw new Error('nothing was recorded');
  return { microphone, speaker, startedMs: stoppedMs - (speaker.length / 48000) * 1000, shown };
}

/** What was shown less what was measured, window by window, where the delay stood still. */
function differencesMs({ microphone, speaker, startedMs, shown }: Play): number[] {
  return trackDelay(microphone, speaker, WINDOWS).flatMap(({ delay, correlation }, window) => {
    const shownMs = steadyLatencyMs(shown, startedMs + windowMiddleMs(window));
    return correlation > 0.8 && shownMs !== null ? [shownMs - delay / 48] : [];
  });
}

/** How much quieter noise alone leaves, before the first word; a frame taken for speech does not outweigh the rest. */
function loweredDb({ microphone, speaker }: Play): number {
  const first = microphone.findIndex((sample) => Math.abs(sample) > 1e-3);
  return median(
    Array.from({ length: 7 }, (_, window) => {
      const from = first + LEAD_FRAMES + 4800 * window;
      return levelDb(microphone.subarray(from, from + 4800)) - levelDb(speaker.subarray(from, from + 4800));
    }),
  );
}

describe('a live session on named devices', () => {
  it.each<Way>(['pulseaudio', 'alsa'])(
    'cleans what is said into the virtual microphone, out of the virtual speaker, by %s',
    async (way) => {
      const { live: running } = await start(way);
      expect(running?.inputDevice.id).toContain(PULSE_MICROPHONE);
      expect(running?.outputDevice.id).toContain(PULSE_SPEAKER);
      await waitMs(2500);
      const plays = [await playNoisySpeech()];
      // On a busy machine the delay seldom stands still for long.
      while (plays.flatMap(differencesMs).length < ENOUGH_WINDOWS && plays.length < MOST_PLAYS) {
        plays.push(await playNoisySpeech());
      }
      const differences = plays.flatMap(differencesMs);
      expect(differences.length).toBeGreaterThan(2);
      expect(Math.abs(median(differences))).toBeLessThan(3);
      // By 20 dB where the model has not closed the pause yet, by 40 and more where it has.
      expect(median(plays.map(loweredDb))).toBeGreaterThan(15);
      expect(live.levels.at(-1)?.framesProcessed).toBeGreaterThan(500);
    },
  );

  it('ends and says so when the sound server dies, and the host continues', async () => {
    const { live: running } = await start('pulseaudio');
    await waitMs(1000);
    process.kill(server.pid, 'SIGKILL');
    await expect
      .poll(async () => unwrap(await live.client.call('engine.readState')).live, { timeout: 10_000 })
      .toBeNull();
    const state = unwrap(await live.client.call('engine.readState'));
    expect(state.lastFailure?.code).toBe('DEVICE_LOST');
    expect(state.lastFailure?.message).toContain(running?.inputDevice.name);
    // The host continues, and so does the list of devices.
    expect((await live.client.call('devices.listAudio')).success).toBe(true);
  });
});
