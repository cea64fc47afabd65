import { expect } from 'vitest';
import type { BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import type { AccountProblem, PlatformAccount } from '../../../src-shared/contract/broadcastAccounts.ts';
import { unwrap, type Answer } from '../../../src-shared/contract/errors.ts';
import type { AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import type { PlatformId } from '../../../src-shared/domain/broadcast/platforms.ts';
import { startLiveHost, type LiveHost } from '../liveSession.ts';
import { startPlatforms, type Platforms } from './index.ts';

const OUR_IDS = { SOUNDDESK_TWITCH_CLIENT_ID: 'our-twitch', SOUNDDESK_YOUTUBE_CLIENT_ID: 'our-youtube' };
/** As WebCodecs describes an encoding of 720p. */
const AVC_CONFIG = 'AWQAH//hABlnZAAfrNlAUAW7ARAAAAMAEAAAAwPA8YMZYAEABmjr48siwP34+AA=';

const FEED_EVERY_MS = 5000;

/** A host with the stand-ins of the platforms, and what tests do with them. */
export interface AccountsRig {
  live: LiveHost;
  platforms: Platforms;
  account(platform: AccountPlatform): Promise<PlatformAccount>;
  problem(platform: AccountPlatform): Promise<AccountProblem['text'] | null>;
  connect(platform: AccountPlatform): Promise<void>;
  addDestination(platform: PlatformId, address?: string): Promise<string>;
  /** A destination of the account, with its address and key. */
  addOwn(platform: AccountPlatform): Promise<string>;
  start(): Promise<Answer<BroadcastView>>;
  close(): Promise<void>;
}

export async function startAccountsRig(
  options: {
    youTubeIngest?: string;
    env?: NodeJS.ProcessEnv;
    /** Of a host before this one. */
    platforms?: Platforms;
    /** Before the host starts. */
    prepare?: (dataDir: string) => void;
  } = {},
): Promise<AccountsRig> {
  const platforms = options.platforms ?? (await startPlatforms(options.youTubeIngest));
  const env = { ...process.env, ...(options.env ?? OUR_IDS) };
  const live = await startLiveHost(env, undefined, {
    platformAddresses: platforms.addresses,
    ...(options.prepare && { prepare: options.prepare }),
  });
  const { client } = live;
  let feeding: NodeJS.Timeout | undefined;

  async function account(platform: AccountPlatform): Promise<PlatformAccount> {
    const { accounts } = unwrap(await client.call('broadcastAccounts.read'));
    return accounts.find((known) => known.platform === platform) as PlatformAccount;
  }
  async function connect(platform: AccountPlatform): Promise<void> {
    unwrap(await client.call('broadcastAccounts.connect', { platform }));
    const { signIn } = await account(platform);
    if (platform === 'twitch') platforms.twitch.answerCode('agreed');
    else if (signIn.kind === 'waiting') await fetch(signIn.link);
    await expect.poll(async () => (await account(platform)).signIn.kind).toBe('connected');
  }
  async function addDestination(platform: PlatformId, address = 'rtmp://127.0.0.1:9/live'): Promise<string> {
    const view = unwrap(
      await client.call('broadcast.saveDestination', {
        id: null,
        platform,
        name: `At ${platform}`,
        address,
        watchLink: null,
        catchesUp: true,
        isEnabled: true,
      }),
    );
    return view.destinations.at(-1)?.id ?? '';
  }
  return {
    live,
    platforms,
    account,
    connect,
    addDestination,
    problem: async (platform) => (await account(platform)).problem?.text ?? null,
    async addOwn(platform) {
      const id = await addDestination(platform);
      unwrap(await client.call('broadcastAccounts.fillDestination', { id }));
      return id;
    },
    start() {
      // A broadcast whose page says nothing for a minute is ended.
      feeding ??= setInterval(
        () => void client.upload('broadcast.append', { feed: 1, frames: [] }, []),
        FEED_EVERY_MS,
      );
      return client.call('broadcast.start', {
        title: 'Evening <show>',
        description: 'With a guest',
        quality: '720p30',
        avcConfig: AVC_CONFIG,
      });
    },
    async close() {
      clearInterval(feeding);
      await live.close();
      if (!options.platforms) await platforms.close();
    },
  };
}
