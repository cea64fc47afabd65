import { z } from 'zod';
import { defineProcedure, defineStream } from './define.ts';

/**
 * Where people have their accounts: a Supabase project, or nowhere. Who is signed in is known to the page alone. It talks to
 * a hosted project itself, which TLS proves to it, and to the backend of this machine through `accounts.request`: there
 * anybody can take a port.
 */
export const accountsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('project'),
    url: z.url({ protocol: /^https?$/ }),
    /** The project's public key: it opens what anonymous visitors may see and do. */
    anonKey: z.string().min(1),
    /** Whether it is the backend of this machine, which keeps mails in an outbox. */
    isOnThisMachine: z.boolean(),
  }),
  z.object({
    kind: z.literal('none'),
    /** A sentence for the user. */
    reason: z.string(),
    /** What to call the one who works here. */
    userName: z.string(),
  }),
]);
export type Accounts = z.infer<typeof accountsSchema>;
export type AccountsProject = Extract<Accounts, { kind: 'project' }>;

/** What a page may send along: all that supabase-js sets. */
export const ACCOUNT_REQUEST_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-profile', 'apikey', 'authorization', 'content-profile', 'content-type', 'prefer'],
  ...['range', 'range-unit', 'user-agent', 'x-client-info', 'x-supabase-api-version'],
]);
/** What it may read, as the gateway allows it to pages of other origins. */
export const ACCOUNT_ANSWER_HEADERS: ReadonlySet<string> = new Set([
  ...['content-type', 'content-range', 'content-location', 'location', 'link', 'x-total-count'],
  ...['x-supabase-api-version', 'preference-applied'],
]);
/** The largest body that any route of the backend takes. */
export const MAX_ACCOUNT_BODY_BYTES = 1024 * 1024;

export const accountRequestSchema = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** With its query. */
  path: z.string().startsWith('/').max(16_384),
  /** What is not in `ACCOUNT_REQUEST_HEADERS` is left out. */
  headers: z.record(z.string().regex(/^[\w-]{1,64}$/), z.string().max(8192)),
  /** Whole; base64, since a message has text alone. */
  body: z
    .base64()
    .max(Math.ceil(MAX_ACCOUNT_BODY_BYTES / 3) * 4)
    .nullable(),
});
export type AccountRequest = z.infer<typeof accountRequestSchema>;

const answerHeadSchema = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
});
export type AccountAnswerHead = z.infer<typeof answerHeadSchema>;

/** The first chunk of an answer; those behind it are its body. */
export const encodeAccountAnswerHead = (head: AccountAnswerHead): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(head));
/** Throws where it is none. */
export const decodeAccountAnswerHead = (bytes: Uint8Array): AccountAnswerHead =>
  answerHeadSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));

export const accountsContract = {
  /** The same as long as the host runs. */
  'accounts.read': defineProcedure({ input: z.void(), output: accountsSchema }),
  /** Asks the backend of this machine, as over HTTP: the head of its answer, then the body. */
  'accounts.request': defineStream({ input: accountRequestSchema, errors: ['SERVER_UNREACHABLE'] }),
};
