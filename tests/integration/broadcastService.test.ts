import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BroadcastView } from '../../src-shared/contract/broadcast.ts';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { EMPTY_SCENE } from '../../src-shared/domain/broadcast/scene.ts';
import { exportCollection, type SceneCollection } from '../../src-shared/domain/broadcast/sceneCollection.ts';
import { createItem } from '../../src-shared/domain/broadcast/sceneItems.ts';
import { readBlob } from '../../src-renderer/lib/readBlob.ts';
import { MAX_MESSAGE_BYTES } from '../../src-shared/rpc/index.ts';
import { makeProgramme, missingIn, readProgramme, type Programme } from '../lib/broadcastProgramme.ts';
import { feedFrames } from '../lib/broadcastFeed.ts';
import { addMicrophones, findSource } from '../lib/captureRig.ts';
import { startNginx, startNodeMediaServer } from '../lib/keptServers.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { observeProgram } from '../lib/programs.ts';
import { decode, writeWav } from '../lib/recordings.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';

const KEY = 'skz-7Fq2-live-91be';
const RATE = 48_000;
/** The smallest PNG of one red pixel. */
const RED_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

let dir: string;
let server: SoundServer;
let programme: Programme;
let live: LiveHost;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-broadcast-'));
  [server, programme] = await Promise.all([startPulse(), makeProgramme(dir, 5)]);
  await addMicrophones(server, 'into_studio', ['studio_microphone']);
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  live = await startLiveHost(server.env);
});
afterEach(() => live?.close());

async function addDestination(address: string, key: string | null = KEY): Promise<string> {
  const view = unwrap(
    await live.client.call('broadcast.saveDestination', {
      id: null,
      platform: 'custom',
      name: `At ${address}`,
      address,
      watchLink: null,
      catchesUp: true,
      isEnabled: true,
    }),
  );
  const { id } = view.destinations.at(-1) ?? { id: '' };
  if (key !== null) unwrap(await live.client.call('broadcast.saveKey', { id, key }));
  return id;
}

const start = () =>
  live.client.call('broadcast.start', {
    title: 'Evening show',
    description: 'With a guest',
    quality: '720p30',
    avcConfig: programme.format.video.avcConfig.toString('base64'),
  });

/** Sends the frames as a page does that encodes them now. */
async function sendVideo(): Promise<typeof programme.packets> {
  const frames = programme.packets.filter(({ kind }) => kind === 'video');
  await feedFrames(live.client, programme, { feed: 1, seconds: Infinity });
  return frames;
}

async function captureTone(): Promise<void> {
  const tone = Float32Array.from(
    { length: RATE * 30 },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / RATE),
  );
  const path = join(dir, 'tone.wav');
  writeWav(path, { sampleRate: RATE, channels: [tone] });
  server.start('paplay', ['-d', 'into_studio', path]);
  const source = await findSource(live.client, 'studio_microphone');
  const denoise = { engine: 'off', sensitivity: 0, reduction: 0 };
  const channels = [{ id: 'c0', name: 'Desk', source, denoise }];
  unwrap(
    await live.client.call('capture.start', {
      setUp: captureSetUpSchema.parse({ version: 1, channels, recording: {} }),
    }),
  );
}

async function loudnessOf(path: string) {
  const { code, stderr } = await observeProgram('ffmpeg', [
    // In the times of the file: on FFmpeg's own grid of frames two that are 33 ms apart may be rounded to one.
    ...[
      '-hide_banner',
      '-nostats',
      '-i',
      path,
      '-enc_time_base:v',
      '-1',
      '-af',
      'volumedetect',
      '-f',
      'null',
      '-',
    ],
  ]);
  const figure = (name: string) =>
    Number(new RegExp(`${name}: (-?[\\d.]+) dB`).exec(stderr)?.[1] ?? -Infinity);
  const errors = stderr.split('\n').filter((line) => /error|invalid/i.test(line));
  return { code, meanDb: figure('mean_volume'), maxDb: figure('max_volume'), errors };
}

