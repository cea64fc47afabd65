import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { SoundDeskBridge } from '../../src-preload/api.ts';
import type { findDesktopBridge } from '../../src-renderer/platform/electron.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createClient, type Client } from '../../src-shared/rpc/index.ts';
import { contentSecurityPolicy } from '../../src-shared/domain/security.ts';
import { contractSuite } from '../contract/suite.ts';
import { createPackagedLayout, type PackagedLayout } from './standIn/layout.ts';
import { launchStandIn, type StandInApp } from './standIn/launch.ts';

// What does not answer here would not answer a user: it fails soon.
vi.setConfig({ testTimeout: 10_000, hookTimeout: 30_000 });

let layout: PackagedLayout;
let app: StandInApp;

beforeAll(async () => {
  layout = await createPackagedLayout();
  app = await launchStandIn(layout);
  await app.ask('settle');
});
afterAll(async () => {
  await app.stop();
  layout.remove();
});

function openClient(): Client<AppContract> {
  return createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    openChannel: () => app.openChannel(),
  });
}

/** Until the answer is as expected; the last one decides. */
async function eventually<T>(read: () => Promise<T>, expected: (value: T) => boolean): Promise<T> {
  let value = await read();
  for (let tries = 0; tries < 80 && !expected(value); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    value = await read();
  }
  return value;
}

contractSuite('the built desktop shell', async () => ({
  openChannel: () => app.openChannel(),
  close: () => undefined,
}));

describe('the built desktop shell, from its packaged layout', () => {
  it('shows one window with the screens, loaded by our scheme, without an error', async () => {
    const [window, ...others] = await app.ask('windows');
    expect(others).toEqual([]);
    expect(window).toMatchObject({
      url: 'sounddesk-app://app/sounddesk-dashboard',
      status: 200,
      isShown: true,
      show: false,
      backgroundColor: '#0b0d11',
    });
    expect(window?.resources.length).toBeGreaterThan(0);
    expect(window?.resources.every(({ status }) => status === 200)).toBe(true);
    expect(await app.ask('recorded')).toMatchObject({ pageErrors: [], errorBoxes: [] });
    expect(app.output).toBe('');
  });

  it('gives the page a sandbox, a world of its own and no Node', async () => {
    const [window] = await app.ask('windows');
    expect(window?.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
    });
  });

  it('exposes one function and nothing else', async () => {
    expect(await app.ask('exposed')).toEqual([['sounddesk', ['openChannel']]]);
    expectTypeOf<NonNullable<ReturnType<typeof findDesktopBridge>>>().toEqualTypeOf<SoundDeskBridge>();
  });

  it('says that it is the desktop app, and whether the unpacked addon is there', async () => {
    const client = openClient();
    const description = unwrap(await client.call('host.describe'));
    expect(description.runtime).toBe('electron');
    expect(description.capabilities.liveCleaning.supported).toBe(layout.hasAddon);
    const { engineLaunches } = await app.ask('recorded');
    expect(engineLaunches[0]?.modulePath).toBe(path.join(layout.appFolder, 'out/electron/engine.js'));
    expect(engineLaunches[0]?.args).toEqual([
      `--addon=${layout.appFolder}.unpacked/native/build/Release/sounddesk.node`,
    ]);
    expect(engineLaunches[0]?.env).not.toContain('STAND_IN_HOME');
    client.close();
  });

  it('reads the state of the engine and the list of devices through the engine process', async () => {
    const client = openClient();
    expect(unwrap(await client.call('engine.readState'))).toMatchObject({ live: null, restarts: 0 });
    expect((await client.call('devices.listAudio')).success).toBe(layout.hasAddon);
    client.close();
  });

  it('keeps settings in the data folder, reports a change, and follows the theme', async () => {
    const client = openClient();
    const heard = new Promise((resolve) => client.subscribe('settings.onChanged', resolve));
    unwrap(await client.call('settings.read'));
    const changed = unwrap(await client.call('settings.update', { theme: 'light', bufferFrames: 256 }));
    expect(await heard).toEqual(changed);
    const file = path.join(layout.home, 'userData/data/settings.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(changed);
    expect(
      await eventually(
        () => app.ask('theme'),
        (theme) => theme === 'light',
      ),
    ).toBe('light');
    unwrap(await client.call('settings.update', { theme: 'dark' }));
    client.close();
  });
});

describe.skipIf(!existsSync('/proc'))('the engine process', () => {
  it.each([
    ['is killed', 'SIGKILL'],
    ['hangs', 'SIGSTOP'],
  ] as const)('is started again where it %s', async (_name, signal) => {
    const client = openClient();
    await client.call('devices.listAudio');
    const [before] = engineProcesses();
    expect(before).toBeDefined();
    process.kill(Number(before), signal);
    await eventually(
      () => Promise.resolve(engineProcesses()),
      (ids) => !ids.includes(before ?? ''),
    );
    // A call in the very moment of its death fails with ENGINE_STOPPED; the next ones are answered.
    const isAnswered = await eventually(
      async () => (await client.call('devices.listAudio')).success,
      (success) => success,
    );
    expect(isAnswered).toBe(layout.hasAddon);
    expect(engineProcesses()).toHaveLength(1);
    expect(engineProcesses()).not.toContain(before);
    client.close();
  });
});

