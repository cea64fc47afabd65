import { createLinkOfRunning } from '../door/runningHost.ts';
import { findStartToken } from '../host.ts';
import { openBrowser } from '../openBrowser.ts';
import { printError } from './output.ts';

/** A link that pairs one browser with the host that runs on this data folder; null where none answers. */
export async function findLink(dataDir: string): Promise<string | null> {
  const startToken = findStartToken(dataDir);
  if (!startToken) return null;
  // Not running any more, or another program has its port: there is no link either way.
  return await createLinkOfRunning(startToken).catch(() => null);
}

/** Opens the link in the user's browser. */
export function showLink(link: string): void {
  openBrowser(link, (reason) =>
    printError(`No browser could be opened (${reason}): open the address yourself.`),
  );
}
