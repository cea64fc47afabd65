import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformAccount } from '../../src-shared/contract/broadcastAccounts.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { AccountPlatform } from '../../src-shared/domain/broadcast/accounts.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { startPlatforms, TWITCH_KEY, type Platforms } from '../lib/platforms/index.ts';

const OUR_IDS = { SOUNDDESK_TWITCH_CLIENT_ID: 'our-twitch', SOUNDDESK_YOUTUBE_CLIENT_ID: 'our-youtube' };

let platforms: Platforms;
let live: LiveHost;

beforeEach(async () => {
  platforms = await startPlatforms();
  live = await startLiveHost({ ...process.env, ...OUR_IDS }, undefined, {
    platformAddresses: platforms.addresses,
  });
});
afterEach(async () => {
  await live?.close();
  await platforms?.close();
});

const call = async (platform: AccountPlatform): Promise<PlatformAccount> => {
  const { accounts } = unwrap(await live.client.call('broadcastAccounts.read'));
  const found = accounts.find((account) => account.platform === platform);
  if (!found) throw new Error('no such platform');
  return found;
};
const kindOf = async (platform: AccountPlatform) => (await call(platform)).signIn.kind;

async function connect(platform: AccountPlatform): Promise<void> {
  const view = unwrap(await live.client.call('broadcastAccounts.connect', { platform }));
  const { signIn } = view.accounts.find((account) => account.platform === platform) ?? {};
  if (platform === 'twitch') platforms.twitch.answerCode('agreed');
  else if (signIn?.kind === 'waiting') await fetch(signIn.link);
  await expect.poll(() => kindOf(platform)).toBe('connected');
}

async function addDestination(platform: AccountPlatform): Promise<string> {
  const view = unwrap(
    await live.client.call('broadcast.saveDestination', {
      ...{ id: null, platform, name: platform, address: 'rtmp://127.0.0.1:9/live' },
      ...{ watchLink: null, catchesUp: true, isEnabled: true },
    }),
  );
  return view.destinations.at(-1)?.id ?? '';
}

describe('the account at Twitch', () => {
  it('is connected by a code, and gives a destination its key', async () => {
    const view = unwrap(await live.client.call('broadcastAccounts.connect', { platform: 'twitch' }));
    expect(view.accounts[0]).toMatchObject({
      client: 'ours',
      signIn: { kind: 'waiting', code: 'ABCDEFGH' },
    });
    platforms.twitch.answerCode('agreed');
    await expect.poll(() => kindOf('twitch')).toBe('connected');
    const id = await addDestination('twitch');
    unwrap(await live.client.call('broadcastAccounts.fillDestination', { id }));
    const [destination] = unwrap(await live.client.call('broadcast.read')).destinations;
    expect(destination).toMatchObject({
      hasKey: true,
      usesAccount: true,
      address: 'rtmp://live.twitch.tv/app',
      watchLink: 'https://www.twitch.tv/twitchdev',
    });
    expect(JSON.stringify(destination)).not.toContain(TWITCH_KEY);
  });

  it('is asked for no longer once that is cancelled', async () => {
    unwrap(await live.client.call('broadcastAccounts.connect', { platform: 'twitch' }));
    unwrap(await live.client.call('broadcastAccounts.cancel', { platform: 'twitch' }));
    platforms.twitch.answerCode('agreed');
    expect(await kindOf('twitch')).toBe('off');
    await connect('twitch');
  });
});
