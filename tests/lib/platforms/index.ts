import type { PlatformAddresses } from '../../../src-main/services/broadcastAccounts/index.ts';
import { startTwitch, type TwitchStandIn } from './twitch.ts';
import { startYouTube, type YouTubeStandIn } from './youtube.ts';

export { TWITCH_KEY } from './twitch.ts';
export { YOUTUBE_KEY, youTubeError } from './youtube.ts';

export interface Platforms {
  twitch: TwitchStandIn;
  youtube: YouTubeStandIn;
  addresses: PlatformAddresses;
  /** Every token, code and key that was given out. */
  secrets(): string[];
  close(): Promise<void>;
}

/** Stand-ins of the platforms, with viewers counted often. */
export async function startPlatforms(youTubeIngest = 'rtmp://127.0.0.1:9/live'): Promise<Platforms> {
  const [twitch, youtube] = await Promise.all([startTwitch(), startYouTube(youTubeIngest)]);
  const twitchWeb = `http://127.0.0.1:${twitch.web.port}`;
  const youTubeWeb = `http://127.0.0.1:${youtube.web.port}`;
  return {
    twitch,
    youtube,
    addresses: {
      twitch: {
        signIn: `${twitchWeb}/oauth2/`,
        api: `${twitchWeb}/helix/`,
        eventSub: `ws://127.0.0.1:${twitch.web.port}/ws`,
      },
      youtube: {
        consent: `${youTubeWeb}/consent`,
        token: `${youTubeWeb}/token`,
        revoke: `${youTubeWeb}/revoke`,
        api: `${youTubeWeb}/youtube/v3/`,
      },
      viewersEveryMs: 50,
    },
    secrets: () => [...twitch.secrets, ...youtube.secrets],
    async close() {
      await Promise.all([twitch.close(), youtube.close()]);
    },
  };
}
