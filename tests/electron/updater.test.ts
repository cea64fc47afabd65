import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type Server,
} from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type * as BuilderRuntime from 'builder-util-runtime';
import electronUpdater from 'electron-updater';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signRelease, writeChannelFile } from '../../scripts/release/channelFiles.mjs';
import { makeReleaseKey, publicPartOf } from '../../scripts/release/releaseKey.mjs';
import { downloadBy, installBy } from '../../src-main/electron/updaterSteps.ts';
import { UpdateInstaller, type Activity } from '../../src-main/services/updates/installer.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const { AppImageUpdater, MacUpdater, NsisUpdater, CancellationToken } = electronUpdater;
const requireHere = createRequire(import.meta.url);
/** What electron-updater itself is built on. */
const runtime = createRequire(requireHere.resolve('electron-updater'))(
  'builder-util-runtime',
) as typeof BuilderRuntime;

/** As electron-updater's own, which asks Electron for its network. */
class NodeExecutor extends runtime.HttpExecutor<ClientRequest> {
  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void) {
    // A connection for each: one that is kept gathers its listeners.
    return request({ ...options, agent: false }, callback);
  }
  async download(
    url: URL,
    destination: string,
    options: Parameters<InstanceType<typeof runtime.HttpExecutor>['downloadToBuffer']>[1],
  ) {
    return await options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const asked = { headers: options.headers ?? undefined };
      runtime.configureRequestUrl(url, asked);
      runtime.configureRequestOptions(asked);
      // A closed file says undefined.
      const callback = (error?: Error | null) => (error ? reject(error) : resolve(destination));
      const how = { destination, options, onCancel, callback, responseHandler: null };
      (this as unknown as { doDownload(asked: object, how: object, redirects: number): void }).doDownload(
        asked,
        how,
        0,
      );
    });
  }
}

/** In the place of Squirrel.Mac, which Electron has inside: asks the feed which package there is, takes it, and says so. */
class Squirrel extends EventEmitter {
  isRefusing = false;
  taken: Buffer | null = null;
  ended: 'installed, and started again' | 'quit' | null = null;
  #feed: { url: string; headers: Record<string, string> } | null = null;

