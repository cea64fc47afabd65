import { createLinkOfRunning } from '../door/runningHost.ts';
import { findStartToken } from '../host.ts';
import { findWindowBrowser, openWindow } from '../appWindow.ts';
import { openBrowser } from '../openBrowser.ts';
import { printError } from './output.ts';

/** A link that pairs one browser with the host that runs on this data folder; null where none answers. */
export async function findLink(dataDir: string): Promise<string | null> {
  const startToken = findStartToken(dataDir);
  if (!startToken) return null;
  // Not running any more, or another program has its port: there is no link either way.
  return await createLinkOfRunning(startToken).catch(() => null);
}

/** Opens the link in the user's browser; with `isWindow` in a window of its own, where a browser here can do that. */
export function showLink(link: string, { isWindow = false } = {}): void {
  const onFailed = (reason: string) =>
    printError(`No browser could be opened (${reason}): open the address yourself.`);
  const windowBrowser = isWindow ? findWindowBrowser() : null;
  if (windowBrowser === null) openBrowser(link, onFailed);
  else openWindow(windowBrowser, link, onFailed);
}
