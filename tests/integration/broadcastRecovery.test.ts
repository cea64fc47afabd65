/** What a broadcast does when who makes it is gone: the page, and the host. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { addServer, feedFrames, startBroadcast } from '../lib/broadcastFeed.ts';
import { makeProgramme, readProgramme, type Programme } from '../lib/broadcastProgramme.ts';
import { connectToHost } from '../lib/hostClient.ts';
import { startNginx } from '../lib/keptServers.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { startOwnHost } from '../lib/ownHost.ts';
import { mountSmallDisk } from '../lib/smallDisk.ts';
import { observeProgram } from '../lib/programs.ts';

const KEY = 'rcv-2b7d-live-40fe';
const LONG = { timeout: 20_000 };

let dir: string;
let programme: Programme;
/** Of a page that encodes otherwise: another size. */
let other: Programme;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-broadcast-'));
  programme = await makeProgramme(dir, 6);
  other = await makeProgramme(dir, 3, 1000, { width: 480, height: 270, fps: 30 });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function openHost(at: string) {
  const host = await startOwnHost(at, {});
  const client = connectToHost(host);
  onTestFinished(async () => {
    client.close();
    host.child.kill('SIGKILL');
    await host.ended;
  });
  const read = async () => unwrap(await client.call('broadcast.read'));
  return { ...host, client, read };
}

async function openLicensed() {
  const at = mkdtempSync(join(dir, 'host-'));
  await giveTrial(join(at, '.data'));
  return { at, host: await openHost(at) };
}

const videoOf = (path: string) => readProgramme(path).packets.filter(({ kind }) => kind === 'video');

