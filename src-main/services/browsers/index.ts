import { browsersContract } from '../../../src-shared/contract/browsers.ts';
import { refuseCalls, type Handlers } from '../../../src-shared/rpc/index.ts';
import type { PairedBrowsers } from './pairedBrowsers.ts';

export { nameOfBrowser } from './browserName.ts';
export { createPairedBrowsers, type PairedBrowsers } from './pairedBrowsers.ts';
export { createSecret, createSecrets } from './secrets.ts';

/** How browsers come to this host. */
export interface BrowserDoor {
  browsers: PairedBrowsers;
  /** An address that pairs one browser, once. */
  createLink(): Promise<{ url: string; expiresAtMs: number }>;
}

/** Lists and removes paired browsers; without a door there are none. */
export function createBrowsersHandlers(door: BrowserDoor | null): Handlers<typeof browsersContract> {
  if (!door) return refuseCalls(browsersContract, NO_BROWSERS);
  const { browsers } = door;
  const list = () => ({ browsers: browsers.list() });
  return {
    'browsers.list': list,
    'browsers.remove'({ id }) {
      browsers.remove(id);
      return list();
    },
    'browsers.createLink': () => door.createLink(),
  };
}

/** For the desktop app, which is a window and no page. */
export const NO_BROWSERS = 'The desktop app has a window of its own: no browser is let in.';
