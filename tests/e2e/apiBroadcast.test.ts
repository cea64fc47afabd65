/** Another program goes live: the page that is open composes and encodes, a real server of RTMP receives. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSoundDesk } from '../../clients/typescript/sounddesk.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { exportCollection } from '../../src-shared/domain/broadcast/sceneCollection.ts';
import { findFreePort } from '../lib/apiHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { runProgram } from '../lib/programs.ts';
import { startNginx, type RtmpServer } from '../lib/rtmpServers.ts';

const LONG = { timeout: 60_000 };
const RED = [200, 0, 0];
const BLUE = [0, 0, 200];

let dir: string;
let browser: Browser;
let live: LiveHost;
let server: RtmpServer;
let program: ReturnType<typeof createSoundDesk>;
let destinations: string[];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-api-live-'));
  [browser, server, live] = await Promise.all([
    launchHeadlessShell(),
    startNginx(dir),
    startLiveHost({ ...process.env, JACK_NO_START_SERVER: '1' }),
  ]);
  await addDestination('Archive', 'rtmp://127.0.0.1:9/live');
  await addDestination('Hall', server.address);
  await saveScene();
  const port = await findFreePort();
  unwrap(await live.client.call('api.setServer', { isOn: true, port }));
  const scopes = ['read', 'control'] as const;
  const { key } = unwrap(
    await live.client.call('api.createKey', { name: 'Deck', scopes: [...scopes], validDays: null }),
  );
  program = createSoundDesk({ key, url: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await browser?.close();
  await live?.close();
  await server?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function addDestination(name: string, address: string): Promise<void> {
  const fields = { platform: 'custom', name, address, watchLink: null, catchesUp: false, isEnabled: true };
  const view = unwrap(
    await live.client.call('broadcast.saveDestination', { id: null, ...fields, platform: 'custom' }),
  );
  destinations = view.destinations.map(({ id }) => id);
  unwrap(await live.client.call('broadcast.saveKey', { id: destinations.at(-1) ?? '', key: 'sk-live-1' }));
}

async function saveScene(): Promise<void> {
  const text = exportCollection({
    name: 'Show',
    scenes: [
      { id: 'red', name: 'Red wall', scene: { background: '#c80000', items: [] } },
      { id: 'blue', name: 'Blue wall', scene: { background: '#0000c8', items: [] } },
    ],
    transition: { kind: 'cut' },
  });
  const bytes = new TextEncoder().encode(text);
  unwrap(await live.client.upload('broadcast.saveScenes', { sizeBytes: bytes.length }, [bytes]));
}

/** The middle of the film, ten times a second. */
async function colorsOf(path: string): Promise<number[][]> {
  const filters = 'fps=10,crop=16:16,scale=1:1,format=rgb24';
  const decode = `ffmpeg -v error -i "$0" -vf ${filters} -f rawvideo - | od -An -v -tu1 -w3`;
  const text = await runProgram('sh', ['-c', decode, path]);
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
}

const isLike = (color: number[], wanted: number[]) =>
  wanted.every((value, index) => Math.abs(value - (color[index] ?? 0)) < 24);

describe('a program', () => {
  it('sees which scenes there are, and why it cannot go live', async () => {
    expect((await program.listScenes()).items).toEqual([
      { id: 'red', name: 'Red wall' },
      { id: 'blue', name: 'Blue wall' },
    ]);
    const start = (body: object) =>
      program.goLive({ body: { title: 'Show', destinations, ...body } }).catch((error: unknown) => error);
    expect(await start({ sceneId: 'green' })).toMatchObject({ problem: { code: 'NOT_FOUND' } });
    expect(await start({ destinations: ['x'] })).toMatchObject({
      problem: { code: 'DESTINATION_NOT_FOUND' },
    });
    expect(await start({})).toMatchObject({ problem: { status: 422, code: 'UNSUPPORTED' } });
    const show = program.showScene({ body: { sceneId: 'red' } });
    await expect(show).rejects.toMatchObject({ problem: { status: 409, code: 'BROADCAST_NOT_RUNNING' } });
  });

  it('goes live at one destination with a scene, shows another one, marks it and ends it', async () => {
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Live Broadcast' }).click();
    await page.getByRole('heading', { name: 'Scenes' }).waitFor();
    const [, hall = ''] = destinations;
    const started = await program.goLive({
      body: { title: 'Evening show', destinations: [hall], sceneId: 'red', quality: '720p30' },
    });
    expect(started).toMatchObject({ platforms: [{ name: 'custom' }] });
    await page.getByRole('button', { name: 'End Stream' }).waitFor(LONG);
    const stateOf = async () =>
      (await program.readBroadcast()).destinations.map(({ health }) => health?.state ?? null);
    await expect.poll(stateOf, LONG).toEqual([null, 'live']);
    expect((await program.readBroadcast()).live).toMatchObject({ title: 'Evening show', quality: '720p30' });
    const sent = async () => (await program.readBroadcast()).destinations[1]?.health?.framesSent ?? 0;
    await expect.poll(sent, LONG).toBeGreaterThan(60);
    expect(await program.markBroadcast({ body: { label: 'Best part' } })).toMatchObject({
      label: 'Best part',
    });
    const green = program.showScene({ body: { sceneId: 'green' } });
    await expect(green).rejects.toMatchObject({ problem: { status: 404, code: 'NOT_FOUND' } });
    // Whatever the person at the page looks at.
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('button', { name: 'End Stream' }).waitFor({ state: 'detached' });
    const blue = { sceneId: 'blue', transition: { kind: 'cut' as const } };
    expect(await program.showScene({ body: blue })).toEqual({ sceneId: 'blue' });
    const sentBefore = await sent();
    await expect.poll(sent, LONG).toBeGreaterThan(sentBefore + 60);
    await page.getByRole('link', { name: 'Live Broadcast' }).click();
    await page.getByRole('button', { name: /Blue wall In the program$/ }).waitFor(LONG);
    const again = await program
      .goLive({ body: { title: 'Twice', destinations: [hall] } })
      .catch((error: unknown) => error);
    expect(again).toMatchObject({ problem: { status: 409, code: 'BROADCAST_ALREADY_RUNNING' } });
    const certificate = await program.stopBroadcast();
    expect(certificate.destinations).toMatchObject([{ id: hall }]);
    expect(certificate.events).toMatchObject([{ label: 'Best part' }]);
    await page.getByRole('button', { name: 'Go Live' }).waitFor(LONG);
    expect((await program.readBroadcast()).live).toBeNull();
    await expect.poll(() => server.recordings().length, LONG).toBe(1);
    const colors = await colorsOf(server.recordings()[0] ?? '');
    const at = colors.findIndex((color) => isLike(color, BLUE));
    expect(at, JSON.stringify(colors)).toBeGreaterThan(0);
    expect(colors.slice(0, at).every((color) => isLike(color, RED))).toBe(true);
    expect(colors.slice(at).every((color) => isLike(color, BLUE))).toBe(true);
  });
});
