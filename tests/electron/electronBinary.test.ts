import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from 'playwright';
import { contractSuite } from '../contract/suite.ts';
import { launchElectron } from '../lib/exactLocators.ts';
import { Listeners, type Channel } from '../../src-shared/rpc/index.ts';
import type { SoundDeskBridge } from '../../src-preload/api.ts';
import { buildShellWhereStale, ROOT } from './standIn/layout.ts';

const binary = findElectron();

/** Electron's own program, where it was brought, there is a display, and its sandbox can work (not as root). */
function findElectron(): string | null {
  const pathFile = path.join(ROOT, 'node_modules/electron/path.txt');
  const hasDisplay =
    process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  if (!hasDisplay || process.getuid?.() === 0 || !existsSync(pathFile)) return null;
  const file = path.join(ROOT, 'node_modules/electron/dist', readFileSync(pathFile, 'utf8').trim());
  const hasScreens = existsSync(path.join(ROOT, 'out/renderer/index.html'));
  return existsSync(file) && hasScreens ? file : null;
}

contractSuite('Electron itself', () => startElectron(binary ?? ''), { skip: binary === null });

async function startElectron(executablePath: string) {
  await buildShellWhereStale();
  const home = mkdtempSync(path.join(tmpdir(), 'sounddesk-electron-'));
  const app = await launchElectron({ executablePath, args: [`--user-data-dir=${home}`, ROOT] });
  const openChannel = await relayChannels(app, await app.firstWindow());
  return {
    openChannel,
    close: async () => {
      await app.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

type FromPage = [id: number, kind: 'frame' | 'close', frame?: unknown];
type RelayWindow = Window & {
  sounddesk: SoundDeskBridge;
  reportTest: (...message: FromPage) => Promise<void>;
  relayed: Map<number, Channel>;
};

/** Connections that the page opens over its own bridge, relayed to this process. */
async function relayChannels(app: ElectronApplication, page: Page): Promise<() => Promise<Channel>> {
  const open = new Map<number, { frames: Listeners<unknown>; closes: Listeners<void> }>();
  await page.waitForLoadState();
  await page.exposeFunction('reportTest', (...[id, kind, frame]: FromPage) => {
    if (kind === 'frame') open.get(id)?.frames.notify(frame);
    else open.get(id)?.closes.notify();
  });
  let lastId = 0;
  return async () => {
    const id = ++lastId;
    const frames = new Listeners<unknown>();
    const closes = new Listeners<void>();
    open.set(id, { frames, closes });
    await page.evaluate((number) => {
      const { sounddesk, reportTest, ...rest } = window as unknown as RelayWindow;
      const relayed = rest.relayed ?? ((window as unknown as RelayWindow).relayed = new Map());
      const channel = sounddesk.openChannel();
      relayed.set(number, channel);
      channel.onFrame((frame) => void reportTest(number, 'frame', frame));
      channel.onClose(() => void reportTest(number, 'close'));
    }, id);
    const inPage = (act: 'send' | 'close', frame?: unknown) =>
      void page
        .evaluate(
          ([number, what, value]) => {
            const channel = (window as unknown as RelayWindow).relayed.get(number);
            if (what === 'send') channel?.send(value);
            else channel?.close();
          },
          [id, act, frame] as const,
        )
        // The test may close the app while a frame is on its way: then nobody is left to hear it.
        .catch((error: unknown) => {
          if (!page.isClosed()) throw error;
        });
    return {
      send: (frame) => inPage('send', frame),
      isCongested: () => false,
      onDrain: () => () => undefined,
      onFrame: (listener) => frames.add(listener),
      onClose: (listener) => closes.add(listener),
      close: () => inPage('close'),
    };
  };
}
