import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createFanOut,
  openPublisher,
  type DestinationTarget,
} from '../../src-main/services/broadcast/index.ts';
import { parseIngestAddress } from '../../src-shared/domain/broadcast/address.ts';
import {
  makeProgramme,
  makeStillProgramme,
  missingIn,
  playProgramme,
  readProgramme,
  withoutFiller,
  type Programme,
} from '../lib/broadcastProgramme.ts';
import { observeProgram, runProgram } from '../lib/programs.ts';
import { startNginx, startNodeMediaServer, startTlsFront } from '../lib/keptServers.ts';
import { freePort, makeCertificate, type RtmpServer } from '../lib/rtmpServers.ts';

const KEY = 'live-4f1c9a7e2b';

let dir: string;
let programme: Programme;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-broadcast-'));
  programme = await makeProgramme(dir, 14);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function target(address: string, more: Partial<DestinationTarget> = {}): DestinationTarget {
  const parsed = parseIngestAddress(address);
  if (!('address' in parsed)) throw new Error(`${address}: ${parsed.problem}`);
  return { id: address, address: parsed.address, key: KEY, catchesUp: true, ...more };
}

function openFanOut(targets: DestinationTarget[], { format }: Pick<Programme, 'format'> = programme) {
  const states: string[] = [];
  const fanOut = createFanOut({
    format,
    targets,
    nowMs: () => performance.now(),
    open: openPublisher,
    onStateChanged: ({ id, state }) => states.push(`${id} ${state}`),
  });
  onTestFinished(async () => void (await fanOut.end()));
  const healthOf = (id: string) => fanOut.health.find((health) => health.id === id);
  const stateOf = (id: string) => healthOf(id)?.state;
  return { fanOut, states, healthOf, stateOf };
}

const firstSeconds = (seconds: number) => programme.packets.filter(({ atMs }) => atMs < seconds * 1000);

/** Decodes all of it, and says what it is. */
async function inspect(path: string) {
  const { code, stderr } = await observeProgram('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-']);
  const shown = await runProgram('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-of', 'json', '-show_entries'],
    ...['stream=codec_name,width,height,color_space,color_primaries,color_transfer', path],
  ]);
  const times = readProgramme(path).packets.flatMap(({ kind, atMs }) => (kind === 'video' ? [atMs] : []));
  const steps = new Set(times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0)));
  return {
    code,
    stderr,
    steps: [...steps].sort(),
    ...(JSON.parse(shown) as { streams: Record<string, unknown>[] }).streams[0],
  };
}

/** Of video, in whole seconds after the first. */
function kbpsBySecond(path: string): number[] {
  const seconds: number[] = [];
  for (const { kind, atMs, bytes } of readProgramme(path).packets) {
    const second = Math.floor(atMs / 1000);
    if (kind === 'video') seconds[second] = (seconds[second] ?? 0) + (bytes.length * 8) / 1000;
  }
  return seconds.slice(1);
}

/** What a decoder makes of it. */
async function hashFrames(path: string): Promise<string> {
  return await runProgram('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-map', '0:v', '-f', 'md5', '-']);
}

