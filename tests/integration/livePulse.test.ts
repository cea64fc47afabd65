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
/** What is shown is the median of a second. */
const SHOWN_LATER_MS = 500;

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

describe('a live session on named devices', () => {
  it.each<Way>(['pulseaudio', 'alsa'])(
    'cleans what is said into the virtual microphone, out of the virtual speaker, by %s',
    async (way) => {
      const { live: running } = await start(way);
      expect(running?.inputDevice.id).toContain(PULSE_MICROPHONE);
      expect(running?.outputDevice.id).toContain(PULSE_SPEAKER);
      // The model needs a second or two to know the noise.
      const lead = 48_000 * 2;
      const spoken = makeSpeech(48000);
      const speech = new Float32Array(lead + spoken.length);
      speech.set(spoken, lead);
      const noisyPath = join(live.dir, 'noisy.wav');
      writeWav(noisyPath, {
        sampleRate: 48000,
        channels: [mixAtSnr(speech, makeNoise(speech.length, 5), 20)],
      });
      await waitMs(2500);
      const recordedPath = join(live.dir, 'recorded.wav');
      const recorder = server.start('parec', [
        ...['-d', PULSE_WITNESS, '--format=s16le', '--rate=48000', '--channels=2'],
        ...['--file-format=wav', recordedPath],
      ]);
      await waitMs(300);
      const shownMs: { atMs: number; latencyMs: number }[] = [];
      live.client.subscribe('engine.onLevelsMeasured', ({ latencyMs }) =>
        shownMs.push({ atMs: performance.now(), latencyMs }),
      );
      server.start('paplay', ['-d', PULSE_INTO_MICROPHONE, noisyPath]);
      await waitMs((speech.length / 48000) * 1000 + 800);
      const stoppedMs = performance.now();
      await stopProgram(recorder);
      const [speaker, microphone] = decode(recordedPath).channels;
      if (!speaker || !microphone) throw new Error('nothing was recorded');
      const recordedMs = (speaker.length / 48000) * 1000;
      const differencesMs = trackDelay(microphone, speaker, WINDOWS).flatMap(
        ({ delay, correlation }, window) => {
          const middleMs = stoppedMs - recordedMs + windowMiddleMs(window);
          const shown = shownMs.find(({ atMs }) => atMs > middleMs + SHOWN_LATER_MS);
          return correlation > 0.8 && shown ? [shown.latencyMs - delay / 48] : [];
        },
      );
      expect(differencesMs.length).toBeGreaterThan(2);
      expect(Math.abs(median(differencesMs))).toBeLessThan(3);
      // The silence before the first word: noise alone, from where the model has got used to it.
      const first = microphone.findIndex((sample) => Math.abs(sample) > 1e-3);
      // In windows: one frame that was taken for speech would outweigh all others.
      const lowered = median(
        Array.from({ length: 7 }, (_, window) => {
          const from = first + lead + 4800 * window;
          return (
            levelDb(microphone.subarray(from, from + 4800)) - levelDb(speaker.subarray(from, from + 4800))
          );
        }),
      );
      // By 20 dB where the model has not closed the pause yet, by 40 and more where it has.
      expect(lowered).toBeGreaterThan(15);
      expect(live.levels.at(-1)?.framesProcessed).toBeGreaterThan(500);
    },
  );

  it('ends and says so when the sound server dies, and the host goes on', async () => {
    const { live: running } = await start('pulseaudio');
    await waitMs(1000);
    process.kill(server.pid, 'SIGKILL');
    await expect
      .poll(async () => unwrap(await live.client.call('engine.readState')).live, { timeout: 10_000 })
      .toBeNull();
    const state = unwrap(await live.client.call('engine.readState'));
    expect(state.lastFailure?.code).toBe('DEVICE_LOST');
    expect(state.lastFailure?.message).toContain(running?.inputDevice.name);
    // The host goes on, and so does the list of devices.
    expect((await live.client.call('devices.listAudio')).success).toBe(true);
  });
});
