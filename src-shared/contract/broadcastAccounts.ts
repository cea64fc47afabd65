import { z } from 'zod';
import {
  accountOptionsSchema,
  accountPlatformSchema,
  CHAT_ACTIONS,
  chatEntrySchema,
  MOST_CHAT_CHARS,
} from '../domain/broadcast/accounts.ts';
import { masterQualityIdSchema } from '../domain/broadcast/quality.ts';
import { defineEvent, defineProcedure } from './define.ts';
import { ERROR_TEXTS, type ErrorText } from './errorTexts.ts';

const count = z.int().nonnegative();
const byPlatform = z.strictObject({ platform: accountPlatformSchema });
const id = z.string().min(1).max(200);
const clientText = z
  .string()
  .trim()
  .max(300)
  .regex(/^[\x21-\x7e]*$/, 'It has no spaces and no special signs.');

/** Why something did not work, as the screens say it in each language. */
export const accountProblemSchema = z.object({
  text: z.enum(Object.keys(ERROR_TEXTS) as [ErrorText, ...ErrorText[]]),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type AccountProblem = z.infer<typeof accountProblemSchema>;

/** An account at a platform. Its tokens are in the store of secrets and never here. */
export const platformAccountSchema = z.object({
  platform: accountPlatformSchema,
  /** Whose client id asks for access: that of SoundDesk, one of the user, or none is set. */
  client: z.enum(['none', 'ours', 'own']),
  signIn: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('off') }),
    /** The user has to agree at this address, where it asks for this code. */
    z.object({ kind: z.literal('waiting'), link: z.string(), code: z.string().nullable() }),
    z.object({ kind: z.literal('connected'), name: z.string() }),
  ]),
  options: accountOptionsSchema,
  problem: accountProblemSchema.nullable(),
  /** While live, as the platform counts them; null where that is not known. */
  viewers: count.nullable(),
  /** While live, how YouTube receives it. */
  health: z.enum(['good', 'ok', 'bad', 'noData']).nullable(),
  /** Its chat can be read and written to now. */
  hasChat: z.boolean(),
});
export type PlatformAccount = z.infer<typeof platformAccountSchema>;

export const broadcastAccountsSchema = z.object({
  accounts: z.array(platformAccountSchema),
  /** Where tokens rest on this host. */
  keptIn: z.enum(['keychain', 'file']),
});
export type BroadcastAccountsView = z.infer<typeof broadcastAccountsSchema>;

const speedTestSchema = z.discriminatedUnion('kind', [
  /** Video was sent to a place where nobody sees it. */
  z.object({
    kind: z.literal('measured'),
    way: z.enum(['twitchTest', 'youtubePrivate']),
    kbps: z.number(),
    wantedKbps: z.number(),
    isEnough: z.boolean(),
  }),
  /** Nothing can be sent there unseen: only how long the server took to answer. */
  z.object({ kind: z.literal('answered'), inMs: z.number() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type SpeedTest = z.infer<typeof speedTestSchema>;

export const chatChangeSchema = z.object({
  added: z.array(chatEntrySchema),
  /** Not to be shown any more. */
  removed: z.array(chatEntrySchema.pick({ platform: true, id: true })),
});
export type ChatChange = z.infer<typeof chatChangeSchema>;

const PLATFORM_ERRORS = ['ACCOUNT_NOT_CONNECTED', 'ACCOUNT_REFUSED', 'SERVER_UNREACHABLE'] as const;

/** Accounts at platforms: the key of a destination, title, viewers and chat. */
export const broadcastAccountsContract = {
  'broadcastAccounts.read': defineProcedure({ input: z.void(), output: broadcastAccountsSchema }),
  /** The user's own client id, in place of ours; an empty one removes it. */
  'broadcastAccounts.saveClient': defineProcedure({
    input: byPlatform.extend({ clientId: clientText, clientSecret: clientText }),
    output: broadcastAccountsSchema,
    errors: ['KEYS_UNWRITABLE'],
  }),
  /** Answers with what the user has to open; that they agreed is said by `onChanged`. */
  'broadcastAccounts.connect': defineProcedure({
    input: byPlatform,
    output: broadcastAccountsSchema,
    errors: PLATFORM_ERRORS,
  }),
  'broadcastAccounts.cancel': defineProcedure({ input: byPlatform, output: broadcastAccountsSchema }),
  /** Gives the access back to the platform, and deletes it here even where the platform cannot be reached. */
  'broadcastAccounts.disconnect': defineProcedure({
    input: byPlatform,
    output: broadcastAccountsSchema,
    errors: ['KEYS_UNWRITABLE'],
  }),
  'broadcastAccounts.setOptions': defineProcedure({
    input: byPlatform.extend({ options: accountOptionsSchema }),
    output: broadcastAccountsSchema,
    errors: ['ACCOUNT_NOT_CONNECTED', 'KEYS_UNWRITABLE'],
  }),
  /** Address and key of the account go into the destination; they are in no answer. */
  'broadcastAccounts.fillDestination': defineProcedure({
    input: z.strictObject({ id }),
    output: z.void(),
    errors: [
      ...PLATFORM_ERRORS,
      ...(['DESTINATION_NOT_FOUND', 'BROADCAST_ALREADY_RUNNING'] as const),
      ...(['SETTINGS_UNWRITABLE', 'KEYS_UNWRITABLE', 'BAD_OPTION'] as const),
    ],
  }),
  /** Of Twitch. */
  'broadcastAccounts.searchCategories': defineProcedure({
    input: z.strictObject({ query: z.string().trim().min(1).max(100) }),
    output: z.array(z.object({ id: z.string(), name: z.string() })),
    errors: PLATFORM_ERRORS,
  }),
  /** Of YouTube: those that are planned. */
  'broadcastAccounts.listBroadcasts': defineProcedure({
    input: z.void(),
    output: z.array(z.object({ id: z.string(), title: z.string(), startsAt: z.string().nullable() })),
    errors: PLATFORM_ERRORS,
  }),
  /** Before going live: what the way to a destination carries. */
  'broadcastAccounts.measureSpeed': defineProcedure({
    input: z.strictObject({ id, quality: masterQualityIdSchema }),
    output: speedTestSchema,
    errors: [
      ...PLATFORM_ERRORS,
      ...(['DESTINATION_NOT_FOUND', 'BROADCAST_ALREADY_RUNNING'] as const),
      ...(['BAD_OPTION', 'FORMAT_UNSUPPORTED'] as const),
    ],
  }),
  'broadcastAccounts.readChat': defineProcedure({ input: z.void(), output: z.array(chatEntrySchema) }),
  /** Answers for each platform that did not take it why. */
  'broadcastAccounts.sendChat': defineProcedure({
    input: z.strictObject({
      platforms: z.array(accountPlatformSchema).min(1),
      text: z.string().trim().min(1).max(MOST_CHAT_CHARS.twitch),
    }),
    output: z.array(z.object({ platform: accountPlatformSchema, problem: accountProblemSchema })),
  }),
  'broadcastAccounts.moderate': defineProcedure({
    input: byPlatform.extend({ entryId: id, action: z.enum(CHAT_ACTIONS) }),
    output: z.void(),
    errors: [...PLATFORM_ERRORS, 'BAD_OPTION'],
  }),
  'broadcastAccounts.onChanged': defineEvent({ payload: broadcastAccountsSchema, delivery: 'latest' }),
  /** Chats are read as long as somebody follows this. */
  'broadcastAccounts.onChatChanged': defineEvent({ payload: chatChangeSchema, delivery: 'every' }),
};
