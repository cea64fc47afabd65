import { nameBrowser } from '../../../src-shared/rpc/index.ts';
import { isServedByHost } from '../servedByHost.ts';
import { readBrowserKey } from './browserKey.ts';

export { clearSessionStorage, hasLink } from './accessToken.ts';
export { openHostChannel } from './openHostChannel.ts';

/** By which the host lists this browser; null where no browser has to be let in. */
export async function readOwnBrowserId(): Promise<string | null> {
  return isServedByHost() ? await nameBrowser((await readBrowserKey()).identity.publicKey) : null;
}
