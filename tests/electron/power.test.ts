import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import type { InterruptionsState } from '../../src-shared/contract/interruptions.ts';
import { createClient, type Client } from '../../src-shared/rpc/index.ts';
import { createPackagedLayout, type PackagedLayout } from './standIn/layout.ts';
import { launchStandIn, type StandInApp } from './standIn/launch.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

/** Through the built shell: what it asks of the system, and what it makes of what the system says. */
describe('sleep and the desktop app', () => {
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

  const blocks = () => vi.waitFor(async () => await app.ask('sleepBlocks'));
  const untilHeld = (held: string[]) => vi.waitFor(async () => expect(await blocks()).toEqual(held), 5000);

  it('keeps the computer awake while it records, its screen as well where that is recorded, and not in a pause', async () => {
    expect(await blocks()).toEqual([]);
    unwrap(
      await client.call('recording.start', {
        name: null,
        sound: { of: 'screen', microphone: false, system: false },
      }),
    );
    await untilHeld(['prevent-app-suspension']);
    const track = { codec: 'vp8', codecPrivate: null, width: 320, height: 180, fps: 30 } as const;
    unwrap(
      await client.call('video.addTrack', {
        ...track,
        kind: 'screen',
        name: 'Screen',
        source: 'screen:0',
      }),
    );
    await untilHeld(['prevent-display-sleep']);
    unwrap(await client.call('recording.pause'));
    await untilHeld([]);
    unwrap(await client.call('recording.resume'));
    await untilHeld(['prevent-display-sleep']);
  });

  it('reports a sleep as the system announced it', async () => {
    const reported: InterruptionsState[] = [];
    client.subscribe('interruptions.onChanged', (state) => reported.push(state));
    const { take } = unwrap(await client.call('recording.readState'));
    await app.ask('power', 'suspend');
    // What a sleep is to the process: it is not run. Shorter than what is noticed without the system's word.
    process.kill(app.pid ?? 0, 'SIGSTOP');
    await sleep(3000).finally(() => process.kill(app.pid ?? 0, 'SIGCONT'));
    await app.ask('power', 'resume');
    await vi.waitFor(
      () =>
        expect(reported.at(-1)).toMatchObject({
          takeId: take?.id,
          interruptions: [{ kind: 'sleep', lengthSec: expect.any(Number) as number }],
        }),
      5000,
    );
    expect(unwrap(await client.call('interruptions.read'))).toEqual(reported.at(-1));
  });

  it('lets the computer sleep again when the recording is over', async () => {
    unwrap(await client.call('recording.stop'));
    await untilHeld([]);
  });
});
