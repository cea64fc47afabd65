import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { introduce, type Channel, type Introduction } from '../../../src-shared/rpc/index.ts';
import { openSocketChannel } from '../websocket.ts';
import { forgetToken, readToken } from './accessToken.ts';
import { readBrowserKey, rememberHost, type BrowserKey } from './browserKey.ts';

/**
 * A connection to the host that served this page, over which both have proved who they are. A page with a link comes by it
 * and is paired; else, and where the link is an old one, it comes by this browser's key. One that has neither asks nobody.
 */
export async function openHostChannel(): Promise<Channel> {
  const browserKey = await readBrowserKey();
  const token = readToken();
  if (token !== null) {
    try {
      return await openByLink(token, browserKey);
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== 'UNAUTHENTICATED') throw error;
      forgetToken();
      // A link that was overheard has to be reported, not skipped.
      if (error.details?.reason === 'usedLink' || browserKey.knownHostKeys.length === 0) throw error;
    }
  }
  if (browserKey.knownHostKeys.length === 0) throw failWith('UNAUTHENTICATED', 'notPaired');
  const { identity: browser, knownHostKeys } = browserKey;
  return (await openAs({ kind: 'browser', browser, knownHostKeys })).channel;
}

async function openByLink(secret: string, { identity: browser }: BrowserKey): Promise<Channel> {
  const { channel, hostKey } = await openAs({ kind: 'secret', secret, browser });
  await rememberHost(hostKey);
  forgetToken();
  return channel;
}

async function openAs(introduction: Introduction): Promise<{ channel: Channel; hostKey: string }> {
  const channel = await openSocketChannel();
  const hostKey = await introduce(channel, introduction, { origin: location.origin });
  return { channel, hostKey };
}
