import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { engineInputs } from '../lib/pluginRig.ts';
import { decode, levelDb, makeNoise, scaled, writeWav } from '../lib/recordings.ts';
import { playIntoJackPort, startJack, type SoundServer } from '../lib/virtualAudio.ts';

let server: SoundServer;
let live: LiveHost;
let id: string;

const DENOISE = { engine: 'rnnoise', sensitivity: 90, reduction: 95 } as const;
const sound = { container: 'wav', encoding: 'pcm24', targetLufs: null } as const;

const read = async () => {
  const { document, summary } = unwrap(await live.client.call('takes.read', { id }));
  if (!document) throw new Error('the take has no document');
  return { document, summary };
};
const folderOf = async (what: 'take' | 'exports') =>
  unwrap(await live.client.call('takes.locate', { id, what }));

/** Behind the first two seconds, in which the model gets to know the noise. */
function levelOf(path: string): number {
  const [samples = new Float32Array()] = decode(path).channels;
  return levelDb(samples.subarray(2 * 48_000));
}

/** Of the tracks of the take, by their kinds. */
async function levels(): Promise<Record<string, number>> {
  const folder = await folderOf('take');
  const { document } = await read();
  return Object.fromEntries(document.tracks.map(({ kind, file }) => [kind, levelOf(join(folder, file))]));
}

describe('the voices of a take', () => {
  beforeAll(async () => {
    server = await startJack();
    live = await startLiveHost(server.env);
    const devices = unwrap(await live.client.call('devices.listAudio'));
    const source = devices.find(({ type, channels }) => type !== 'output' && channels > 0)?.id ?? '';
    unwrap(
      await live.client.call('capture.addChannel', {
        name: 'Host',
        source,
        deviceChannels: [0],
        denoise: { ...DENOISE, reduction: 100 },
      }),
    );
    const [channel] = unwrap(await live.client.call('capture.readState')).setUp.channels;
    unwrap(
      await live.client.call('capture.updateChannel', {
        channelId: channel?.id ?? '',
        changes: { colour: 'violet' },
      }),
    );
    unwrap(await live.client.call('capture.updateOptions', { recording: { tap: 'both' } }));
    unwrap(await live.client.call('capture.start', { setUp: null }));
    const path = join(live.dir, 'noise.wav');
    writeWav(path, { sampleRate: 48_000, channels: [scaled(makeNoise(120 * 48_000), 0.2)] });
    for (const input of await engineInputs(server)) await playIntoJackPort(server, path, input);
  });
  afterAll(async () => {
    await live.close();
    await server.close();
  });

  it('are recorded raw, and processed beside it, as one channel', async () => {
    unwrap(
      await live.client.call('recording.start', { name: 'Voices', sound: { of: 'channels' }, sources: [] }),
    );
    await expect
      .poll(
        async () => unwrap(await live.client.call('recording.readState')).take?.progress?.recordedSec ?? 0,
        { timeout: 60_000 },
      )
      .toBeGreaterThan(6);
    unwrap(await live.client.call('recording.stop'));
    const takes = async () => unwrap(await live.client.call('takes.list'));
    await expect.poll(async () => (await takes())[0]?.grade, { timeout: 60_000 }).toBeTruthy();
    id = (await takes())[0]?.id ?? '';
    const { document, summary } = await read();
    expect(document.tracks.map(({ kind, name, of }) => [kind, name, of])).toEqual([
      ['channel', 'Host', null],
      ['processed', 'Host (processed)', document.tracks[0]?.id],
      ['mix', 'Mix', null],
    ]);
    // That of the channel stays with the take.
    expect(document.tracks.map(({ colour }) => colour)).toEqual(['violet', 'violet', undefined]);
    const [raw, processed] = document.tracks;
    expect(processed?.framesWritten).toBe(raw?.framesWritten);
    expect(summary).toMatchObject({
      trackCount: 2,
      tracks: { audio: 1, mix: 1 },
      hasCleanVoices: true,
      cleaning: null,
    });
    const { channel = 0, processed: cleanDb = 0 } = await levels();
    expect(channel).toBeGreaterThan(-40);
    // Live the model knows nothing of what comes next; white noise is its hardest.
    expect(channel - cleanDb).toBeGreaterThan(4);
  });

  it('are left as they were where the cleaning is cancelled', async () => {
    const before = await read();
    const files = readdirSync(await folderOf('take'));
    const controller = new AbortController();
    const cleaning = live.client.call(
      'takes.cleanVoices',
      { id, denoise: DENOISE },
      { signal: controller.signal },
    );
    controller.abort();
    expect(await cleaning).toMatchObject({ success: false, error: { code: 'CANCELLED' } });
    // It ends once its files are closed.
    await expect.poll(async () => readdirSync(await folderOf('take'))).toEqual(files);
    expect(await read()).toEqual(before);
  });

  it('are cleaned into files beside the raw ones, with the settings in the take', async () => {
    const { document, summary } = unwrap(
      await live.client.call('takes.cleanVoices', { id, denoise: { ...DENOISE, levelLufs: -16 } }),
    );
    expect(summary.cleaning).toMatchObject({ ...DENOISE, levelLufs: -16 });
    const cleaned = document?.tracks.find(({ kind }) => kind === 'cleaned');
    const [raw] = document?.tracks ?? [];
    expect(cleaned).toMatchObject({
      name: 'Host (clean)',
      of: raw?.id,
      file: 'clean-01-Host.wav',
      framesWritten: raw?.framesWritten,
    });
    const { channel = 0, cleaned: cleanDb = 0 } = await levels();
    expect(channel - cleanDb).toBeGreaterThan(20);
    const trackId = cleaned?.id ?? '';
    const { highest } = unwrap(await live.client.call('takes.readPeaks', { id, trackId, parts: 100 }));
    expect(highest).toHaveLength(100);
    expect(Math.max(...highest.slice(50))).toBeLessThan(0.05);
  });

  it('are exported clean, tracks and mix, beside those that were recorded', async () => {
    unwrap(await live.client.call('takes.export', { id, what: 'both', ...sound }));
    unwrap(await live.client.call('takes.export', { id, what: 'both', voices: 'clean', ...sound }));
    const folder = await folderOf('exports');
    expect(
      readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['01-Host.wav', '02-Host-processed.wav', 'clean-01-Host.wav', 'clean-mix.wav', 'mix.wav']);
    const rawDb = levelOf(join(folder, '01-Host.wav'));
    for (const name of ['clean-01-Host.wav', 'clean-mix.wav'])
      expect(rawDb - levelOf(join(folder, name))).toBeGreaterThan(20);
  });

  it('are checked as they were recorded', async () => {
    const certificate = unwrap(await live.client.call('takes.verify', { id }));
    expect(certificate.tracks.map(({ name }) => name)).toEqual(['Host', 'Host (processed)', 'Mix']);
  });

  it('are raw again where the clean ones are not wanted', async () => {
    const { summary } = unwrap(await live.client.call('takes.forgetCleanVoices', { id }));
    expect(summary.cleaning).toBeNull();
    expect(existsSync(join(await folderOf('take'), 'clean-01-Host.wav'))).toBe(false);
  });
});
