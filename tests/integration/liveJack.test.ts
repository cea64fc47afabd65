import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { liveChain, liveInput, startLiveHost, waitMs, type LiveHost } from '../lib/liveSession.ts';
import { median, trackDelay } from '../lib/delays.ts';
import { decode, levelDb, makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';
import { playIntoJackPort, startJack, type SoundServer } from '../lib/virtualAudio.ts';

const ENGINE_INPUT = 'PortAudio:in_0';
const ENGINE_OUTPUT = 'PortAudio:out_0';

/** The chain follows its output's clock by moving its delay a little: in so short a window it stands still. */
const WINDOWS = { windowFrames: 9600, maxLag: 3360 };
/** Recordings that are made until there is one without a dropout: after one the delay is another. */
const MOST_RECORDINGS = 4;

let server: SoundServer;
let live: LiveHost;
let speech: Float32Array;

beforeAll(async () => {
  server = await startJack();
  live = await startLiveHost(server.env);
  speech = makeSpeech(48000);
});
afterEach(async () => {
  unwrap(await live.client.call('engine.stopLive'));
});
afterAll(async () => {
  await live?.close();
  await server?.close();
});

const ports = () => server.run('jack_lsp', []);
const start = async (changes = {}) => unwrap(await live.client.call('engine.startLive', liveInput(changes)));

/** Plays into the microphone and records, on one clock, what goes in and what comes out. */
async function playAndRecord(sound: Float32Array, seconds: number) {
  await server.run('jack_disconnect', ['system:capture_1', ENGINE_INPUT]);
  const path = join(live.dir, `play-${performance.now()}.wav`);
  writeWav(path, { sampleRate: 48000, channels: [sound] });
  const source = await playIntoJackPort(server, path, ENGINE_INPUT);
  const recordedPath = `${path}.recorded.wav`;
  live.levels.length = 0;
  const recorder = server.start('jack_rec', [
    ...['-f', recordedPath, '-d', String(seconds), '-b', '16'],
    ...[source, ENGINE_OUTPUT],
  ]);
  await once(recorder, 'exit');
  const [into, outOf] = decode(recordedPath).channels;
  if (!into || !outOf) throw new Error('nothing was recorded');
  return { into, outOf, source, levels: [...live.levels] };
}

/** As `playAndRecord`; again where the engine itself says that it missed a frame meanwhile. */
async function recordUndisturbed(sound: Float32Array, seconds: number) {
  for (let attempt = 1; attempt <= MOST_RECORDINGS; attempt += 1) {
    const recording = await playAndRecord(sound, seconds);
    const [first, last] = [recording.levels[0], recording.levels.at(-1)];
    if (first && first.framesMissed === last?.framesMissed) return recording;
    // As it was before; the player may have come to its end and gone.
    await server.run('jack_disconnect', [recording.source, ENGINE_INPUT]).catch(() => undefined);
    await server.run('jack_connect', ['system:capture_1', ENGINE_INPUT]);
  }
  throw new Error(`The engine missed frames in each of ${MOST_RECORDINGS} recordings`);
}

describe('a live session on an exact clock', () => {
  it('cleans what is said into the microphone, and the latency shown is the one measured from outside', async () => {
    const state = await start();
    expect(state.live).toMatchObject({ inputDevice: { name: 'system' }, outputDevice: { name: 'system' } });
    await waitMs(3000);
    const noisy = mixAtSnr(speech, makeNoise(speech.length, 3), 10);
    const { into, outOf, levels } = await recordUndisturbed(noisy, 6);
    const alike = trackDelay(into, outOf, WINDOWS).filter(({ correlation }) => correlation > 0.8);
    expect(alike.length).toBeGreaterThan(2);
    const measuredMs = median(alike.map(({ delay }) => delay / 48));
    // Of the last second each: the percentiles are of the last ten, and know of a time before the recording.
    const shownMs = median(levels.map(({ latencyMs }) => latencyMs));
    expect(Math.abs(shownMs - measuredMs)).toBeLessThan(3);
  });

  it('lowers steady noise between words, and reports how far', async () => {
    await start();
    await waitMs(1000);
    const noise = makeNoise(48000 * 7, 4).map((sample) => sample * 0.02);
    const { into, outOf } = await playAndRecord(noise, 5);
    const lowered = levelDb(into.subarray(120_000)) - levelDb(outOf.subarray(120_000));
    expect(lowered).toBeGreaterThan(25);
    const shown = live.levels.at(-1);
    expect(shown?.reductionDb).toBeGreaterThan(15);
    expect(Math.abs((shown?.inputRmsDb ?? 0) - levelDb(into.subarray(120_000)))).toBeLessThan(3);
  });

  it('passes the sound on as it is with the engine off', async () => {
    await start({ chain: liveChain({ denoise: { engine: 'off', sensitivity: 0, reduction: 0 } }) });
    await waitMs(3000);
    const { into, outOf } = await playAndRecord(makeNoise(48000 * 6, 6), 4);
    // Not 1: the delay is no whole number of samples, and moves a little within a window.
    const alike = trackDelay(into, outOf, WINDOWS).map(({ correlation }) => correlation);
    expect(median(alike)).toBeGreaterThan(0.8);
    expect(Math.abs(levelDb(into.subarray(48_000)) - levelDb(outOf.subarray(48_000)))).toBeLessThan(0.5);
  });

  it('sends levels 30 times a second and misses no frame on a quiet machine', async () => {
    await start();
    await waitMs(1000);
    live.levels.length = 0;
    await waitMs(2000);
    expect(live.levels.length).toBeGreaterThan(45);
    expect(live.levels.length).toBeLessThan(75);
    const [first, last] = [live.levels[0], live.levels.at(-1)];
    const frames = (last?.framesProcessed ?? 0) - (first?.framesProcessed ?? 0);
    expect(Math.abs(frames - 200)).toBeLessThan(30);
  });

  it('runs again after a kill -9 of the engine process, and says so', async () => {
    const before = await start();
    await waitMs(500);
    live.states.length = 0;
    const pid = live.enginePid();
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => live.states.find(({ process }) => process === 'running')?.live, {
        timeout: 20_000,
        interval: 10,
      })
      .toBeTruthy();
    expect(live.states[0]).toMatchObject({ process: 'restarting', lastFailure: { code: 'ENGINE_STOPPED' } });
    const state = unwrap(await live.client.call('engine.readState'));
    expect(state).toMatchObject({ restarts: 1, live: { startedAtMs: before.live?.startedAtMs } });
    live.levels.length = 0;
    await expect
      .poll(() => live.levels.at(-1)?.framesProcessed ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(20);
    expect(await ports()).toContain(ENGINE_INPUT);
  });

  it('lets go of the devices when it is stopped', async () => {
    await start();
    expect(await ports()).toContain(ENGINE_INPUT);
    const state = unwrap(await live.client.call('engine.stopLive'));
    expect(state.live).toBeNull();
    expect(await ports()).not.toContain('PortAudio');
  });

  it('is in the journal', async () => {
    const before = unwrap(await live.client.call('journal.readToday'));
    await start();
    await waitMs(1500);
    unwrap(await live.client.call('engine.stopLive'));
    const after = unwrap(await live.client.call('journal.readToday'));
    expect(after.sessions - before.sessions).toBe(1);
    expect(after.cleanedSec - before.cleanedSec).toBeGreaterThan(1.4);
    expect(after.cleanedSec - before.cleanedSec).toBeLessThan(5);
  });

  it('names a device that is not there, and takes no other', async () => {
    const answer = await live.client.call('engine.startLive', liveInput({ inputDeviceId: 'no such device' }));
    expect(answer).toMatchObject({ success: false, error: { code: 'DEVICE_NOT_FOUND' } });
    expect(await ports()).not.toContain('PortAudio');
  });
});