describe('a page that is gone', () => {
  it('leaves its last frame at every server, and another page with another encoder continues', async () => {
    const nginx = await startNginx(dir);
    const { host } = await openLicensed();
    const { client } = host;
    const id = await addServer(client, nginx.address, KEY);
    unwrap(await startBroadcast(client, programme));
    await feedFrames(client, programme, { feed: 1, seconds: 3 });
    await expect.poll(async () => (await host.read()).live?.framesHeld, LONG).toBeGreaterThan(8);
    const held = await host.read();
    expect(held.live?.feed).toBe(1);
    expect(held.live?.framesMade).toBeGreaterThan(60);
    expect(held.destinations.find((one) => one.id === id)?.health?.state).toBe('live');

    const avcConfig = other.format.video.avcConfig.toString('base64');
    expect(unwrap(await client.call('broadcast.resume', { avcConfig })).live?.feed).toBe(2);
    const late = client.upload('broadcast.append', { feed: 1, frames: [] }, []);
    expect(await late).toMatchObject({ error: { code: 'BROADCAST_NOT_RUNNING' } });
    await feedFrames(client, other, { feed: 2, seconds: 2 });
    const certificate = unwrap(await client.call('broadcast.stop'));
    expect(certificate.framesMade).toBeGreaterThan((held.live?.framesMade ?? 0) + 30);
    expect(certificate.destinations).toMatchObject([
      { grade: 'green', framesSent: certificate.framesMade + certificate.framesHeld, outages: [] },
    ]);

    const [path = ''] = nginx.recordings();
    const frames = videoOf(path);
    const gaps = frames.slice(1).map(({ atMs }, index) => atMs - (frames[index]?.atMs ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(3000);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    const sizes = await observeProgram('ffmpeg', [
      ...['-hide_banner', '-nostats', '-v', 'info', '-xerror', '-i', path, '-vf', 'showinfo'],
      // In the times of the file: on FFmpeg's own grid of frames two that are 33 ms apart may be rounded to one.
      ...['-enc_time_base:v', '-1', '-f', 'null', '-'],
    ]);
    expect(sizes.code).toBe(0);
    expect(sizes.stderr).toMatch(/ s:640x360 /);
    expect(sizes.stderr).toMatch(/ s:480x270 /);
    expect(sizes.stderr).not.toMatch(/error|invalid|concealing|corrupt/i);
  });

  it('leaves the slate that it has encoded; if it comes back, it is asked for a key frame', async () => {
    const { host } = await openLicensed();
    const { client } = host;
    const nginx = await startNginx(dir);
    await addServer(client, nginx.address, KEY);
    unwrap(await startBroadcast(client, programme));
    const [key, next] = other.packets.flatMap(({ kind, bytes }) => (kind === 'video' ? [bytes] : []));
    const slate = [other.format.video.avcConfig, key, next].map((bytes) => bytes ?? Buffer.of(0));
    const sizes = slate.map(({ length }) => length);
    expect(await client.upload('broadcast.setSlate', { feed: 7, sizes }, slate)).toMatchObject({
      error: { code: 'BROADCAST_NOT_RUNNING' },
    });
    unwrap(await client.upload('broadcast.setSlate', { feed: 1, sizes }, slate));
    await feedFrames(client, programme, { feed: 1, seconds: 1 });
    await expect.poll(async () => (await host.read()).live?.framesHeld, LONG).toBeGreaterThan(0);
    const { nowMs } = unwrap(await client.call('video.readClock'));
    const inter =
      programme.packets.find(({ kind, isKey }) => kind === 'video' && !isKey)?.bytes ?? Buffer.of(0);
    const frames = [{ atMs: nowMs, isKey: false, sizeBytes: inter.length }];
    const answer = unwrap(await client.upload('broadcast.append', { feed: 1, frames }, [inter]));
    expect(answer.wantsKey).toBe(true);
    unwrap(await client.call('broadcast.stop'));
    const [path = ''] = nginx.recordings();
    expect(videoOf(path).some(({ bytes }) => key?.equals(bytes))).toBe(true);
  });
});

describe('a disk that is full', () => {
  it('ends the take beside the broadcast, with its reason, and the broadcast continues', async ({ skip }) => {
    const at = mkdtempSync(join(dir, 'host-'));
    const disk = mountSmallDisk(join(at, '.data'), 16);
    if (!disk) return skip('nobody may mount a disk here');
    onTestFinished(() => disk.remove());
    await giveTrial(join(at, '.data'));
    const { client, read } = await openHost(at);
    await addServer(client, (await startNginx(dir)).address, KEY);
    unwrap(await startBroadcast(client, programme));
    unwrap(
      await client.call('recording.start', {
        name: 'Evening show',
        sound: { of: 'screen', microphone: false, system: false },
        sources: [{ id: 'broadcast.programme', kind: 'screen', name: 'Programme' }],
      }),
    );
    const { video } = programme.format;
    const { trackId } = unwrap(
      await client.call('video.addTrack', {
        sourceId: 'broadcast.programme',
        kind: 'screen',
        name: 'Programme',
        source: 'programme',
        codec: 'avc1',
        codecPrivate: video.avcConfig.toString('base64'),
        bubble: null,
        width: video.width,
        height: video.height,
        fps: video.fps,
      }),
    );
    await feedFrames(client, programme, { feed: 1, seconds: 1, trackId });
    disk.fillTo(0);
    await feedFrames(client, programme, { feed: 1, seconds: 3, trackId });
    const state = async () => unwrap(await client.call('recording.readState'));
    await expect.poll(async () => (await state()).lastTake?.code, LONG).toBe('DISK_FULL');
    expect((await state()).lastTake?.message).toMatch(/full/);
    const before = (await read()).live?.framesMade ?? 0;
    await feedFrames(client, programme, { feed: 1, seconds: 1 });
    expect((await read()).live?.framesMade).toBeGreaterThan(before);
    const certificate = unwrap(await client.call('broadcast.stop'));
    expect(certificate.destinations).toMatchObject([{ grade: 'green', outages: [] }]);
  });
});

describe('a host that was killed', () => {
  it('offers what was live, without its key, and resumes it at the same servers', async () => {
    const nginx = await startNginx(dir);
    const { at, host } = await openLicensed();
    await addServer(host.client, nginx.address, KEY);
    unwrap(await startBroadcast(host.client, programme));
    await feedFrames(host.client, programme, { feed: 1, seconds: 1 });
    host.child.kill('SIGKILL');
    await host.ended;
    const noted = readFileSync(join(at, '.data', 'broadcast.json'), 'utf8');
    expect(noted).not.toContain(KEY);

    const next = await openHost(at);
    const { interrupted, state, live } = await next.read();
    expect({ state, live }).toEqual({ state: 'idle', live: null });
    expect(interrupted).toMatchObject({
      title: 'Evening show',
      description: 'With a guest',
      quality: '720p30',
      destinations: [`At ${nginx.address}`],
    });
    const resumed = unwrap(await startBroadcast(next.client, programme));
    expect(resumed.interrupted).toBeNull();
    await feedFrames(next.client, programme, { feed: 1, seconds: 2 });
    await expect.poll(async () => (await next.read()).state, LONG).toBe('live');
    unwrap(await next.client.call('broadcast.stop'));
    expect((await next.read()).interrupted).toBeNull();
    expect(readdirSync(join(at, '.data'))).not.toContain('broadcast.json');
    expect(nginx.recordings().length).toBe(2);
  });

  it('forgets it where nobody wants it', async () => {
    const { at, host } = await openLicensed();
    await addServer(host.client, 'rtmp://127.0.0.1:9/live', KEY);
    unwrap(await startBroadcast(host.client, programme));
    expect(await host.client.call('broadcast.forgetInterrupted')).toMatchObject({
      error: { code: 'BROADCAST_ALREADY_RUNNING' },
    });
    host.child.kill('SIGKILL');
    await host.ended;
    const next = await openHost(at);
    expect(unwrap(await next.client.call('broadcast.forgetInterrupted')).interrupted).toBeNull();
    expect(readdirSync(join(at, '.data'))).not.toContain('broadcast.json');
  });
});
