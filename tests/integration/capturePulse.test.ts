import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CaptureState } from '../../src-shared/contract/capture.ts';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { EndedTake } from '../../src-shared/contract/recording.ts';
import { addMicrophones, findSource, readTake, readTrack, type PulseMicrophone } from '../lib/captureRig.ts';
import { findDelay, median, trackDelay } from '../lib/delays.ts';
import { startLiveHost, waitMs, type LiveHost } from '../lib/liveSession.ts';
import { levelDb, makeNoise, writeWav } from '../lib/recordings.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

/** What is played into this is heard by both microphones in the same sample. */
const INTO_BOTH = 'into_both';
const RATE = 48_000;

let server: SoundServer;
let live: LiveHost;
let left: PulseMicrophone;
let right: PulseMicrophone;
const noise = makeNoise(RATE * 6, 11).map((sample) => sample * 0.3);

beforeAll(async () => {
  server = await startPulse();
  const microphones = await addMicrophones(server, INTO_BOTH, ['studio_left', 'studio_right']);
  [left, right] = microphones as [PulseMicrophone, PulseMicrophone];
});
afterAll(() => server?.close());

beforeEach(async () => {
  live = await startLiveHost(server.env);
});
afterEach(() => live?.close());

const call = () => live.client;

async function start(recording: object = {}): Promise<CaptureState> {
  const sources = [await findSource(live.client, left.name), await findSource(live.client, right.name)];
  const denoise = { engine: 'off', sensitivity: 0, reduction: 0 };
  const setUp = captureSetUpSchema.parse({
    version: 1,
    channels: sources.map((source, index) => ({ id: `c${index}`, name: `Mic ${index}`, source, denoise })),
    recording,
  });
  const state = unwrap(await call().call('capture.start', { setUp }));
  await expect
    .poll(async () => (await read()).session?.devices.map(({ status }) => status))
    .toEqual(['open', 'open']);
  return state;
}

const read = async () => unwrap(await call().call('capture.readState'));
const record = async () =>
  unwrap(await call().call('recording.start', { name: 'Test', sound: { of: 'channels' } })).take?.folder ??
  '';
const stop = async () => unwrap(await call().call('recording.stop')).lastTake as EndedTake;
const recordedSec = async () =>
  unwrap(await call().call('recording.readState')).take?.progress?.recordedSec ?? 0;

function play(): void {
  const path = join(live.dir, 'noise.wav');
  writeWav(path, { sampleRate: RATE, channels: [noise, noise] });
  server.start('paplay', ['-d', INTO_BOTH, path]);
}

