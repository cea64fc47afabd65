import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { createClient, type Client } from '../../src-shared/rpc/index.ts';
import { createPackagedLayout, type PackagedLayout } from './standIn/layout.ts';
import { launchStandIn, type StandInApp } from './standIn/launch.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

/** Through the built shell. What a page makes of it: `tests/e2e/realScreen.test.ts`. */
describe('displays that are unplugged, and the desktop app', () => {
  let layout: PackagedLayout;
  let app: StandInApp;
  let client: Client<AppContract>;
  const gone: string[] = [];

  beforeAll(async () => {
    layout = await createPackagedLayout('tiny');
    app = await launchStandIn(layout);
    await app.ask('settle');
    client = createClient({
      contract: appContract,
      protocolVersion: PROTOCOL_VERSION,
      openChannel: () => app.openChannel(),
    });
    client.subscribe('video.onScreenGone', ({ screenId }) => gone.push(screenId));
  });
  afterAll(async () => {
    await app?.stop();
    layout?.remove();
  });

  it('notifies the pages which of the screens that they were given has gone', async () => {
    for (const displayId of [2, 3, 4]) await app.ask('plugIn', displayId);
    expect(await app.ask('shareScreen', 'screen:20:0', 2)).toBe('given');
    expect(await app.ask('shareScreen', 'screen:30:0', 3)).toBe('given');
    // A window is reported by the browser, and nobody has shared the fourth display.
    expect(await app.ask('shareScreen', 'window:40:0', 4)).toBe('given');
    await app.ask('unplug', 4);
    await app.ask('unplug', 3);
    await vi.waitFor(() => expect(gone).toEqual(['screen:30:0']), 10_000);
  });

  it('lets a display go for a moment', async () => {
    gone.length = 0;
    await app.ask('plugIn', 3);
    expect(await app.ask('shareScreen', 'screen:30:0', 3)).toBe('given');
    await app.ask('unplug', 2);
    await app.ask('plugIn', 2);
    await app.ask('unplug', 3);
    await vi.waitFor(() => expect(gone).toEqual(['screen:30:0']), 10_000);
  });

  it('reports a screen once', async () => {
    gone.length = 0;
    await app.ask('unplug', 2);
    await vi.waitFor(() => expect(gone).toEqual(['screen:20:0']), 10_000);
    expect(await app.ask('recorded')).toMatchObject({ errorBoxes: [], pageErrors: [] });
  });
});
