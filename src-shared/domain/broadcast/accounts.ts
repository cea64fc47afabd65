import { z } from 'zod';

/** Platforms whose accounts SoundDesk can use. */
export const ACCOUNT_PLATFORMS = ['twitch', 'youtube'] as const;
export const accountPlatformSchema = z.enum(ACCOUNT_PLATFORMS);
export type AccountPlatform = z.infer<typeof accountPlatformSchema>;

export const isAccountPlatform = (id: string): id is AccountPlatform =>
  ACCOUNT_PLATFORMS.some((platform) => platform === id);

/** Who may see a broadcast of YouTube. */
export const PRIVACIES = ['public', 'unlisted', 'private'] as const;
export type Privacy = (typeof PRIVACIES)[number];

export const CHAT_ACTIONS = ['delete', 'timeout', 'ban'] as const;
export type ChatAction = (typeof CHAT_ACTIONS)[number];

/** How long nobody hears from who is put on time-out. */
export const CHAT_TIMEOUT_SEC = 600;

/** Signs of one message, as the platform takes them. */
export const MOST_CHAT_CHARS: Readonly<Record<AccountPlatform, number>> = { twitch: 500, youtube: 200 };
/** More than anybody scrolls back. */
export const MOST_CHAT_ENTRIES = 300;

/** The speed test sends for so long. */
export const SPEED_TEST_SEC = 5;

export const chatEntrySchema = z.object({
  /** Of the platform; `platform` and `id` together are there once. */
  id: z.string(),
  platform: accountPlatformSchema,
  author: z.string(),
  text: z.string(),
  /** Milliseconds since 1970. */
  atMs: z.number(),
  /** The account itself has written it. */
  isOwn: z.boolean(),
});
export type ChatEntry = z.infer<typeof chatEntrySchema>;

/** What is set for a platform; those that it does not know are not used. */
export const accountOptionsSchema = z.object({
  /** Of Twitch. */
  category: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Of a new broadcast on YouTube. */
  privacy: z.enum(PRIVACIES),
  /** Of YouTube: a planned broadcast; null for a new one. */
  broadcastId: z.string().nullable(),
});
export type AccountOptions = z.infer<typeof accountOptionsSchema>;
export const DEFAULT_ACCOUNT_OPTIONS: AccountOptions = {
  category: null,
  privacy: 'public',
  broadcastId: null,
};