describe('a take of two devices', () => {
  it('keeps what was heard, both in the same moment, and one length', async () => {
    await start();
    await waitMs(1500);
    const folder = await record();
    await waitMs(500);
    play();
    await waitMs(6500);
    expect(await stop()).toMatchObject({ code: null, folder });
    const take = readTake(folder);
    expect(take).toMatchObject({ status: 'finished', sampleRate: RATE, ended: null });
    const lengths = take.tracks.map(({ framesWritten }) => framesWritten);
    expect(lengths).toEqual([take.frames, take.frames, take.frames]);
    expect(take.frames / RATE).toBeGreaterThan(6.5);
    expect(take.tracks.map(({ kind }) => kind).sort()).toEqual(['channel', 'channel', 'mix']);

    const [a] = readTrack(folder, 'c0');
    const [b] = readTrack(folder, 'c1');
    if (!a || !b) throw new Error('nothing was recorded');
    const windows = { windowFrames: 9600, maxLag: 960 };
    const apart = trackDelay(a, b, windows).filter(({ correlation }) => correlation > 0.7);
    expect(apart.length).toBeGreaterThan(4);
    for (const { delay } of apart) expect(Math.abs(delay)).toBeLessThan(RATE / 1000);

    const first = a.findIndex((sample) => Math.abs(sample) > 1e-3);
    const heard = a.subarray(Math.max(0, first - 480));
    const alike = trackDelay(noise, heard, windows).map(({ correlation }) => correlation);
    expect(median(alike)).toBeGreaterThan(0.95);
    const middle = heard.subarray(RATE, 4 * RATE);
    expect(Math.abs(levelDb(middle) - levelDb(noise.subarray(RATE, 4 * RATE)))).toBeLessThan(0.3);
  });

  it('leaves a pause out of every track, and keeps its markers', async () => {
    await start();
    const folder = await record();
    // PulseAudio hands a null sink's first two seconds over late, and then all at once.
    await expect.poll(recordedSec, { timeout: 12_000 }).toBeGreaterThan(4);
    const marker = unwrap(await call().call('recording.addMarker', { label: 'before the pause' }));
    unwrap(await call().call('recording.pause'));
    await waitMs(1500);
    unwrap(await call().call('recording.resume'));
    await waitMs(1000);
    await stop();
    const take = readTake(folder);
    expect(take.markers).toEqual([{ atFrame: Math.round(marker.atSec * RATE), label: 'before the pause' }]);
    expect(take.pauses).toHaveLength(1);
    expect(Math.abs((take.pauses[0]?.frames ?? 0) / RATE - 1.5)).toBeLessThan(0.3);
    expect(new Set(take.tracks.map(({ framesWritten }) => framesWritten)).size).toBe(1);
  });

  it('waits for a microphone that is pulled out: silence of the same length, and said', async () => {
    const changes: string[] = [];
    live.client.subscribe('capture.onDeviceChanged', ({ device }) => changes.push(device.status));
    await start();
    await waitMs(1000);
    const folder = await record();
    play();
    await waitMs(1500);
    await right.unplug();
    await expect.poll(() => changes, { timeout: 15_000 }).toEqual(['lost']);
    await waitMs(500);
    await right.plug();
    await expect.poll(() => changes, { timeout: 15_000 }).toEqual(['lost', 'open']);
    play();
    await waitMs(2500);
    await stop();
    const take = readTake(folder);
    const [kept, pulled] = ['c0', 'c1'].map((id) => take.tracks.find((track) => track.id === id));
    expect(kept?.framesWritten).toBe(pulled?.framesWritten);
    expect(pulled?.missingFrames).toBeGreaterThan(RATE / 2);
    const [sound] = readTrack(folder, 'c1');
    const [whole] = readTrack(folder, 'c0');
    if (!sound || !whole) throw new Error('nothing was recorded');
    // What came after its return is in its place again.
    const [after, wholeAfter] = [sound, whole].map((samples) => samples.subarray(samples.length - RATE));
    if (!after || !wholeAfter) throw new Error('nothing was recorded');
    expect(levelDb(after)).toBeGreaterThan(-40);
    expect(Math.abs(findDelay(wholeAfter, after, 960).delay)).toBeLessThan(RATE / 1000);
  });
});

describe('a take whose engine is killed', () => {
  it('is kept, looked through, and continues beside it; and that is said', async () => {
    const ended: EndedTake[] = [];
    const recovered: { folder: string; isWhole: boolean }[] = [];
    live.client.subscribe('recording.onEnded', (take) => ended.push(take));
    live.client.subscribe('recording.onRecovered', (take) => recovered.push(take));
    await start();
    const folder = await record();
    play();
    await expect.poll(recordedSec, { timeout: 8000 }).toBeGreaterThan(3);
    process.kill(live.host.core.engine.pid ?? 0, 'SIGKILL');
    await expect.poll(() => ended.length, { timeout: 10_000 }).toBe(1);
    expect(ended[0]).toMatchObject({ folder, code: 'ENGINE_STOPPED' });
    await expect.poll(() => recovered.length, { timeout: 20_000 }).toBe(1);
    expect(recovered[0]).toMatchObject({ folder });
    const tracks = ['c0', 'c1'].map((id) => readTrack(folder, id)[0]?.length ?? 0);
    for (const frames of tracks) expect(frames / RATE).toBeGreaterThan(2);
    await expect.poll(recordedSec, { timeout: 5000 }).toBeGreaterThan(1);
    const last = await stop();
    expect(last).toMatchObject({ name: 'Test (2)', folder: ended[0]?.continuedIn, code: null });
    expect(readTake(last.folder).status).toBe('finished');
  });
});
