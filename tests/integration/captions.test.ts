import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptionLine, CaptionsState } from '../../src-shared/contract/captions.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { addMicrophones, findSource } from '../lib/captureRig.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { createRandom } from '../lib/random.ts';
import { writeWav } from '../lib/recordings.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';
import { OPENAI_KEY, startVoiceProviders, type VoiceProviders } from '../lib/voiceProviders.ts';

const INTO = 'into_captions';
const RATE = 48_000;

let server: SoundServer;
let live: LiveHost;
let providers: VoiceProviders;
const lines: CaptionLine[] = [];
const states: CaptionsState[] = [];

beforeAll(async () => {
  [server, providers] = await Promise.all([startPulse(), startVoiceProviders()]);
  await addMicrophones(server, INTO, ['captions_anna', 'captions_ben']);
  live = await startLiveHost(server.env);
  const { client } = live;
  client.subscribe('captions.onSpoken', (line) => lines.push(line));
  client.subscribe('captions.onChanged', (state) => states.push(state));
  const channels = await Promise.all(
    ['Anna', 'Ben'].map(async (name) => ({
      id: name.toLowerCase(),
      name,
      source: await findSource(client, `captions_${name.toLowerCase()}`),
      // Noise in syllables stands for a voice here, and is what noise cancellation takes out.
      denoise: { engine: 'off', sensitivity: 0, reduction: 0 },
      colour: name === 'Anna' ? 'blue' : 'green',
    })),
  );
  const setUp = captureSetUpSchema.parse({ version: 1, channels });
  unwrap(await client.call('capture.applySetUp', setUp));
});
afterAll(async () => {
  await live?.close();
  await providers?.close();
  await server?.close();
});

/** Anna from half a second on for 1.5 s, Ben a second after her for 1.2 s. */
function play(name: string): void {
  const random = createRandom(5);
  const spoken = (from: number, to: number) =>
    Float32Array.from({ length: 5 * RATE }, (_, i) =>
      i >= from * RATE && i < to * RATE ? 0.3 * (2 * random() - 1) : 0,
    );
  const path = join(live.dir, `${name}.wav`);
  writeWav(path, { sampleRate: RATE, channels: [spoken(0.5, 2), spoken(3, 4.2)] });
  server.start('paplay', ['-d', INTO, path]);
}

const isOpen = async () =>
  unwrap(await live.client.call('capture.readState')).session?.devices.every(
    ({ status }) => status === 'open',
  );

describe('live captions of two microphones', () => {
  it('do not begin without a key, and open nothing', async () => {
    const answer = await live.client.call('captions.start', { channelIds: null });
    expect(answer).toMatchObject({ success: false, error: { code: 'KEY_MISSING' } });
    expect(unwrap(await live.client.call('capture.readState')).session).toBe(null);
  });

  it('are what each said, by its channel’s name and in their order; silence costs nothing', async () => {
    const { client } = live;
    unwrap(await client.call('voice.updateSettings', { baseUrls: { openai: providers.openAiUrl } }));
    unwrap(await client.call('keys.save', { provider: 'openai', key: OPENAI_KEY }));
    expect(unwrap(await client.call('captions.start', { channelIds: null }))).toMatchObject({
      isOn: true,
      isStudioOpen: true,
      engine: { kind: 'openai', model: 'whisper-1' },
    });
    await expect.poll(isOpen).toBe(true);
    const sound = { of: 'channels' } as const;
    unwrap(await client.call('recording.start', { name: 'Captioned', sound, sources: [] }));
    await expect
      .poll(async () => unwrap(await client.call('recording.readState')).take?.progress?.recordedSec ?? 0, {
        timeout: 30_000,
      })
      .toBeGreaterThan(0);
    play('both');
    await expect.poll(() => lines.map(({ name }) => name), { timeout: 30_000 }).toEqual(['Anna', 'Ben']);
    const [anna, ben] = lines;
    expect(anna).toMatchObject({ channelId: 'anna', colour: 'blue' });
    expect(anna?.text).toMatch(/^Good evening/);
    // 2.5 s apart in the file; a null sink may hand its first sound over in another rhythm.
    expect(Math.abs((ben?.startMs ?? 0) - (anna?.startMs ?? 0) - 2500)).toBeLessThan(500);
    expect(providers.asked.filter(({ path }) => path.endsWith('/audio/transcriptions'))).toHaveLength(2);
    await expect.poll(() => states.at(-1)).toMatchObject({ waitingSec: 0, leftOutSec: 0, failure: null });
  });

  it('are the transcript of what was recorded meanwhile, on its clock', async () => {
    const { client } = live;
    unwrap(await client.call('recording.stop'));
    const findTake = async () =>
      unwrap(await client.call('takes.list')).find((take) => take.name === 'Captioned');
    await expect.poll(async () => (await findTake())?.status, { timeout: 20_000 }).toBe('finished');
    const takeId = (await findTake())?.id ?? '';
    const { transcript } = unwrap(await client.call('transcripts.read', { takeId }));
    expect(transcript).toMatchObject({ isLive: true, engine: 'openai', model: 'whisper-1' });
    expect(transcript?.speakers.map(({ trackId, name }) => [trackId, name])).toEqual([
      ['anna', 'Anna'],
      ['ben', 'Ben'],
    ]);
    const { document } = unwrap(await client.call('takes.read', { id: takeId }));
    expect(document?.tracks.map(({ id }) => id)).toEqual(expect.arrayContaining(['anna', 'ben']));
    const [anna, ben] = lines;
    const atMs = (trackId: string) =>
      (document?.startedAtMs ?? 0) +
      (1000 * (transcript?.words.find((word) => word.trackId === trackId)?.startFrame ?? NaN)) /
        (transcript?.sampleRateHz ?? 1);
    expect(Math.abs(atMs('anna') - (anna?.startMs ?? 0))).toBeLessThan(100);
    expect(Math.abs(atMs('ben') - (ben?.startMs ?? 0))).toBeLessThan(100);
  });

  it('do not hear a channel that is muted, and close what they opened', async () => {
    const { client } = live;
    unwrap(await client.call('capture.updateChannel', { channelId: 'anna', changes: { isMuted: true } }));
    play('muted');
    await expect
      .poll(() => lines.map(({ name }) => name), { timeout: 30_000 })
      .toEqual(['Anna', 'Ben', 'Ben']);
    unwrap(await client.call('captions.stop'));
    await expect
      .poll(async () => unwrap(await client.call('capture.readState')).session, { timeout: 10_000 })
      .toBe(null);
    expect(unwrap(await client.call('captions.read')).lines.map(({ name }) => name)).toEqual([
      'Anna',
      'Ben',
      'Ben',
    ]);
  });
});
