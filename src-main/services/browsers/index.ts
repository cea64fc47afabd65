import { browsersContract } from '../../../src-shared/contract/browsers.ts';
import { refuseCalls, type Handlers } from '../../../src-shared/rpc/index.ts';
import type { PairedBrowsers } from './pairedBrowsers.ts';

export { nameOfBrowser } from './browserName.ts';
export { createPairedBrowsers, type PairedBrowsers } from './pairedBrowsers.ts';
export { createSecrets } from './secrets.ts';

/** How browsers come to this host. */
export interface BrowserDoor {
  browsers: Pick<PairedBrowsers, 'list' | 'onChanged'>;
  /** Its pages end, and links that it may have been shown open nothing any more. */
  remove(id: string): Promise<void>;
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
    async 'browsers.remove'({ id }) {
      await door.remove(id);
      return list();
    },
    'browsers.createLink': () => door.createLink(),
  };
}

/** For the desktop app, which is a window and no page. */
export const NO_BROWSERS = 'The desktop app has a window of its own: no browser is let in.';
