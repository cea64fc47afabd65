import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { createClient, type Client } from '../../src-shared/rpc/index.ts';
import { PULSE_MICROPHONE, PULSE_SPEAKER, startPulse, type SoundServer } from '../lib/virtualAudio.ts';
import { createPackagedLayout, type PackagedLayout } from './standIn/layout.ts';
import { launchStandIn, type StandInApp } from './standIn/launch.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

/** Keys pressed in another program, through the built shell, to the engine and its sound server. */
describe('shortcuts for the whole system', () => {
  let server: SoundServer;
  let layout: PackagedLayout;
  let app: StandInApp;
  let client: Client<AppContract>;

  beforeAll(async () => {
    server = await startPulse();
    layout = await createPackagedLayout('tiny');
    app = await launchStandIn(layout, { env: server.env });
    await app.ask('settle');
    client = createClient({
      contract: appContract,
      protocolVersion: PROTOCOL_VERSION,
      openChannel: () => app.openChannel(),
    });
    const devices = unwrap(await client.call('devices.listAudio'));
    const idOf = (name: string, type: string) =>
      devices.find((device) => device.name.includes(name) && device.type === type)?.id ?? 'not listed';
    unwrap(
      await client.call('settings.update', {
        inputDeviceId: idOf(PULSE_MICROPHONE, 'input'),
        outputDeviceId: idOf(PULSE_SPEAKER, 'output'),
        shortcuts: {
          'global.live': 'Mod+Shift+F8',
          'global.mute': 'Mod+Shift+F9',
          'global.record': 'Mod+Shift+F7',
        },
      }),
    );
  });
  afterAll(async () => {
    await app?.stop();
    layout?.remove();
    await server?.close();
  });

  const live = async () => unwrap(await client.call('engine.readState')).live;

  it('are offered by the desktop app, and report what another program has', async () => {
    expect(unwrap(await client.call('host.describe')).capabilities.globalShortcuts.supported).toBe(true);
    expect(unwrap(await client.call('shortcuts.readRefused'))).toEqual([
      {
        id: 'global.record',
        keys: 'Mod+Shift+F7',
        reason: 'Another program has these keys. Choose others, or free them there.',
      },
    ]);
  });

  it('start, silence and stop a session', async () => {
    await app.ask('pressGlobally', 'CommandOrControl+Shift+F8');
    await expect.poll(live, { timeout: 10_000 }).not.toBeNull();
    const before = (await live())?.listening;
    await app.ask('pressGlobally', 'CommandOrControl+Shift+F9');
    await expect.poll(async () => (await live())?.listening).toBe(before === 'off' ? 'clean' : 'off');
    await app.ask('pressGlobally', 'CommandOrControl+Shift+F8');
    await expect.poll(live).toBeNull();
    expect(await app.ask('recorded')).toMatchObject({ errorBoxes: [] });
  });

  it('follow the settings at once, and say why nothing is recorded', async () => {
    unwrap(await client.call('settings.update', { shortcuts: { 'global.record': 'F9' } }));
    expect(unwrap(await client.call('shortcuts.readRefused'))).toEqual([]);
    expect(await app.ask('pressGlobally', 'F9')).toEqual(['F9']);
    await expect
      .poll(async () => (await app.ask('recorded')).errorBoxes)
      .toEqual([{ title: 'SoundDesk', content: 'Please enable at least one channel before recording.' }]);
  });
});