describe('a broadcast', () => {
  it('arrives whole at nginx and at node-media-server, by RTMP and by RTMPS', async () => {
    const tls = await makeCertificate(dir);
    const servers = await Promise.all([
      startNginx(dir),
      startNodeMediaServer(join(dir, 'plain')),
      startNodeMediaServer(join(dir, 'secure'), tls),
      startNginx(dir),
    ]);
    const addresses = servers.map(({ address }) => address);
    addresses[3] = await startTlsFront(servers[3], tls);
    const ca = readFileSync(tls.cert, 'utf8');
    const { fanOut, states } = openFanOut(addresses.map((address) => target(address, { ca })));
    const packets = firstSeconds(4);
    await playProgramme(packets, fanOut.push);
    const ended = await fanOut.end();
    for (const [index, server] of servers.entries()) {
      const id = addresses[index] ?? '';
      expect(states.filter((line) => line.startsWith(id))).toEqual(
        ['connecting', 'live', 'ended'].map((state) => `${id} ${state}`),
      );
      await expect.poll(() => missingIn(server.recordings(), packets)).toEqual([]);
      const [recording = ''] = server.recordings();
      expect(await inspect(recording)).toEqual({
        code: 0,
        stderr: '',
        codec_name: 'h264',
        width: 640,
        height: 360,
        // Thirty a second, in whole milliseconds.
        steps: [33, 34],
        color_space: 'bt709',
        color_primaries: 'bt709',
        color_transfer: 'bt709',
      });
    }
    const acknowledged = ended.map(({ framesAcknowledged }) => framesAcknowledged);
    // nginx confirms what it receives, node-media-server nothing at all.
    expect(acknowledged.map((frames) => frames !== null)).toEqual([true, false, false, true]);
    expect(ended.map(({ framesSent }) => framesSent)).toEqual([120, 120, 120, 120]);
    expect(JSON.stringify([ended, states])).not.toContain(KEY);
  });

  it('has the same rate all the time where that is asked for, and what is added harms no decoder', async () => {
    const still = await makeStillProgramme(dir, 5);
    const servers = await Promise.all([
      startNginx(dir),
      startNodeMediaServer(join(dir, 'filled')),
      startNginx(dir),
    ]);
    const [filled, also, plain] = servers;
    const { fanOut } = openFanOut(
      [
        target(filled.address, { isConstantRate: true }),
        target(also.address, { isConstantRate: true }),
        target(plain.address),
      ],
      still,
    );
    await playProgramme(still.packets, fanOut.push);
    const ended = await fanOut.end();
    expect(ended.map(({ groupsSkipped, packetsLost }) => groupsSkipped + packetsLost)).toEqual([0, 0, 0]);
    await expect.poll(() => missingIn(plain.recordings(), still.packets)).toEqual([]);
    const [unfilled = ''] = plain.recordings();
    for (const server of [filled, also]) {
      const [path = ''] = server.recordings();
      await expect.poll(() => readProgramme(path).packets.length).toBe(still.packets.length);
      for (const kbps of kbpsBySecond(path)) expect(Math.abs(kbps / 1000 - 1)).toBeLessThan(0.03);
      expect(await inspect(path)).toMatchObject({ code: 0, stderr: '', color_space: 'bt709' });
      expect(await hashFrames(path)).toBe(await hashFrames(unfilled));
      const sent = still.packets.filter(({ kind }) => kind === 'video').map(({ bytes }) => bytes);
      const got = readProgramme(path).packets.filter(({ kind }) => kind === 'video');
      expect(got.every(({ bytes }, index) => sent[index]?.equals(withoutFiller(bytes)))).toBe(true);
    }
    expect(Math.max(...kbpsBySecond(unfilled))).toBeLessThan(500);
  });

  it('loses nothing anywhere while one server is killed and another stands still', async () => {
    const [healthy, killed, paused, silent] = await Promise.all([
      startNginx(dir),
      startNginx(dir),
      startNginx(dir),
      startNodeMediaServer(join(dir, 'healthy')),
    ]);
    const all = [healthy, killed, paused, silent];
    const { fanOut, states, healthOf, stateOf } = openFanOut(all.map(({ address }) => target(address)));
    await playProgramme(programme.packets, fanOut.push, {
      3: async () => {
        paused.pause();
        await killed.kill();
      },
      7: async () => {
        paused.resume();
        await killed.restart();
      },
    });
    for (const { address } of all) await expect.poll(() => stateOf(address)).toBe('live');
    await expect.poll(() => healthOf(killed.address)?.behindMs).toBe(0);
    await expect.poll(() => healthOf(paused.address)?.behindMs).toBe(0);
    const ended = await fanOut.end();
    for (const { recordings } of all) {
      await expect.poll(() => missingIn(recordings(), programme.packets)).toEqual([]);
    }
    for (const { address } of [healthy, silent]) {
      expect(states.filter((line) => line.startsWith(address))).not.toContain(`${address} reconnecting`);
    }
    const outageOf = ({ address }: RtmpServer) => ended.find(({ id }) => id === address)?.outages[0]?.failure;
    expect([outageOf(killed), outageOf(paused)]).toEqual(['closed', 'stalled']);
  });

  it('ends while a server stands still', async () => {
    const [healthy, paused] = await Promise.all([startNginx(dir), startNginx(dir)]);
    const { fanOut, stateOf } = openFanOut([target(healthy.address), target(paused.address)]);
    await expect.poll(() => stateOf(paused.address)).toBe('live');
    await playProgramme(firstSeconds(1), fanOut.push, { 0.5: () => paused.pause() });
    await fanOut.end();
    expect([stateOf(healthy.address), stateOf(paused.address)]).toEqual(['ended', 'ended']);
    await expect.poll(() => missingIn(healthy.recordings(), firstSeconds(1))).toEqual([]);
  });
});

describe('a destination that does not take the broadcast', () => {
  it('is refused where its certificate is not to be trusted, and may have another key where it closes', async () => {
    const tls = await makeCertificate(dir);
    const [nginx, secure] = await Promise.all([
      startNginx(dir),
      startNodeMediaServer(join(dir, 'untrusted'), tls),
    ]);
    const closed = nginx.address.replace(/live$/, 'closed');
    const { healthOf, stateOf } = openFanOut([target(closed), target(secure.address)]);
    await expect.poll(() => stateOf(secure.address)).toBe('refused');
    await expect
      .poll(() => healthOf(closed)?.reason)
      .toEqual({
        failure: 'closed',
        message: 'The server closed the connection right after the start. Check the stream key.',
      });
    expect(healthOf(secure.address)?.reason).toMatchObject({
      failure: 'untrusted',
      message: expect.stringContaining('certificate is not trusted') as string,
    });
  });

  it('is tried again where nobody answers, or something else does', async () => {
    const web = createServer((_, response) => void response.end('no'));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void web.close());
    const other = `rtmp://127.0.0.1:${(web.address() as AddressInfo).port}/live`;
    const nobody = `rtmp://127.0.0.1:${await freePort()}/live`;
    const { healthOf } = openFanOut([target(other), target(nobody)]);
    await expect.poll(() => healthOf(other)?.reason?.failure).toMatch(/protocol|closed/);
    await expect
      .poll(() => healthOf(nobody)?.reason)
      .toEqual({
        failure: 'unreachable',
        message: 'The server takes no connection on this port.',
      });
  });

  it('that has the stream already is tried again until it is free', async () => {
    const nginx = await startNginx(dir);
    const first = openFanOut([target(nginx.address)]);
    await expect.poll(() => first.stateOf(nginx.address)).toBe('live');
    const second = openFanOut([target(nginx.address)]);
    await expect.poll(() => second.healthOf(nginx.address)?.reason?.failure).toBe('alreadyPublishing');
    await first.fanOut.end();
    await expect.poll(() => second.stateOf(nginx.address)).toBe('live');
  });
});
