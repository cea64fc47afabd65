import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type ClientRequest, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import electronUpdater from 'electron-updater';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signRelease, writeChannelFile } from '../../scripts/release/channelFiles.mjs';
import { makeReleaseKey, publicPartOf } from '../../scripts/release/releaseKey.mjs';
import { downloadBy } from '../../src-main/electron/updaterDownload.ts';
import { UpdateInstaller } from '../../src-main/services/updates/installer.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const { AppImageUpdater, CancellationToken } = electronUpdater;
/** What electron-updater itself is built on. */
const runtime = createRequire(createRequire(import.meta.url).resolve('electron-updater'))(
  'builder-util-runtime',
) as typeof import('builder-util-runtime');

/** As electron-updater's own, which asks Electron for its network. */
class NodeExecutor extends runtime.HttpExecutor<ClientRequest> {
  createRequest(options: Parameters<typeof request>[0], callback: Parameters<typeof request>[1]) {
    return request(options, callback);
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
      const callback = (error: Error | null) => (error === null ? resolve(destination) : reject(error));
      const how = { destination, options, onCancel, callback, responseHandler: null };
      (this as unknown as { doDownload(asked: object, how: object, redirects: number): void }).doDownload(
        asked,
        how,
        0,
      );
    });
  }
}

const key = await makeReleaseKey('2026');
const NAME = 'SoundDesk-1.3.0.AppImage';
/** A package that leaves a word of it where it is run from, as the updater runs it once it is in place. */
const PACKAGE = Buffer.from(`#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > "$0.ran"\n`);

describe.runIf(process.platform === 'linux')('electron-updater, by a signed release', () => {
  const served = new Map<string, Buffer | string>();
  let server: Server;
  let url: string;
  let folder: string;
  let installed: string;
  beforeAll(async () => {
    server = createServer((asked, response) => {
      const body = served.get(new URL(asked.url ?? '', url).pathname);
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    folder = temporaryDir();
    installed = path.join(folder, 'SoundDesk.AppImage');
    writeFileSync(installed, '#!/bin/sh\n');
    chmodSync(installed, 0o755);
    vi.stubEnv('APPIMAGE', installed);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    served.clear();
  });

  /** Version 1.2.0, to which the server gives 1.3.0. */
  async function open(packaged: Buffer) {
    const sha512 = createHash('sha512').update(PACKAGE).digest('base64');
    const files = [{ name: NAME, sizeBytes: PACKAGE.length, sha512 }];
    const release = { channel: 'stable', system: 'linux', version: '1.3.0', files, stagingPercentage: 100 };
    served.set('/latest-linux.yml', writeChannelFile(release));
    served.set('/latest-linux.yml.jws', await signRelease(release, key));
    served.set(`/${NAME}`, packaged);
    const config = path.join(folder, 'app-update.yml');
    writeFileSync(config, `provider: generic\nurl: ${url}\nupdaterCacheDirName: cache\n`);
    const updater = new AppImageUpdater(null, {
      version: '1.2.0',
      name: 'SoundDesk',
      isPackaged: true,
      appUpdateConfigPath: config,
      userDataPath: path.join(folder, 'data'),
      baseCachePath: folder,
      whenReady: () => Promise.resolve(),
      relaunch: () => undefined,
      quit: () => undefined,
      onQuit: () => undefined,
    });
    updater.logger = null;
    updater.on('error', () => undefined);
    Object.assign(updater, { httpExecutor: new NodeExecutor() });
    let hasQuit = false;
    const installer = new UpdateInstaller({
      version: '1.2.0',
      system: 'linux',
      publisher: { url, keys: [publicPartOf(key)] },
      program: {
        download: (...asked) => downloadBy(updater, new CancellationToken(), ...asked),
        quit: () => (hasQuit = true),
        // Of `quitAndInstall` what does not need Electron.
        install: (isStartedAgain) => void updater.install(true, isStartedAgain),
      },
      installationId: () => 'some',
      readSettings: () => ({ privacyMode: false, updateChannel: 'stable', updateInstall: 'ask' }),
      findActivity: () => null,
      onChanged: () => undefined,
      log: createRecordingLog(),
    });
    await installer.look();
    await installer.download();
    return { installer, hasQuit: () => hasQuit };
  }

  it('downloads the package and puts it in the place of the one that runs', async () => {
    const { installer, hasQuit } = await open(PACKAGE);
    expect(installer.state).toMatchObject({ step: 'ready', version: '1.3.0' });
    expect(readFileSync(installed, 'utf8')).toBe('#!/bin/sh\n');
    installer.install();
    expect(hasQuit()).toBe(true);
    expect(installer.installPending()).toBe(true);
    expect(readFileSync(installed)).toEqual(PACKAGE);
    // The updater runs what is new, once.
    await expect.poll(() => existsSync(`${installed}.ran`)).toBe(true);
  });

  it.each([
    ['cut short', PACKAGE.subarray(0, -5)],
    ['changed', Buffer.from(PACKAGE.toString().replace('echo', 'eval'))],
  ])('takes no package that is %s', async (_, packaged) => {
    const { installer } = await open(packaged);
    expect(installer.state).toMatchObject({ step: 'failed' });
    installer.install();
    expect(installer.installPending()).toBe(false);
    expect(readFileSync(installed, 'utf8')).toBe('#!/bin/sh\n');
  });
});
