import { Account } from './account.ts';
import { openAccountStore } from './accountRecord.ts';
import type { ChatLog } from './chatLog.ts';
import type { PlatformDriver } from './driver.ts';
import { PLATFORM_ADDRESSES, readOurClient } from './platforms.ts';
import type { BroadcastAccountsOptions } from './ports.ts';
import { createTwitchDriver, type TwitchDriver } from './twitch/index.ts';
import { createYouTubeDriver, type YouTubeDriver } from './youtube/index.ts';

export interface Accounts {
  twitch: Account;
  youtube: Account;
  drivers: { twitch: TwitchDriver; youtube: YouTubeDriver };
  readonly all: readonly Account[];
}

/** The account at each platform, as it is kept. */
export function openAccounts(
  { secrets, env, addresses = PLATFORM_ADDRESSES, clock, log }: BroadcastAccountsOptions,
  chat: ChatLog,
  onChanged: () => void,
): Accounts {
  const nowMs = () => clock.nowMs();
  const drivers = {
    twitch: createTwitchDriver(addresses.twitch, nowMs),
    youtube: createYouTubeDriver(addresses.youtube, nowMs),
  };
  const open = (driver: PlatformDriver) =>
    new Account({
      driver,
      store: openAccountStore(driver.platform, secrets, log),
      ourClient: readOurClient(driver.platform, env),
      viewersEveryMs: addresses.viewersEveryMs,
      nowMs,
      log,
      onChanged,
      chat: {
        onAdded: (entries) => chat.add(entries),
        onRemoved: (isRemoved) =>
          chat.remove((entry) => entry.platform === driver.platform && isRemoved(entry)),
      },
    });
  const [twitch, youtube] = [open(drivers.twitch), open(drivers.youtube)];
  return { twitch, youtube, drivers, all: [twitch, youtube] };
}