describe('the preload', () => {
  it('lets every name of the contract through in a frame of its kind, and in no other', async () => {
    const kinds = { procedure: 'call', event: 'subscribe', stream: 'open', upload: 'upload' } as const;
    for (const [name, definition] of Object.entries(appContract)) {
      for (const kind of Object.values(kinds)) {
        const refusal = await app.ask('sendRaw', { kind, id: 1, name });
        if (kind === kinds[definition.kind]) expect(refusal).toBeNull();
        else expect(refusal).toContain('Not a request of the contract');
      }
    }
  });

  it.each([
    [{ kind: 'call', id: 1, name: 'files.readAll' }],
    [{ kind: 'call', id: 1, name: 'constructor' }],
    [{ kind: 'call', id: 1, name: '__proto__' }],
    [{ kind: 'call', id: 1, name: ['host.describe'] }],
    [{ kind: 'call', id: 'x', name: 'host.describe' }],
    [{ kind: 'call', name: 'host.describe' }],
    [{ kind: 'subscribe', id: 1.5, name: 'settings.onChanged' }],
    [{ kind: 'answer', id: 1, answer: { success: true } }],
    [{ kind: 'welcome', version: 1 }],
    [{ kind: 'toString', id: 1 }],
    [{ id: 1 }],
    ['hello'],
    [null],
    [7],
  ])('refuses %j', async (frame) => {
    expect(await app.ask('sendRaw', frame)).toContain('Not a request of the contract');
  });
});

