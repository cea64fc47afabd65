import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { LiveChain } from '../../src-shared/domain/stripSchema.ts';
import { EQUALIZER_BANDS } from '../../src-shared/domain/equalizer.ts';
import { SPECTRUM_BANDS, spectrumBandOf } from '../../src-shared/domain/spectrum.ts';
import { liveChain, liveInput, startLiveHost, waitMs, type LiveHost } from '../lib/liveSession.ts';
import { decode, levelDb, makeNoise, makeSpeech, writeWav } from '../lib/recordings.ts';
import { playIntoJackPort, startJack, type SoundServer } from '../lib/virtualAudio.ts';

const ENGINE_INPUT = 'PortAudio:in_0';
const ENGINE_OUTPUT = 'PortAudio:out_0';
const RATE = 48_000;
/** What is sent through without the model, so that a tone stays a tone. */
const OFF = { engine: 'off', sensitivity: 0, reduction: 0 } as const;

let server: SoundServer;
let live: LiveHost;

beforeAll(async () => {
  server = await startJack();
  live = await startLiveHost(server.env);
});
afterEach(async () => {
  unwrap(await live.client.call('engine.stopLive'));
});
afterAll(async () => {
  await live?.close();
  await server?.close();
});

const chainOf = (changes: Partial<LiveChain> = {}) => liveChain({ denoise: OFF, ...changes });
const start = async (changes: Partial<LiveChain> = {}) =>
  unwrap(await live.client.call('engine.startLive', liveInput({ chain: chainOf(changes) })));
const update = async (changes: Partial<LiveChain>) =>
  unwrap(await live.client.call('engine.updateLive', { chain: chainOf(changes), presetId: null }));

const tone = (frequencyHz: number, amplitude: number, seconds: number) =>
  Float32Array.from({ length: RATE * seconds }, (_, i) => {
    return amplitude * Math.sin((2 * Math.PI * frequencyHz * i) / RATE);
  });

/** Plays into the microphone from now on; answers the port that it comes from. */
async function play(sound: Float32Array): Promise<string> {
  await server.run('jack_disconnect', ['system:capture_1', ENGINE_INPUT]).catch(() => undefined);
  const path = join(live.dir, `play-${performance.now()}.wav`);
  writeWav(path, { sampleRate: RATE, channels: [sound] });
  return playIntoJackPort(server, path, ENGINE_INPUT);
}

/** What goes in and what comes out in the next second, as levels. */
async function gainDb(source: string): Promise<number> {
  const path = join(live.dir, `recorded-${performance.now()}.wav`);
  const recorder = server.start('jack_rec', ['-f', path, '-d', '1', '-b', '16', source, ENGINE_OUTPUT]);
  await once(recorder, 'exit');
  const [into, outOf] = decode(path).channels;
  if (!into || !outOf) throw new Error('nothing was recorded');
  return levelDb(outOf.subarray(RATE / 2)) - levelDb(into.subarray(RATE / 2));
}

const equalizerAt = (frequencyHz: number, gainDbOfBand: number) => ({
  isOn: true,
  gainsDb: EQUALIZER_BANDS.map((band) => (band.frequencyHz === frequencyHz ? gainDbOfBand : 0)),
});

