import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { CAPTURE_CONTROL_SIZE } from '../../src-shared/domain/screenCapture.ts';
import { createClient, type Client } from '../../src-shared/rpc/index.ts';
import { createPackagedLayout, type PackagedLayout } from './standIn/layout.ts';
import { launchStandIn, type StandInApp } from './standIn/launch.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

const CONTROL = 'sounddesk-app://app/sounddesk-capture-control';
const SILENT = { name: null, sound: { of: 'screen', microphone: false, system: false } } as const;

/** Through the built shell: its window above all others, and the key that starts and stops. */
describe('a capture and the desktop app', () => {
  let layout: PackagedLayout;
  let app: StandInApp;
  let client: Client<AppContract>;

  beforeAll(async () => {
    layout = await createPackagedLayout('tiny');
    app = await launchStandIn(layout);
    await app.ask('settle');
    client = createClient({
      contract: appContract,
      protocolVersion: PROTOCOL_VERSION,
      openChannel: () => app.openChannel(),
    });
  });
  afterAll(async () => {
    await app?.stop();
    layout?.remove();
  });

  const urls = async () => (await app.ask('windows')).map(({ url }) => url);
  const untilControls = (count: number) =>
    vi.waitFor(
      async () => expect((await urls()).filter((url) => url === CONTROL)).toHaveLength(count),
      10_000,
    );
  const begin = async () => unwrap(await client.call('recording.start', SILENT));
  const end = async () => unwrap(await client.call('recording.stop'));

  it('offers the small control', async () => {
    const { capabilities } = unwrap(await client.call('host.describe'));
    expect(capabilities.captureControl.supported).toBe(true);
    await untilControls(0);
  });

  it('shows it above all while something is captured, out of the video and as fenced in as any page', async () => {
    await begin();
    await untilControls(1);
    await vi.waitFor(async () => expect((await app.ask('windows'))[1]?.isShown).toBe(true), 10_000);
    const [main, control] = await app.ask('windows');
    expect(control?.look).toEqual({ level: 'screen-saver', isEverywhere: true, isProtected: true });
    expect(control?.place).toMatchObject(CAPTURE_CONTROL_SIZE);
    expect(control?.webPreferences).toEqual(main?.webPreferences);
    await end();
    await untilControls(0);
  });

  it('puts it where it was left, and not back where its user has closed it', async () => {
    await begin();
    await untilControls(1);
    await app.ask('dragWindow', 1, 40, 50);
    await app.ask('closeWindow', 1);
    unwrap(await client.call('recording.pause'));
    unwrap(await client.call('recording.resume'));
    await untilControls(0);
    await end();
    await begin();
    await untilControls(1);
    expect((await app.ask('windows'))[1]?.place).toMatchObject({ x: 40, y: 50 });
    await end();
    await untilControls(0);
  });

  it('follows its setting at once', async () => {
    await begin();
    await untilControls(1);
    unwrap(await client.call('settings.update', { captureControl: false }));
    await untilControls(0);
    unwrap(await client.call('settings.update', { captureControl: true }));
    await untilControls(1);
    await end();
    await untilControls(0);
  });

  it('asks the page for a capture by a key of the whole system, as somebody who acts; the same key ends it', async () => {
    let asked = 0;
    client.subscribe('video.onStartAsked', () => void (asked += 1));
    unwrap(await client.call('settings.update', { shortcuts: { 'global.capture': 'Mod+Shift+F9' } }));
    await app.ask('pressGlobally', 'CommandOrControl+Shift+F9');
    await vi.waitFor(() => expect(asked).toBe(1), 10_000);
    expect((await app.ask('windows'))[0]).toMatchObject({ isShown: true, hasGesture: true });
    expect(unwrap(await client.call('video.takeStartRequest'))).toEqual({ isAsked: true });
    await begin();
    await app.ask('pressGlobally', 'CommandOrControl+Shift+F9');
    await vi.waitFor(
      async () => expect(unwrap(await client.call('recording.readState')).take).toBeNull(),
      10_000,
    );
    expect(asked).toBe(1);
    expect(await app.ask('recorded')).toMatchObject({ errorBoxes: [] });
  });
});
