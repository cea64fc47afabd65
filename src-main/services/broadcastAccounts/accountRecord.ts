import { z } from 'zod';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { accountOptionsSchema, type AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import type { Log, SecretStore } from '../ports.ts';

const clientIdSchema = z.object({ id: z.string().min(1), secret: z.string().nullable() });
/** Who asks for access; only YouTube gives a secret with it. */
export type ClientId = z.infer<typeof clientIdSchema>;

const tokensSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  /** Milliseconds since 1970. */
  expiresAtMs: z.number(),
});
export type Tokens = z.infer<typeof tokensSchema>;

const channelSchema = z.object({ id: z.string(), name: z.string(), watchLink: z.string() });
export type Channel = z.infer<typeof channelSchema>;

/** The broadcast at its platform. */
export const platformBroadcastSchema = z.object({
  id: z.string(),
  chatId: z.string().nullable(),
  watchLink: z.string(),
  /** Made for this stream; not one that was planned on the platform. */
  isNew: z.boolean(),
});

const recordSchema = z.object({
  version: z.literal(1),
  client: clientIdSchema,
  tokens: tokensSchema,
  channel: channelSchema,
  options: accountOptionsSchema,
  streamId: z.string().nullable(),
  /** The one that is live now, or was when the host was killed. */
  live: platformBroadcastSchema.nullable().default(null),
});
/** A connected account: all of it is in the store of secrets. */
export type AccountRecord = z.infer<typeof recordSchema>;

export interface AccountStore {
  readRecord(): Promise<AccountRecord | null>;
  /** null deletes it. Throws `KEYS_UNWRITABLE`, as the next one does. */
  writeRecord(record: AccountRecord | null): Promise<void>;
  readClient(): Promise<ClientId | null>;
  writeClient(client: ClientId | null): Promise<void>;
}

/** What is kept of one platform. */
export function openAccountStore(platform: AccountPlatform, secrets: SecretStore, log: Log): AccountStore {
  const record = `broadcast-account-${platform}`;
  const client = `broadcast-client-${platform}`;

  async function read<S extends z.ZodType>(name: string, schema: S): Promise<z.output<S> | null> {
    try {
      const text = await secrets.read(name);
      return text === null ? null : schema.parse(JSON.parse(text));
    } catch {
      // Not its message: that could quote what is kept.
      log.info('what is kept of an account could not be read', { name });
      return null;
    }
  }

  async function write(name: string, content: unknown): Promise<void> {
    try {
      if (content === null) await secrets.remove(name);
      else await secrets.write(name, JSON.stringify(content));
    } catch (cause) {
      throw failWith('KEYS_UNWRITABLE', 'platformSignInUnsaved', {
        cause,
        retryable: true,
      });
    }
  }

  return {
    readRecord: () => read(record, recordSchema),
    writeRecord: (content) => write(record, content),
    readClient: () => read(client, clientIdSchema),
    writeClient: (content) => write(client, content),
  };
}