describe('messages to the main process', () => {
  it('answer the main frame of our page', async () => {
    expect(await app.ask('posedAs', {})).toBeGreaterThan(0);
  });

  it.each([
    ['a sub-frame', { isSubFrame: true }],
    ['a foreign page', { origin: 'https://evil.example', url: 'https://evil.example/' }],
    ['a foreign origin under our address', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a blank page that inherits our origin', { url: 'about:blank' }],
  ])('are not answered to %s', async (_name, frame) => {
    expect(await app.ask('posedAs', frame)).toBe(0);
  });

  it('do no harm where they are malformed', async () => {
    for (const args of [[], [0, 'open'], [1], ['1', 'open'], [1, 'eval', 'x'], [1, 'taken', -5], [{}, []]]) {
      await app.ask('malformed', args);
    }
    const client = openClient();
    expect((await client.call('accounts.read')).success).toBe(true);
    client.close();
  });

  it('are answered again after a reload', async () => {
    const client = openClient();
    unwrap(await client.call('accounts.read'));
    client.subscribe('engine.onStateChanged', () => undefined);
    await app.ask('reload');
    const next = openClient();
    expect((await next.call('accounts.read')).success).toBe(true);
    next.close();
  });
});

describe('the custom protocol', () => {
  it('gives the page with its policy', async () => {
    const page = await app.ask('load', 'sounddesk-app://app/landing');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toBe(contentSecurityPolicy());
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(Buffer.from(page.base64, 'base64').toString()).toContain('<!doctype html>');
  });

  it.each([
    ['sounddesk-app://app/..%2f..%2fpackage.json', 400],
    ['sounddesk-app://app/../electron/main.js', 404],
    ['sounddesk-app://app/assets/gone.js', 404],
    ['sounddesk-app://evil/index.html', 403],
  ])('refuses %s', async (url, status) => {
    expect((await app.ask('load', url)).status).toBe(status);
  });
});

describe('guards', () => {
  it('keep the page where it is, and open links to the web outside', async () => {
    expect(await app.ask('navigate', 'https://example.com/')).toBe(false);
    expect(await app.ask('navigate', 'javascript:alert(1)')).toBe(false);
    expect(await app.ask('navigate', 'file:///etc/passwd')).toBe(false);
    expect(await app.ask('navigate', 'sounddesk-app://app/landing', false)).toBe(false);
    expect(await app.ask('navigate', 'sounddesk-app://app/landing')).toBe(true);
    expect(await app.ask('openWindow', 'https://example.com/new')).toBe(false);
    expect(await app.ask('openWindow', 'sounddesk-app://app/landing')).toBe(false);
    expect(await app.ask('attachWebview')).toBe(false);
    const { openedExternally } = await app.ask('recorded');
    expect(openedExternally).toEqual(['https://example.com/', 'https://example.com/new']);
  });

  it('grant our page the microphone and nobody anything else', async () => {
    const ours = 'sounddesk-app://app/landing';
    expect(await app.ask('permission', 'media', ours, true)).toEqual({ checked: true, granted: true });
    const refused = { checked: false, granted: false };
    expect(await app.ask('permission', 'geolocation', ours, true)).toEqual(refused);
    expect(await app.ask('permission', 'media', ours, false)).toEqual(refused);
    expect(await app.ask('permission', 'media', 'https://evil.example/', true)).toEqual(refused);
  });

  it('give no screen away without a click and a choice', async () => {
    expect(await app.ask('display', 'sounddesk-app://app', false)).toBe('refused');
    expect(await app.ask('display', 'https://evil.example', true)).toBe('refused');
    expect(await app.ask('display', 'sounddesk-app://app', true)).toBe('refused');
  });
});

describe('tray and menu', () => {
  it('show what there is', async () => {
    const tray = await eventually(
      () => app.ask('tray'),
      (shown) => !shown?.items.some((item) => item.includes('disabled')),
    );
    expect(tray).toEqual({
      toolTip: 'SoundDesk',
      hasImage: true,
      items: ['Show SoundDesk', 'separator', 'Start noise cancellation', 'separator', 'Quit SoundDesk'],
    });
    expect(await app.ask('menu')).toEqual(expect.arrayContaining(['Home', 'Front page', 'editMenu']));
  });

  it('bring the window to the screen that is named', async () => {
    await app.ask('clickMenu', 'Front page');
    const url = async () => (await app.ask('windows'))[0]?.url;
    expect(await eventually(url, (now) => now?.endsWith('/landing') ?? false)).toBe(
      'sounddesk-app://app/landing',
    );
  });

  it('starts the session that the settings name, and says why where it can not', async () => {
    const client = openClient();
    unwrap(await client.call('settings.update', { inputDeviceId: 'no such device' }));
    await app.ask('clickTray', 'Start noise cancellation');
    const boxes = await eventually(
      async () => (await app.ask('recorded')).errorBoxes,
      (shown) => shown.length > 0,
    );
    expect(boxes[0]?.title).toBe('Noise cancellation');
    expect(boxes[0]?.content.length).toBeGreaterThan(20);
    unwrap(await client.call('settings.update', { inputDeviceId: null }));
    client.close();
  });
});

describe('links and other instances', () => {
  const url = async () => (await app.ask('windows'))[0]?.url;

  it('open the screen that a deep link names', async () => {
    await app.ask('openUrl', 'sounddesk://open/sounddesk-dashboard');
    const opened = await eventually(url, (now) => now?.endsWith('/sounddesk-dashboard') ?? false);
    expect(opened).toBe('sounddesk-app://app/sounddesk-dashboard');
    await app.ask('secondInstance', ['sounddesk', 'sounddesk://open/landing']);
    expect(await eventually(url, (now) => now?.endsWith('/landing') ?? false)).toMatch(/\/landing$/);
  });

  it('stay where they are for a link that names nothing of ours', async () => {
    const before = await url();
    await app.ask('openUrl', 'sounddesk://evil/sounddesk-dashboard');
    await app.ask('openUrl', 'https://evil.example/');
    await app.ask('secondInstance', ['sounddesk', '--inspect', 'sounddesk://open/../../etc']);
    expect(await url()).toBe(before);
    expect(await app.ask('windows')).toHaveLength(1);
  });

  it('end a second instance at once, without a window', async () => {
    await expect(launchStandIn(layout, { isSecondInstance: true })).rejects.toThrow(
      /^The app ended at its start with code 0\. $/,
    );
  });
});

describe('ends', () => {
  it('loads the page again after a crash, and asks after the second', async () => {
    await app.ask('crash', 'crashed');
    const client = openClient();
    expect((await client.call('accounts.read')).success).toBe(true);
    client.close();
    expect((await app.ask('recorded')).messageBoxes).toEqual([]);
    await app.ask('crash', 'crashed');
    expect((await app.ask('recorded')).messageBoxes).toHaveLength(1);
  });

  it('goes with its last window, and leaves no engine process and no lock behind', async () => {
    await openClient().call('host.describe');
    await app.ask('closeWindow').catch(() => undefined); // The answer may not come any more.
    expect(await app.ended).toBe(0);
    expect(engineProcesses()).toEqual([]);
    const place = JSON.parse(
      readFileSync(path.join(layout.home, 'userData/data/window.json'), 'utf8'),
    ) as object;
    expect(place).toMatchObject({ width: 1280, height: 820, isMaximized: false });
  });
});

/** Ids of the engine processes of this app. */
function engineProcesses(): string[] {
  const file = path.join(layout.appFolder, 'out/electron/engine.js');
  if (!existsSync('/proc')) return [];
  return listProcesses().filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(file);
    } catch {
      return false; // It ended while we looked.
    }
  });
}

function listProcesses(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}
