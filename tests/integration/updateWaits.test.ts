import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signRelease } from '../../scripts/release/channelFiles.mjs';
import { makeReleaseKey, publicPartOf } from '../../scripts/release/releaseKey.mjs';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';

const BYTES = Buffer.from('the next SoundDesk');
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-update-'));
const done: string[] = [];
let server: Server;
let live: LiveHost;

beforeAll(async () => {
  const key = await makeReleaseKey('2026');
  const file = {
    name: 'next.AppImage',
    sizeBytes: BYTES.length,
    sha512: createHash('sha512').update(BYTES).digest('base64'),
  };
  const system = ({ darwin: 'mac', win32: 'windows' } as const)[process.platform as 'darwin'] ?? 'linux';
  const release = { channel: 'stable', system, version: '99.0.0', files: [file], stagingPercentage: 100 };
  const token = await signRelease(release, key);
  server = createServer((_, response) => response.end(token));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  live = await startLiveHost(process.env, undefined, {
    updates: {
      publisher: { url, keys: [publicPartOf(key)] },
      updateProgram: {
        download: () => {
          const place = path.join(dir, file.name);
          writeFileSync(place, BYTES);
          return Promise.resolve(place);
        },
        quit: () => void done.push('quit'),
        install: () => void done.push('install'),
      },
    },
  });
});
afterAll(async () => {
  await live?.close();
  server?.close();
  rmSync(dir, { recursive: true, force: true });
});

const step = async () => unwrap(await live.client.call('updates.read')).install;

it('an update that is offered during a recording is installed after it', async () => {
  unwrap(await live.client.call('updates.check'));
  expect(await step()).toEqual({ step: 'offered', version: '99.0.0' });
  unwrap(await live.client.call('updates.download'));
  await expect.poll(async () => (await step()).step).toBe('ready');
  // Frames of a page alone: no sound server is asked.
  const source = { id: 'camera', kind: 'video' as const, name: 'Camera' };
  unwrap(
    await live.client.call('recording.start', {
      name: null,
      sound: { of: 'screen', microphone: false, system: false },
      sources: [source],
    }),
  );
  unwrap(await live.client.call('updates.install'));
  expect(await step()).toMatchObject({ step: 'ready', isWanted: true, waitsFor: 'recording' });
  expect(live.host.core.installPending()).toBe(false);
  expect(done).toEqual([]);
  await live.client.call('recording.stop');
  await expect.poll(() => done).toEqual(['quit']);
  expect(live.host.core.installPending()).toBe(true);
  expect(done).toEqual(['quit', 'install']);
});