  setFeedURL(feed: { url: string; headers: Record<string, string> }) {
    this.#feed = feed;
  }
  checkForUpdates() {
    void this.#take().catch((error: unknown) => this.emit('error', error));
  }
  quitAndInstall() {
    this.ended = 'installed, and started again';
  }
  async #take() {
    if (!this.#feed) throw new Error('no feed was named');
    const answer = await fetch(this.#feed.url, { headers: this.#feed.headers });
    const { url } = (await answer.json()) as { url: string };
    this.taken = Buffer.from(await (await fetch(url)).arrayBuffer());
    if (this.isRefusing) throw new Error('Code signature did not pass validation');
    this.emit('update-downloaded');
  }
}

/** What the server gives; `listed` changes the channel file. */
interface Offer {
  signed?: object;
  signedBy?: typeof key;
  listed?: (yml: string) => string;
  packaged?: Buffer;
  updateInstall?: 'ask' | 'onQuit';
}

const key = await makeReleaseKey('2026');
/** By the same name. */
const forger = await makeReleaseKey('2026');
const sha512Of = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');
const RUNNING = '#!/bin/sh\n';
/** A package that leaves a word of it where it is run from, as the updater runs it. */
const PACKAGE = Buffer.from(`#!/bin/sh\necho "$@" > "$0.ran"\n`);
const CHANGED = Buffer.from(PACKAGE.toString().replace('echo', 'eval'));

/**
 * An AppImage takes the place of the one that runs, and is run once; an installer of Windows is run where it was downloaded to; that of
 * macOS is handed to Squirrel by a server of the updater's own.
 */
const SYSTEMS = {
  linux: { Updater: AppImageUpdater, listed: '/latest-linux.yml', name: 'SoundDesk-1.3.0.AppImage' },
  windows: { Updater: NsisUpdater, listed: '/latest.yml', name: 'SoundDesk-Setup-1.3.0.exe' },
  mac: { Updater: MacUpdater, listed: '/latest-mac.yml', name: 'SoundDesk-1.3.0-universal.zip' },
} as const;
const systems = ['linux', 'windows', 'mac'] as const;
/** As Node names them. */
const PLATFORMS = { linux: 'linux', windows: 'win32', mac: 'darwin' } as const;

describe.runIf(process.platform === 'linux').each(systems)(
  'electron-updater for %s, by a signed release',
  (system) => {
    const { Updater, listed: listPath, name } = SYSTEMS[system];
    const served = new Map<string, Buffer | string>();
    let server: Server;
    let url: string;
    let folder: string;
    let installed: string;
    let asked: string[];
    let squirrel: Squirrel;
    const electron = requireHere.resolve('electron');
    beforeAll(async () => {
      server = createServer((question, response) => {
        const { pathname } = new URL(question.url ?? '', url);
        asked.push(pathname);
        const body = served.get(pathname);
        response.writeHead(body === undefined ? 404 : 200).end(body);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    afterAll(() => server.close());
    beforeEach(() => {
      folder = temporaryDir();
      asked = [];
      squirrel = new Squirrel();
      requireHere.cache[electron] = { exports: { autoUpdater: squirrel }, loaded: true } as NodeJS.Module;
      installed = path.join(folder, 'SoundDesk.AppImage');
      writeFileSync(installed, RUNNING);
      chmodSync(installed, 0o755);
      vi.stubEnv('APPIMAGE', installed);
    });
    afterEach(() => {
      vi.unstubAllEnvs();
      delete requireHere.cache[electron];
      served.clear();
    });

    /** Version 1.2.0, to which the server gives 1.3.0, but for what is changed. */
    async function open({ signed = {}, signedBy = key, listed, packaged = PACKAGE, ...how }: Offer = {}) {
      const sha512 = sha512Of(PACKAGE);
      const files = [{ name, sizeBytes: PACKAGE.length, sha512 }];
      const release = {
        channel: 'stable',
        system,
        version: '1.3.0',
        files,
        stagingPercentage: 100,
        ...signed,
      };
      served.set(listPath, listed?.(writeChannelFile(release)) ?? writeChannelFile(release));
      served.set(`${listPath}.jws`, await signRelease(release, signedBy));
      served.set(`/${name}`, packaged);
      const config = path.join(folder, 'app-update.yml');
      writeFileSync(config, `provider: generic\nurl: ${url}\nupdaterCacheDirName: cache\n`);
      const updater = new Updater(undefined, {
        version: '1.2.0',
        name: 'SoundDesk',
        isPackaged: true,
        appUpdateConfigPath: config,
        userDataPath: path.join(folder, 'data'),
        baseCachePath: folder,
        whenReady: () => Promise.resolve(),
        relaunch: () => undefined,
        quit: () => (squirrel.ended ??= 'quit'),
        onQuit: () => undefined,
      });
      updater.logger = null;
      updater.on('error', () => undefined);
      // What it asks `process.platform` for elsewhere.
      const _testOnlyOptions = { platform: PLATFORMS[system] };
      Object.assign(updater, { httpExecutor: new NodeExecutor(), _testOnlyOptions });
      let hasQuit = false;
      let isRefused = false;
      let downloaded = '';
      let activity: Activity | null = null;
      const installer = new UpdateInstaller({
        version: '1.2.0',
        system,
        publisher: { url, keys: [publicPartOf(key)] },
        program: {
          download: async (...what) =>
            (downloaded = await downloadBy(updater, new CancellationToken(), ...what)),
          quit: () => (hasQuit = true),
          install: (isStartedAgain) => {
            // Every file of Windows can be run.
            if (downloaded) chmodSync(downloaded, 0o755);
            installBy(updater, isStartedAgain, () => (isRefused = true));
          },
        },
        installationId: () => 'some',
        readSettings: () => ({ privacyMode: false, updateChannel: 'stable', updateInstall: 'ask', ...how }),
        findActivity: () => activity,
        onChanged: () => undefined,
        log: createRecordingLog(),
      });
      await installer.look();
      await installer.download();
      // On quit it was begun before.
      await expect.poll(() => installer.state.step).not.toBe('downloading');
      const become = (next: Activity | null) => {
        activity = next;
        installer.onActivityChanged();
      };
      return { installer, hasQuit: () => hasQuit, isRefused: () => isRefused, become };
    }

    function expectNothingInstalled(installer: UpdateInstaller) {
      installer.install();
      expect(installer.installPending()).toBe(false);
      expect(readFileSync(installed, 'utf8')).toBe(RUNNING);
      expect([squirrel.taken, squirrel.ended]).toEqual([null, null]);
    }

    async function expectInstalled(installer: UpdateInstaller) {
      expect(installer.installPending()).toBe(true);
      await expect
        .poll(() => squirrel.ended)
        .toBe(system === 'mac' ? 'installed, and started again' : 'quit');
      if (system === 'mac') return expect(squirrel.taken).toEqual(PACKAGE);
      if (system === 'linux') expect(readFileSync(installed)).toEqual(PACKAGE);
      const ran = system === 'linux' ? installed : path.join(folder, 'cache', 'pending', name);
      // Silent, and the app starts again after it.
      const words = system === 'linux' ? '' : '--updated /S --force-run';
      await expect
        .poll(() => existsSync(`${ran}.ran`) && readFileSync(`${ran}.ran`, 'utf8').trim())
        .toBe(words);
    }

    it('downloads the package and puts it in the place of the one that runs', async () => {
      const { installer, hasQuit } = await open();
      expect(installer.state).toMatchObject({ step: 'ready', version: '1.3.0' });
      expect(readFileSync(installed, 'utf8')).toBe(RUNNING);
      installer.install();
      expect(hasQuit()).toBe(true);
      await expectInstalled(installer);
    });

    it('installs nothing while a recording runs, and then what was asked for', async () => {
      const { installer, hasQuit, become } = await open();
      become('recording');
      expectNothingInstalled(installer);
      expect(hasQuit()).toBe(false);
      become(null);
      expect(hasQuit()).toBe(true);
      await expectInstalled(installer);
    });

    if (system === 'mac') {
      it('does not start the app again that was quit', async () => {
        const { installer } = await open({ updateInstall: 'onQuit' });
        expect(installer.installPending()).toBe(true);
        await expect.poll(() => squirrel.ended).toBe('quit');
        expect(squirrel.taken).toEqual(PACKAGE);
      });

      it('ends the app where the system does not take the package', async () => {
        const { installer, isRefused } = await open();
        squirrel.isRefusing = true;
        installer.install();
        installer.installPending();
        await expect.poll(isRefused).toBe(true);
        expect(squirrel.ended).toBe(null);
      });
    }

    it.each<[string, Offer]>([
      ['cut short', { packaged: PACKAGE.subarray(0, -5) }],
      ['changed', { packaged: CHANGED }],
      [
        'changed, and named so in the channel file, which nobody signs',
        { packaged: CHANGED, listed: (yml) => yml.replaceAll(sha512Of(PACKAGE), sha512Of(CHANGED)) },
      ],
      ['older by the channel file than by the signature', { listed: (yml) => yml.replace('1.3.0', '1.1.0') }],
      ['newer by it', { listed: (yml) => yml.replace('1.3.0', '1.4.0') }],
    ])('takes no package that is %s', async (_, offer) => {
      const { installer } = await open(offer);
      expect(installer.state).toEqual({ step: 'failed', why: 'damaged' });
      expectNothingInstalled(installer);
    });

    it.each<[string, Offer, string]>([
      ['of another key', { signedBy: forger }, 'signature'],
      ['older than what runs', { signed: { version: '1.1.9' } }, 'downgrade'],
      ['of another channel', { signed: { channel: 'beta' } }, 'channel'],
      ['of another system', { signed: { system: system === 'mac' ? 'linux' : 'mac' } }, 'system'],
    ])('is not even asked for a release that is %s', async (_, offer, why) => {
      const { installer } = await open(offer);
      expect(installer.state).toEqual({ step: 'failed', why });
      expect(asked).toEqual([`${listPath}.jws`]);
      expectNothingInstalled(installer);
    });

    it('leaves to the signature who gets a release', async () => {
      const none = await open({ signed: { stagingPercentage: 0 } });
      expect(none.installer.state).toEqual({ step: 'none' });
      expect(asked).toEqual([`${listPath}.jws`]);
      const all = await open({ listed: (yml) => `${yml}stagingPercentage: 0\n` });
      expect(all.installer.state).toMatchObject({ step: 'ready' });
    });
  },
);
