import type { AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import type { ClientId } from './accountRecord.ts';

/** Where the platforms are asked, and how often; another one only in tests. */
export interface PlatformAddresses {
  twitch: { signIn: string; api: string; eventSub: string };
  youtube: { consent: string; token: string; revoke: string; api: string };
  viewersEveryMs: number;
}

/** From memory of their documentation, to be confirmed before a release. */
export const PLATFORM_ADDRESSES: PlatformAddresses = {
  twitch: {
    signIn: 'https://id.twitch.tv/oauth2/',
    api: 'https://api.twitch.tv/helix/',
    eventSub: 'wss://eventsub.wss.twitch.tv/ws',
  },
  youtube: {
    consent: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    revoke: 'https://oauth2.googleapis.com/revoke',
    api: 'https://www.googleapis.com/youtube/v3/',
  },
  viewersEveryMs: 30_000,
};

/** The client ids of this installation: `SOUNDDESK_TWITCH_CLIENT_ID`, `SOUNDDESK_YOUTUBE_CLIENT_ID` and `…_SECRET`. */
export function readOurClient(platform: AccountPlatform, env: NodeJS.ProcessEnv): ClientId | null {
  const name = `SOUNDDESK_${platform.toUpperCase()}_CLIENT`;
  const id = env[`${name}_ID`]?.trim();
  return id ? { id, secret: env[`${name}_SECRET`]?.trim() || null } : null;
}
