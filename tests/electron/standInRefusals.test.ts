import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appContract, PROTOCOL_VERSION } from '../../src-shared/contract/index.ts';
import { createClient } from '../../src-shared/rpc/index.ts';
import { ADDON, createPackagedLayout, type PackagedLayout } from './standIn/layout.ts';
import { launchStandIn, type StandInApp } from './standIn/launch.ts';

// What does not answer here would not answer a user: it fails soon.
vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

const MAIN = 'out/electron/main.js';
const PRELOAD = 'out/preload/preload.cjs';

/**
 * The mistakes that the stand-in is for: each is made in a copy of the app and must be seen. Were
 * one of these to pass, the stand-in would have grown blind to it.
 */
describe('a packaged app with a mistake in it', () => {
  let layout: PackagedLayout;
  let app: StandInApp | null = null;

  beforeEach(async () => {
    layout = await createPackagedLayout('tiny');
  });
  afterEach(async () => {
    await app?.stop();
    app = null;
    layout.remove();
  });

  async function launch(): Promise<StandInApp> {
    app = await launchStandIn(layout);
    await app.ask('settle');
    return app;
  }
  const move = (file: string) =>
    renameSync(path.join(layout.appFolder, file), path.join(layout.appFolder, `${file}.moved`));

  /** `answered`, or what the user would see: the call is not answered within a second. */
  async function callFromPage(running: StandInApp): Promise<string> {
    const client = createClient({
      contract: appContract,
      protocolVersion: PROTOCOL_VERSION,
      openChannel: () => running.openChannel(),
    });
    const silence = new Promise<string>((resolve) => setTimeout(() => resolve('no answer'), 1000));
    const answer = client.call('settings.read').then(({ success }) => (success ? 'answered' : 'failed'));
    const outcome = await Promise.race([answer, silence]);
    client.close();
    return outcome;
  }

  it('works without one: what follows fails for its mistake alone', async () => {
    const running = await launch();
    expect(await callFromPage(running)).toBe('answered');
    expect(await running.ask('recorded')).toMatchObject({ pageErrors: [], errorBoxes: [] });
  });

  it('shows a preload of the wrong module format', async () => {
    layout.edit(PRELOAD, (text) =>
      text.replace('let electron = require("electron");', 'import * as electron from "electron";'),
    );
    const running = await launch();
    const { pageErrors, errorBoxes } = await running.ask('recorded');
    expect(pageErrors[0]).toMatch(/preload.*SyntaxError/s);
    expect(errorBoxes[0]?.title).toBe('SoundDesk could not load its screens');
    expect(await callFromPage(running)).toBe('failed');
  });

  it.each(['node:fs', 'zod', './chunk.cjs'])('shows a preload that requires %s', async (name) => {
    layout.edit(PRELOAD, (text) => `require(${JSON.stringify(name)});\n${text}`);
    const { pageErrors } = await (await launch()).ask('recorded');
    expect(pageErrors[0]).toContain(`module not found: ${name}`);
  });

  it('shows a preload that uses a global of Node', async () => {
    layout.edit(PRELOAD, (text) => `process.cwd();\n${text}`);
    const { pageErrors } = await (await launch()).ask('recorded');
    expect(pageErrors[0]).toContain('TypeError');
  });

  it('shows a bridge that gives a class, whose methods do not cross', async () => {
    layout.edit(PRELOAD, (text) =>
      text.replace('{ openChannel }', 'new (class { openChannel() { return openChannel(); } })()'),
    );
    const running = await launch();
    expect(await running.ask('exposed')).toEqual([['sounddesk', []]]);
    expect(await callFromPage(running)).toBe('failed');
  });

  it.each([PRELOAD, 'out/renderer/index.html'])('shows that %s is missing, and ends', async (file) => {
    move(file);
    await expect(launch()).rejects.toThrow(`${file} is missing`);
  });

  it('shows a script of the page that is missing', async () => {
    const page = 'out/renderer/index.html';
    layout.edit(page, (text) => `${text}<script src="/assets/gone.js"></script>`);
    const { pageErrors } = await (await launch()).ask('recorded');
    expect(pageErrors).toContain('404 sounddesk-app://app/assets/gone.js');
  });

  it('shows the window also where the tray cannot be made', async () => {
    layout.edit(MAIN, (text) =>
      text.replace('new Tray(', 'new (class { constructor() { throw new Error("no tray"); } })('),
    );
    const running = await launch();
    expect(await running.ask('windows')).toMatchObject([{ isShown: true }]);
    expect(running.output).toContain('no tray');
    expect(await callFromPage(running)).toBe('answered');
  });

  it('shows an inline script, which the page policy refuses', async () => {
    layout.edit('out/renderer/index.html', (text) => `${text}<script>1</script>`);
    expect((await (await launch()).ask('recorded')).pageErrors[0]).toContain('inline script');
  });

  it('shows an entry in CommonJS', async () => {
    layout.edit(MAIN, () => 'const { app } = require("electron"); app.quit();');
    await expect(launch()).rejects.toThrow(/require is not defined/);
  });

  it('shows an entry that is not where package.json says', async () => {
    move(MAIN);
    await expect(launch()).rejects.toThrow(/Cannot find module/);
  });

  it('shows an import of what Electron does not have', async () => {
    layout.edit(MAIN, (text) =>
      text.replace(/\butilityProcess \} from "electron"/, 'utilityProces } from "electron"'),
    );
    await expect(launch()).rejects.toThrow(/utilityProces/);
  });

  it('shows a scheme without a handler', async () => {
    layout.edit(MAIN, (text) => text.replace(/\w+\.protocol\.handle\(/, '((..._ignored) => undefined)('));
    const { errorBoxes } = await (await launch()).ask('recorded');
    expect(errorBoxes[0]?.title).toBe('SoundDesk could not load its screens');
    expect(app?.output).toContain('ERR_UNKNOWN_URL_SCHEME');
  });

  it('shows a scheme that nobody made an origin: its messages are refused', async () => {
    layout.edit(MAIN, (text) => text.replace('standard: true', 'standard: false'));
    expect(await callFromPage(await launch())).toBe('no answer');
  });

  it('shows a missing handler of messages', async () => {
    layout.edit(MAIN, (text) => text.replace(/ipcMain\.on\(IPC_CHANNEL, \w+\);/, ''));
    expect(await callFromPage(await launch())).toBe('no answer');
  });

  it('shows a missing handler of a call', async () => {
    layout.edit(MAIN, (text) => text.replace('"settings.read": () =>', '"settings.readOther": () =>'));
    expect(await callFromPage(await launch())).toBe('failed');
  });

  it('shows an engine process that is not where it is looked for', async () => {
    rmSync(path.join(layout.appFolder, 'out/electron/engine.js'));
    expect(await describeEngine(await launch())).toMatchObject({ supported: false });
  });

  it('shows an addon that stayed in the archive', async () => {
    if (layout.hasAddon) rmSync(path.join(`${layout.appFolder}.unpacked`, ADDON));
    const engine = await describeEngine(await launch());
    expect(engine).toMatchObject({ supported: false });
    expect(JSON.stringify(engine)).toContain('sounddesk.node');
  });

  it('starts with what can be read of damaged files, and keeps them aside', async () => {
    const dataDir = path.join(layout.home, 'userData/data');
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path.join(dataDir, 'settings.json'), '{ "theme": "light", ');
    writeFileSync(path.join(dataDir, 'window.json'), '[1]');
    const running = await launch();
    expect(await callFromPage(running)).toBe('answered');
    expect(await running.ask('theme')).toBe('dark');
    expect(readFileSync(path.join(dataDir, 'settings.json.bad'), 'utf8')).toBe('{ "theme": "light", ');
    expect(readFileSync(path.join(dataDir, 'window.json.bad'), 'utf8')).toBe('[1]');
  });

  async function describeEngine(running: StandInApp): Promise<unknown> {
    const client = createClient({
      contract: appContract,
      protocolVersion: PROTOCOL_VERSION,
      openChannel: () => running.openChannel(),
    });
    const answer = await client.call('host.describe');
    client.close();
    return answer.success ? answer.data.capabilities.liveCleaning : answer;
  }
});
