import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signRelease, writeChannelFile } from '../../../scripts/release/channelFiles.mjs';
import { makeReleaseKey, publicPartOf } from '../../../scripts/release/releaseKey.mjs';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { UpdateInstaller, type Activity } from './installer.ts';

const PACKAGE = randomBytes(70_000);
const NAME = 'SoundDesk-1.3.0.AppImage';
let served: Map<string, Buffer | string>;
let server: Server;
let url: string;

beforeEach(async () => {
  served = new Map();
  server = createServer((request, response) => {
    const body = served.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const key = await makeReleaseKey('2026');
const release = {
  channel: 'stable',
  system: 'linux',
  version: '1.3.0',
  files: [
    {
      name: NAME,
      sizeBytes: PACKAGE.length,
      sha512: createHash('sha512').update(PACKAGE).digest('base64'),
    },
  ],
  stagingPercentage: 100,
} as const;

/** A server as electron-updater asks one, and an installation of version 1.2.0. */
async function open(
  changes: { release?: object; signedBy?: typeof key; channel?: 'stable' | 'beta' } = {},
  how: { install?: 'none' | 'ask' | 'onQuit'; privacyMode?: boolean; id?: string } = {},
) {
  const file = `latest-linux.yml`;
  const signed = { ...release, ...changes.release };
  const name = changes.channel === 'beta' ? 'beta-linux.yml' : file;
  served.set(`/${name}`, writeChannelFile(signed));
  served.set(`/${name}.jws`, await signRelease(signed, changes.signedBy ?? key));
  served.set(`/${NAME}`, PACKAGE);
  const done: string[] = [];
  const settings = {
    privacyMode: how.privacyMode ?? false,
    updateChannel: changes.channel ?? ('stable' as const),
    updateInstall: how.install ?? ('ask' as const),
  };
  let activity: Activity | null = null;
  const folder = temporaryDir();
  const installer = new UpdateInstaller({
    version: '1.2.0',
    system: 'linux',
    publisher: { url, keys: [publicPartOf(key)] },
    program: {
      async download({ files }, publisher, { onProgress }) {
        const answer = await fetch(new URL(files[0]?.name ?? '', publisher.url));
        const path = join(folder, NAME);
        writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
        onProgress(100);
        return path;
      },
      quit: () => void done.push('quit'),
      install: (isStartedAgain) => void done.push(isStartedAgain ? 'installed, started again' : 'installed'),
    },
    installationId: () => how.id ?? 'some',
    readSettings: () => settings,
    findActivity: () => activity,
    onChanged: () => undefined,
    log: createRecordingLog(),
  });
  return {
    installer,
    settings,
    done,
    become: (next: Activity | null) => {
      activity = next;
      installer.onActivityChanged();
    },
  };
}

describe('a signed release', () => {
  it('is offered, downloaded when asked for, and installed when asked for again', async () => {
    const { installer, done } = await open();
    await installer.look();
    expect(installer.state).toEqual({ step: 'offered', version: '1.3.0' });
    await installer.download();
    expect(installer.state).toEqual({ step: 'ready', version: '1.3.0', isWanted: false, waitsFor: null });
    expect(installer.installPending()).toBe(false);
    installer.install();
    installer.install();
    expect(done).toEqual(['quit']);
    expect(installer.installPending()).toBe(true);
    expect(done).toEqual(['quit', 'installed, started again']);
  });

  it.each(['recording', 'broadcast', 'render', 'live'] as const)(
    'waits for the end of a %s that runs, and can be taken back',
    async (activity) => {
      const { installer, done, become } = await open();
      await installer.look();
      await installer.download();
      become(activity);
      installer.install();
      expect(installer.state).toMatchObject({ isWanted: true, waitsFor: activity });
      expect(done).toEqual([]);
      installer.cancel();
      become(null);
      expect(done).toEqual([]);
      become(activity);
      installer.install();
      // Another one that continues keeps it waiting as well.
      become('recording');
      expect(done).toEqual([]);
      expect(installer.installPending()).toBe(false);
      become(null);
      expect(done).toEqual(['quit']);
    },
  );

  it('is installed when the app is quit, where that is set, without starting it again', async () => {
    const { installer, done } = await open({}, { install: 'onQuit' });
    await installer.look();
    await expect.poll(() => installer.state.step).toBe('ready');
    expect(installer.installPending()).toBe(true);
    expect(done).toEqual(['installed']);
  });

  it('asks nobody where updates are off, or in privacy mode', async () => {
    served.clear();
    const off = await open({}, { install: 'none' });
    await off.installer.look();
    expect(off.installer.state).toEqual({ step: 'unsupported', why: 'switchedOff' });
    const hidden = await open({}, { privacyMode: true });
    await hidden.installer.look();
    expect(hidden.installer.state).toEqual({ step: 'unsupported', why: 'privacy' });
  });

  it('goes to as many installations as it says', async () => {
    const { installer } = await open({ release: { stagingPercentage: 0 } });
    await installer.look();
    expect(installer.state).toEqual({ step: 'none' });
    const half = [];
    for (let id = 0; id < 20; id += 1) {
      const one = await open({ release: { stagingPercentage: 50 } }, { id: String(id) });
      await one.installer.look();
      half.push(one.installer.state.step);
    }
    expect(new Set(half)).toEqual(new Set(['none', 'offered']));
  });

  it('takes an earlier one back by a higher version of the same program', async () => {
    const { installer } = await open({ release: { version: '1.2.1' } });
    await installer.look();
    expect(installer.state).toMatchObject({ step: 'offered', version: '1.2.1' });
  });
});

describe('what is refused', () => {
  it('is a release that another key signed', async () => {
    const { installer } = await open({ signedBy: await makeReleaseKey('2026') });
    await installer.look();
    expect(installer.state).toEqual({ step: 'failed', why: 'signature' });
  });

  it.each([
    ['a changed signature', (jws: string) => `${jws.slice(0, -4)}AAAA`],
    ['a cut one', (jws: string) => jws.slice(0, 40)],
    ['none', () => 'latest'],
    [
      'other words under the same signature',
      (jws: string) =>
        jws.replace(/\.[^.]+\./, `.${Buffer.from('{"version":"9.9.9"}').toString('base64url')}.`),
    ],
    [
      'no algorithm',
      (jws: string) =>
        jws.replace(/^[^.]+/, Buffer.from('{"alg":"none","kid":"2026"}').toString('base64url')),
    ],
  ])('is a release with %s', async (_, change) => {
    const { installer } = await open();
    served.set('/latest-linux.yml.jws', change(String(served.get('/latest-linux.yml.jws'))));
    await installer.look();
    expect(installer.state).toEqual({ step: 'failed', why: 'signature' });
  });

  it.each([
    ['older', { release: { version: '1.1.9' } }, 'downgrade'],
    ['of another channel', { release: { channel: 'beta' } }, 'channel'],
    ['one that is tried out, in the stable channel', { release: { version: '1.3.0-beta.1' } }, 'channel'],
    ['for another system', { release: { system: 'windows' } }, 'system'],
    [
      'signed with a path for a name',
      { release: { files: [{ ...release.files[0], name: '../x' }] } },
      'signature',
    ],
  ])('is one that is %s', async (_, changes, why) => {
    const { installer } = await open(changes);
    await installer.look();
    expect(installer.state).toEqual({ step: 'failed', why });
    await installer.download();
    expect(installer.state).toEqual({ step: 'failed', why });
  });

  it.each([
    ['cut short', PACKAGE.subarray(0, 60_000)],
    ['changed', Buffer.concat([PACKAGE.subarray(0, -1), Buffer.from([0x5a ^ (PACKAGE.at(-1) ?? 0)])])],
    ['not there', undefined],
  ])('is a package that is %s', async (_, body) => {
    const { installer, done } = await open();
    await installer.look();
    if (body) served.set(`/${NAME}`, body);
    else served.delete(`/${NAME}`);
    await installer.download();
    expect(installer.state).toEqual({ step: 'failed', why: 'damaged' });
    installer.install();
    expect(installer.installPending()).toBe(false);
    expect(done).toEqual([]);
    // The next look offers it again.
    await installer.look();
    expect(installer.state).toMatchObject({ step: 'offered' });
  });

  it('is nothing where the server is silent: that is said, and asked again', async () => {
    const { installer } = await open();
    served.clear();
    await installer.look();
    expect(installer.state).toEqual({ step: 'failed', why: 'unreachable' });
  });

  it('lets beta releases through to those who asked for them', async () => {
    const { installer } = await open({
      channel: 'beta',
      release: { channel: 'beta', version: '1.3.0-beta.1' },
    });
    await installer.look();
    expect(installer.state).toMatchObject({ step: 'offered', version: '1.3.0-beta.1' });
  });
});
