import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SoundDeskBridge } from '../../src-preload/api.ts';
import type { Channel } from '../../src-shared/rpc/index.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { giveTrial } from '../lib/licensedHost.ts';
import { createPackagedLayout, ROOT, type PackagedLayout } from './standIn/layout.ts';
import { launchStandIn, type StandInApp } from './standIn/launch.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 60_000 });

/** In place of our scheme, which only Electron can give a browser: an origin that is answered here. */
const ORIGIN = 'https://sounddesk-app.test';

type FromPage = [connection: number, kind: 'open' | 'frame' | 'close', frame?: unknown];
type RelayWindow = Window & {
  sounddesk: SoundDeskBridge;
  reportTest: (...message: FromPage) => Promise<void>;
  hear: (connection: number, kind: 'frame' | 'close', frame?: unknown) => void;
};

/** The built screens in a real browser, over the built preload, main process and protocol of the stand-in. */
describe.skipIf(!existsSync(path.join(ROOT, 'out/renderer/index.html')))(
  'the built screens in the desktop app',
  () => {
    let layout: PackagedLayout;
    let app: StandInApp;
    let browser: Browser;
    let page: Page;
    const warnings: string[] = [];

    beforeAll(async () => {
      layout = await createPackagedLayout();
      await giveTrial(path.join(layout.home, 'userData/data'));
      app = await launchStandIn(layout);
      await app.ask('settle');
      browser = await launchHeadlessShell();
      page = await browser.newPage();
      page.on('console', (message) => message.type() === 'error' && warnings.push(message.text()));
      page.on('pageerror', (error) => warnings.push(error.message));
      await page.route(`${ORIGIN}/**`, async (route) => {
        const url = route.request().url().replace(ORIGIN, 'sounddesk-app://app');
        const { status, headers, base64 } = await app.ask('load', url);
        await route.fulfill({ status, headers, body: Buffer.from(base64, 'base64') });
      });
      await relayBridge();
    });
    afterAll(async () => {
      await browser?.close();
      await app?.stop();
      layout?.remove();
    });

    /** Puts a bridge on the page that ends in the one which the built preload exposed. */
    async function relayBridge(): Promise<void> {
      const channels = new Map<number, Channel>();
      await page.exposeFunction('reportTest', (...[connection, kind, frame]: FromPage) => {
        if (kind === 'frame') return channels.get(connection)?.send(frame);
        if (kind === 'close') return channels.get(connection)?.close();
        const channel = app.openChannel();
        channels.set(connection, channel);
        const hear = (what: 'frame' | 'close', heard?: unknown) =>
          void page
            .evaluate(
              ([number, about, value]) => (window as unknown as RelayWindow).hear(number, about, value),
              [connection, what, heard] as const,
            )
            // A frame may be on its way while the test closes the page: then nobody is left to hear it.
            .catch((error: unknown) => {
              if (!page.isClosed()) throw error;
            });
        channel.onFrame((heard) => hear('frame', heard));
        channel.onClose(() => hear('close'));
      });
      await page.addInitScript(() => {
        const relay = window as unknown as RelayWindow;
        const listeners = new Map<number, { frame: (frame: unknown) => void; close: () => void }>();
        let last = 0;
        relay.hear = (connection, kind, frame) => listeners.get(connection)?.[kind](frame);
        const openChannel = (): Channel => {
          const connection = ++last;
          const heard = { frame: (_frame: unknown) => undefined as void, close: () => undefined as void };
          listeners.set(connection, heard);
          void relay.reportTest(connection, 'open');
          return {
            send: (frame) => void relay.reportTest(connection, 'frame', frame),
            isCongested: () => false,
            onDrain: () => () => undefined,
            onFrame: (listener) => ((heard.frame = listener), () => undefined),
            onClose: (listener) => ((heard.close = listener), () => undefined),
            close: () => void relay.reportTest(connection, 'close'),
          };
        };
        relay.sounddesk = { openChannel };
      });
    }

    it('show the dashboard with what the host says, without a warning of the browser', async () => {
      await page.goto(`${ORIGIN}/sounddesk-dashboard`);
      await page.getByRole('main').waitFor();
      await page.getByRole('button', { name: /start/i }).first().waitFor();
      // Both come from the host: without an answer of the bridge neither is there.
      await page.getByText('Noise cancellation is off').waitFor();
      await page.getByText('Office - Open Space').first().waitFor();
      expect(await page.getByText(/connection .*lost/i).count()).toBe(0);
      expect(warnings).toEqual([]);
    });
  },
);
