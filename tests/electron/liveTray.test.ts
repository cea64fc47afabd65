import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LiveLevels } from '../../src-shared/contract/engine.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { createClient, type Client } from '../../src-shared/rpc/index.ts';
import { PULSE_MICROPHONE, PULSE_SPEAKER, startPulse, type SoundServer } from '../lib/virtualAudio.ts';
import { createPackagedLayout, type PackagedLayout } from './standIn/layout.ts';
import { launchStandIn, type StandInApp } from './standIn/launch.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

/** The whole way of the built desktop app: tray, core, engine process, addon, sound server, and back to the page. */
describe('noise cancellation from the tray', () => {
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
  });
  afterAll(async () => {
    await app?.stop();
    layout?.remove();
    await server?.close();
  });

  const untilTrayShows = (item: string) =>
    vi.waitFor(async () => expect((await app.ask('tray'))?.items).toContain(item), {
      timeout: 10_000,
      interval: 50,
    });

  it('starts on the devices of the settings, moves the page meters, and stops', async () => {
    const devices = unwrap(await client.call('devices.listAudio'));
    const idOf = (name: string, type: string) =>
      devices.find((device) => device.name.includes(name) && device.type === type)?.id ?? 'not listed';
    unwrap(
      await client.call('settings.update', {
        inputDeviceId: idOf(PULSE_MICROPHONE, 'input'),
        outputDeviceId: idOf(PULSE_SPEAKER, 'output'),
      }),
    );
    const levels: LiveLevels[] = [];
    client.subscribe('engine.onLevelsMeasured', (measured) => levels.push(measured));

    await untilTrayShows('Start noise cancellation');
    await app.ask('clickTray', 'Start noise cancellation');
    await untilTrayShows('Stop noise cancellation');
    expect(await app.ask('recorded')).toMatchObject({ errorBoxes: [] });
    expect((await app.ask('tray'))?.toolTip).toBe('SoundDesk: noise cancellation is on');
    const { live } = unwrap(await client.call('engine.readState'));
    expect(live?.inputDevice.name).toContain(PULSE_MICROPHONE);
    // Nothing was chosen: the first values are no preset.
    expect(live?.presetId).toBeNull();
    // More than may be on their way unreported (32), and a second of sound: the sound server starts when it likes.
    await vi.waitFor(() => expect(levels.length).toBeGreaterThan(40), { timeout: 10_000 });
    await vi.waitFor(() => expect(levels.at(-1)?.framesProcessed).toBeGreaterThan(100), { timeout: 5000 });

    await app.ask('clickTray', 'Stop noise cancellation');
    await untilTrayShows('Start noise cancellation');
    expect(unwrap(await client.call('engine.readState')).live).toBeNull();
  });
});