describe('the chain of a live session', () => {
  it('is heard: gains, equalizer and compressor do to a tone what they are set to, while it runs', async () => {
    await start();
    const source = await play(tone(1000, 0.1, 40));
    await waitMs(500);
    expect(await gainDb(source)).toBeCloseTo(0, 0);
    await update({ equalizer: equalizerAt(1000, 9) });
    expect(Math.abs((await gainDb(source)) - 9)).toBeLessThan(0.5);
    await update({ equalizer: { ...equalizerAt(1000, 9), isOn: false }, inputGain: 50, outputVolume: 50 });
    expect(Math.abs((await gainDb(source)) + 6.02 + 12.04)).toBeLessThan(0.5);
    const compressor = { ...chainOf().compressor, isOn: true, thresholdDb: -40, ratio: 20, kneeDb: 0 };
    await update({ compressor: { ...compressor, makeupGainDb: 0 } });
    // 20 dB above the threshold, of which a twentieth stays.
    expect(Math.abs((await gainDb(source)) + 19)).toBeLessThan(0.7);
    expect(live.levels.at(-1)?.compressorReductionDb).toBeGreaterThan(18);
    expect(live.levels.at(-1)?.gateReductionDb).toBe(0);
  });

  it('can be compared with the raw voice, and be silent, without an end to the meters', async () => {
    await start({ equalizer: equalizerAt(1000, 12) });
    const source = await play(tone(1000, 0.1, 30));
    await waitMs(500);
    expect(Math.abs((await gainDb(source)) - 12)).toBeLessThan(0.5);
    expect(unwrap(await live.client.call('engine.setListening', { listening: 'raw' })).live?.listening).toBe(
      'raw',
    );
    expect(Math.abs(await gainDb(source))).toBeLessThan(0.5);
    unwrap(await live.client.call('engine.setListening', { listening: 'off' }));
    expect(await gainDb(source)).toBeLessThan(-60);
    expect(live.levels.at(-1)?.outputRmsDb).toBeGreaterThan(-15);
  });

  it('counts what is cut off', async () => {
    await start({ inputGain: 200 });
    await play(tone(1000, 0.9, 10));
    await expect.poll(() => live.levels.at(-1)?.inputClips ?? 0, { timeout: 5000 }).toBeGreaterThan(1000);
    // The loudness of 400 ms comes after the first thousand samples.
    await expect
      .poll(() => live.levels.at(-1)?.outputLufsMomentary ?? -120, { timeout: 5000 })
      .toBeGreaterThan(-10);
  });

  it('shows a sine’s peak in its band of the spectrum, raw and clean', async () => {
    await start({ equalizer: equalizerAt(3000, 6) });
    await play(tone(3000, 0.1, 30));
    await waitMs(1000);
    let frame: Float32Array = new Float32Array(0);
    let frames = 0;
    const spectrum = live.client.open('engine.watchSpectrum', undefined, (bytes) => {
      frame = floatsOf(bytes);
      frames += 1;
    });
    await waitMs(2000);
    spectrum.close();
    expect(frames).toBeGreaterThan(40);
    expect(frames).toBeLessThan(75);
    expect(frame).toHaveLength(2 * SPECTRUM_BANDS);
    const band = spectrumBandOf(3000);
    expect(Math.abs((frame[band] ?? 0) + 20)).toBeLessThan(1);
    expect(Math.abs((frame[SPECTRUM_BANDS + band] ?? 0) + 14)).toBeLessThan(1);
    expect(frame[spectrumBandOf(300)]).toBeLessThan(-70);
  });

  it('leaves its figures in the journal: reduction, latency and frames, by device', async () => {
    unwrap(await live.client.call('engine.startLive', liveInput()));
    await play(Float32Array.from(makeNoise(RATE * 8, 7), (sample) => sample * 0.02));
    await waitMs(7000);
    const shown = live.levels.at(-1);
    unwrap(await live.client.call('engine.stopLive'));
    const at = new Date();
    const two = (value: number) => String(value).padStart(2, '0');
    const today = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    const { devices, totals } = unwrap(
      await live.client.call('journal.readPeriod', { from: today, to: today, by: 'day' }),
    );
    expect(devices).toMatchObject([{ inputName: 'system', outputName: 'system' }]);
    expect(totals.meanReductionDb).toBeGreaterThan(10);
    expect(totals.framesProcessed).toBeGreaterThan(600);
    // The median of all sessions here, which run on the same devices.
    expect(Math.abs((totals.latencyP50Ms ?? 0) - (shown?.latencyP50Ms ?? 0))).toBeLessThan(20);
    expect(totals.latencyP99Ms).toBeGreaterThanOrEqual(totals.latencyP50Ms ?? Infinity);
  });

  it('hands out the sound of both ends side by side, with no sample missing', async () => {
    await start({ inputGain: 50, automaticGain: true, gate: { isOn: true, threshold: 10 } });
    await play(makeSpeech(RATE));
    const chunks: Uint8Array[] = [];
    const sound = live.client.open('engine.watchSound', undefined, (bytes) => void chunks.push(bytes));
    const wanted = 4 * RATE * 2 * Float32Array.BYTES_PER_ELEMENT;
    const receivedBytes = () => chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    // By the device's clock, which is behind the wall's where the machine is busy.
    await expect.poll(receivedBytes, { timeout: 20_000 }).toBeGreaterThan(1.1 * wanted);
    sound.close();
    const [header, ...rest] = chunks;
    expect(JSON.parse(new TextDecoder().decode(header))).toEqual({ sampleRate: RATE });
    const pairs = rest.map(floatsOf);
    const raw = Float32Array.from(pairs.flatMap((chunk) => [...chunk.filter((_, i) => i % 2 === 0)]));
    const clean = Float32Array.from(pairs.flatMap((chunk) => [...chunk.filter((_, i) => i % 2 === 1)]));
    expect(raw.length).toBe(clean.length);
    expect(raw.length / RATE).toBeGreaterThan(4);
    expect(bestLag(raw, clean, 600)).toBe(0);
  });
});

function floatsOf(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

/** By how many samples the second lags the first: where they fit each other best. */
function bestLag(first: Float32Array, second: Float32Array, limit: number): number {
  let best = 0;
  let bestSum = -Infinity;
  for (let lag = -limit; lag <= limit; lag += 1) {
    let sum = 0;
    for (let i = limit; i < first.length - limit; i += 7) sum += (first[i] ?? 0) * (second[i + lag] ?? 0);
    if (sum > bestSum) [best, bestSum] = [lag, sum];
  }
  return best;
}