/** Three images of nearly 2 MB. */
function largeCollection(): SceneCollection {
  const base64 = Buffer.concat([Buffer.from(RED_PNG, 'base64'), Buffer.alloc(1_900_000)]).toString('base64');
  const image = { type: 'image/png', base64 } as const;
  const items = ['a', 'b', 'c'].map((id) => createItem(id, { kind: 'image', image }));
  const scene = { ...EMPTY_SCENE, items };
  return { name: 'Large', scenes: [{ id: '1', name: 'Scene 1', scene }], transition: { kind: 'cut' } };
}

/** Every file below a folder but those that keep secrets. */
function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith('.secret.json'))
    .map((path) => readFileSync(path, 'latin1'));
}

/** Arguments and environments of every process that can be looked at, but this one's environment. */
function processTexts(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) =>
      ['cmdline', 'environ'].flatMap((name) => {
        try {
          return [readFileSync(`/proc/${id}/${name}`, 'latin1')];
        } catch {
          // It has ended, or is another user's.
          return [];
        }
      }),
    );
}

describe('a broadcast of the host', () => {
  it('has the frames of the page and the sound of the engine, and its key is nowhere', async () => {
    const servers = await Promise.all([startNginx(dir), startNodeMediaServer(join(dir, 'media-server'))]);
    for (const { address } of servers) await addDestination(address);
    await captureTone();
    const views: BroadcastView[] = [];
    live.client.subscribe('broadcast.onChanged', (view) => views.push(view));
    expect(unwrap(await start()).state).toBe('checking');
    await expect.poll(() => views.at(-1)?.state).toBe('live');
    const frames = await sendVideo();
    // Sound has gaps where the machine is busy.
    await expect.poll(() => views.at(-1)?.live?.soundFrom).toBe('engine');
    const running = unwrap(await live.client.call('broadcast.read'));
    expect(running.live).toMatchObject({ title: 'Evening show', soundProblem: null });
    expect((await start()).success).toBe(false);
    const processes = processTexts();
    const certificate = unwrap(await live.client.call('broadcast.stop'));
    expect(certificate).toMatchObject({ framesMade: frames.length });
    expect(certificate.destinations.map(({ grade }) => grade)).toEqual(['green', 'green']);
    for (const { recordings } of servers) {
      await expect.poll(() => missingIn(recordings(), frames)).toEqual([]);
      const { code, meanDb, errors } = await loudnessOf(recordings()[0] ?? '');
      expect({ code, errors }).toEqual({ code: 0, errors: [] });
      expect(meanDb).toBeGreaterThan(-30);
    }
    const diagnostics = unwrap(await live.client.call('diagnostics.read', { withDeviceNames: true }));
    const answers = [certificate, running, diagnostics, views].map((answer) => JSON.stringify(answer));
    for (const text of [...answers, ...textsIn(live.dir), ...processes]) {
      expect(text.includes(KEY)).toBe(false);
    }
  });

  it('keeps scenes, whatever their size, and refuses what is none', async () => {
    const read = () => readBlob((onChunk) => live.client.open('broadcast.readScenes', {}, onChunk));
    expect((await read()).size).toBe(0);
    // More than one message of the host takes.
    const text = exportCollection(largeCollection());
    expect(text.length).toBeGreaterThan(MAX_MESSAGE_BYTES);
    const bytes = new TextEncoder().encode(text);
    unwrap(await live.client.upload('broadcast.saveScenes', { sizeBytes: bytes.length }, [bytes]));
    expect(await (await read()).text()).toBe(text);
    const other = new TextEncoder().encode('{"format":"sounddesk-scenes"}');
    const answer = await live.client.upload('broadcast.saveScenes', { sizeBytes: other.length }, [other]);
    expect(answer).toMatchObject({ success: false, error: { code: 'BAD_OPTION' } });
    expect(await (await read()).text()).toBe(text);
    // Damaged by another program: it is put aside, and there are none.
    const path = join(live.dir, 'data', 'scenes.json');
    writeFileSync(path, '{');
    expect((await read()).size).toBe(0);
    expect(readFileSync(`${path}.bad`, 'utf8')).toBe('{');
  });

  it('mutes and marks while live alone', async () => {
    for (const call of [
      live.client.call('broadcast.setMuted', { isMuted: true }),
      live.client.call('broadcast.addMarker', { label: 'Early' }),
    ])
      expect(await call).toMatchObject({ success: false, error: { code: 'BROADCAST_NOT_RUNNING' } });
    const nginx = await startNginx(dir);
    await addDestination(nginx.address);
    unwrap(await start());
    expect(unwrap(await live.client.call('broadcast.setMuted', { isMuted: true })).live?.isMuted).toBe(true);
    unwrap(await live.client.call('broadcast.setMuted', { isMuted: true }));
    const marker = unwrap(await live.client.call('broadcast.addMarker', { label: ' Here ' }));
    unwrap(await live.client.call('broadcast.setMuted', { isMuted: false }));
    const { events } = unwrap(await live.client.call('broadcast.stop'));
    expect(events).toMatchObject([{ kind: 'muted' }, { kind: 'marker', ...marker }, { kind: 'unmuted' }]);
    expect(marker.label).toBe('Here');
  });

  it('moves the sound against the video by the delay that was set', async () => {
    const nginx = await startNginx(dir);
    await addDestination(nginx.address);
    expect(await live.client.call('broadcast.setSoundDelay', { delayMs: 10 })).toMatchObject({
      error: { code: 'BROADCAST_NOT_RUNNING' },
    });
    unwrap(await start());
    const sendTwo = async (delayMs: number) => {
      unwrap(await live.client.call('broadcast.setSoundDelay', { delayMs }));
      const { nowMs } = unwrap(await live.client.call('video.readClock'));
      const frame = programme.packets.find(({ kind }) => kind === 'video')?.bytes ?? Buffer.of(0);
      const frames = [{ atMs: nowMs, isKey: true, sizeBytes: frame.length }];
      unwrap(await live.client.upload('broadcast.append', { feed: 1, frames }, [frame]));
      return nowMs;
    };
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const firstMs = await sendTwo(0);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const laterMs = await sendTwo(400);
    unwrap(await live.client.call('broadcast.stop'));
    const [one, two] = readProgramme(nginx.recordings()[0] ?? '').packets.filter(
      ({ kind }) => kind === 'video',
    );
    const apartMs = (two?.atMs ?? 0) - (one?.atMs ?? 0);
    expect(Math.abs(apartMs - (laterMs - firstMs - 400))).toBeLessThan(5);
  });

  it('is silent where no sound is captured, and locks its destinations', async () => {
    const nginx = await startNginx(dir);
    const id = await addDestination(nginx.address);
    unwrap(await start());
    const removal = await live.client.call('broadcast.removeDestination', { id });
    expect(removal).toMatchObject({ error: { code: 'BROADCAST_ALREADY_RUNNING' } });
    await sendVideo();
    expect(unwrap(await live.client.call('broadcast.read')).live?.soundFrom).toBe('silence');
    const certificate = unwrap(await live.client.call('broadcast.stop'));
    expect(certificate.destinations[0]).toMatchObject({ grade: 'green', framesSent: 150 });
    const { code, meanDb } = await loudnessOf(nginx.recordings()[0] ?? '');
    expect(code).toBe(0);
    expect(meanDb).toBeLessThan(-80);
    expect(unwrap(await live.client.call('broadcast.removeDestination', { id })).destinations).toEqual([]);
  });
});

/**
 * Where samples that count from 0 to 29,999, and to 17,999 before the file's end, do not follow each other. A stretch in
 * which the broadcast had silence, since no sound of the engine had come, is silent in the track.
 */
function followRamp(places: number[]) {
  const leaps: number[][] = [];
  let heard = 0;
  for (let at = 0; at + 1 < places.length; at += 1) {
    const [place = 0, next = 0] = places.slice(at, at + 2);
    if (next === 0) {
      let end = at + 1;
      while (places[end] === 0) end += 1;
      if (end - at > RATE / 100) {
        at = end - 1;
        continue;
      }
    }
    heard += 1;
    const isRight = next === place + 1 || (next === 0 && (place === 29_999 || place === 17_999));
    if (!isRight) leaps.push([at, place, next]);
  }
  return { leaps, heard };
}

describe('sound files', () => {
  const addSound = (name: string, bytes: Uint8Array, sizeBytes = bytes.length) =>
    live.client.upload('broadcastSounds.add', { name, sizeBytes }, [bytes]);
  const kept = () => readdirSync(join(live.dir, 'data', 'broadcast-sounds'));

  it('are in the stream at their level, on a loop, and say where they are', async () => {
    const nginx = await startNginx(dir);
    await addDestination(nginx.address);
    const tone = Float32Array.from(
      { length: RATE },
      (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / RATE),
    );
    const path = join(dir, 'music.wav');
    writeWav(path, { sampleRate: RATE, channels: [tone, tone] });
    const [added] = unwrap(await addSound('music.wav', readFileSync(path)));
    expect(added).toMatchObject({ name: 'music.wav', durationSec: 1, isPlaying: true, positionSec: null });
    const [quiet] = unwrap(await addSound('quiet.wav', readFileSync(path)));
    unwrap(await live.client.call('broadcastSounds.remove', { id: quiet?.id ?? '' }));
    const id = unwrap(await live.client.call('broadcastSounds.list'))[0]?.id ?? '';
    const playing = { id, levelDb: -12, isPlaying: true, isLooped: true };
    unwrap(await live.client.call('broadcastSounds.change', playing));
    unwrap(await start());
    const now = async () => unwrap(await live.client.call('broadcastSounds.list'))[0];
    await expect.poll(async () => (await now())?.positionSec, { timeout: 60_000 }).toBeGreaterThan(0);
    await sendVideo();
    expect((await now())?.positionSec).toBeLessThanOrEqual(1);
    expect((await now())?.problem).toBeNull();
    unwrap(await live.client.call('broadcast.stop'));
    const { code, maxDb, errors } = await loudnessOf(nginx.recordings()[0] ?? '');
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    // 0.3 are -10.5 dB, and 12 dB less are played.
    expect(Math.abs(maxDb + 22.5)).toBeLessThan(1);
    unwrap(await live.client.call('broadcastSounds.remove', { id }));
    expect(kept()).toEqual([]);
  });

  it('are tracks of the take beside it, sample by sample, where that is asked for', async () => {
    const nginx = await startNginx(dir);
    await addDestination(nginx.address);
    await captureTone();
    // Each sample says where in the file it is.
    const ramp = Float32Array.from({ length: RATE }, (_, at) => (at % 30_000) / 32_768);
    const path = join(dir, 'ramp.wav');
    writeWav(path, { sampleRate: RATE, channels: [ramp, ramp] });
    for (const name of ['ramp.wav', 'paused.wav']) unwrap(await addSound(name, readFileSync(path)));
    const [loud, paused] = unwrap(await live.client.call('broadcastSounds.list'));
    const playing = { levelDb: -12, isLooped: true };
    const change = (id = '', isPlaying = true) =>
      live.client.call('broadcastSounds.change', { ...playing, id, isPlaying });
    unwrap(await change(loud?.id));
    unwrap(await change(paused?.id, false));
    unwrap(await start());
    const position = async () => unwrap(await live.client.call('broadcastSounds.list'))[0]?.positionSec;
    await expect.poll(position, { timeout: 60_000 }).toBeGreaterThan(0);
    const record = async (soundFiles: boolean) => {
      const sound = { of: 'channels', soundFiles } as const;
      unwrap(await live.client.call('recording.start', { name: null, sound, sources: [] }));
      const recorded = async () =>
        unwrap(await live.client.call('recording.readState')).take?.progress?.recordedSec;
      await expect.poll(recorded, { timeout: 60_000 }).toBeGreaterThan(3);
      const { id = '' } = unwrap(await live.client.call('recording.stop')).lastTake ?? {};
      const folder = unwrap(await live.client.call('takes.locate', { id, what: 'take' }));
      const { document } = unwrap(await live.client.call('takes.read', { id }));
      return { folder, tracks: document?.tracks ?? [] };
    };
    const { folder, tracks } = await record(true);
    expect((await record(false)).tracks.map(({ kind }) => kind)).not.toContain('played');
    unwrap(await live.client.call('broadcast.stop'));
    const played = tracks.filter(({ kind }) => kind === 'played');
    expect(played.map(({ name, gapCount, missingFrames }) => [name, gapCount, missingFrames])).toEqual([
      ['ramp.wav', 0, 0],
      ['paused.wav', 0, 0],
    ]);
    expect(new Set(tracks.map(({ framesWritten }) => framesWritten)).size).toBe(1);
    const places = decode(join(folder, played[0]?.file ?? '')).channels.map((samples) =>
      Array.from(samples, (sample) => sample * 32_768),
    );
    expect(places[0]).toEqual(places[1]);
    const { leaps, heard } = followRamp(places[0] ?? []);
    expect(leaps).toEqual([]);
    expect(heard).toBeGreaterThan(RATE);
    expect(decode(join(folder, played[1]?.file ?? '')).channels[0]?.every((sample) => sample === 0)).toBe(
      true,
    );
  });

  it('are refused where they cannot be played, and nothing of them is kept', async () => {
    const words = new TextEncoder().encode('no sound at all');
    const refused = (code: string) => ({ success: false, error: { code } });
    expect(await addSound('notes.mp3', words)).toMatchObject(refused('FILE_UNREADABLE'));
    expect(await addSound('empty.mp3', new Uint8Array())).toMatchObject(refused('FILE_EMPTY'));
    expect(await addSound('more.mp3', words, 5)).toMatchObject(refused('BAD_INPUT'));
    expect(await addSound('less.mp3', words, 500)).toMatchObject(refused('BAD_INPUT'));
    const list = new TextEncoder().encode('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n');
    expect(await addSound('list.m3u8', list)).toMatchObject(refused('FILE_UNREADABLE'));
    expect(kept()).toEqual([]);
    expect(unwrap(await live.client.call('broadcastSounds.list'))).toEqual([]);
    expect(await live.client.call('broadcastSounds.restart', { id: 'none' })).toMatchObject(
      refused('BAD_OPTION'),
    );
  });
});

describe('a broadcast that cannot begin', () => {
  it('says why', async () => {
    expect(await start()).toMatchObject({
      error: { code: 'BAD_OPTION', message: 'No destination is on. Add one, or turn one on.' },
    });
    await addDestination('rtmp://127.0.0.1:9/live', null);
    expect(await start()).toMatchObject({
      error: { message: expect.stringContaining('has no stream key') as string },
    });
    const address = 'https://example.com/live';
    const refused = await live.client.call('broadcast.saveDestination', {
      id: null,
      platform: 'custom',
      name: 'Web',
      address,
      watchLink: null,
      catchesUp: true,
      isEnabled: true,
    });
    expect(refused).toMatchObject({ error: { code: 'BAD_INPUT' } });
    expect(await live.client.call('broadcast.stop')).toMatchObject({
      error: { code: 'BROADCAST_NOT_RUNNING' },
    });
  });

  it('is no part of the Essential plan', async () => {
    await live.close();
    live = await startLiveHost(server.env, 'essential');
    await addDestination('rtmp://127.0.0.1:9/live');
    expect(await start()).toMatchObject({ error: { code: 'PLAN_LIMIT' } });
  });
});
