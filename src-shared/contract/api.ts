import { z } from 'zod';
import { defineEvent, defineProcedure } from './define.ts';

/** What a key may do. `read`: look. `control`: start, stop, change, delete. `files`: bytes of recordings and exports. */
export const API_SCOPES = ['read', 'control', 'files'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** What a webhook can be sent for. */
export const WEBHOOK_EVENTS = [
  'recording.ended',
  'broadcast.ended',
  'transcript.ended',
  'render.ended',
  'failure',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const apiKeyViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Its last signs; the key itself is shown once. */
  ending: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAtMs: z.number(),
  /** null: until it is revoked. */
  expiresAtMs: z.number().nullable(),
  lastUsedAtMs: z.number().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyViewSchema>;

export const webhookViewSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAtMs: z.number(),
});
export type WebhookView = z.infer<typeof webhookViewSchema>;

export const webhookDeliverySchema = z.object({
  id: z.string(),
  webhookId: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, 'test']),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int().nonnegative(),
  createdAtMs: z.number(),
  nextTryAtMs: z.number().nullable(),
  /** Of the last try: the status, or why there was none. */
  status: z.int().nullable(),
  problem: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const apiCallViewSchema = z.object({
  atMs: z.number(),
  /** null: without a valid key. */
  key: z.string().nullable(),
  method: z.string(),
  /** Without its query. */
  path: z.string(),
  status: z.int(),
  tookMs: z.number().nonnegative(),
});
export type ApiCallView = z.infer<typeof apiCallViewSchema>;

export const apiStateSchema = z.object({
  isOn: z.boolean(),
  port: z.int().min(1024).max(65_535),
  /** Where it is served now; null: it is not. */
  address: z.string().nullable(),
  /** Why it is not, although it is on. */
  problem: z.enum(['portTaken', 'refused']).nullable(),
  keys: z.array(apiKeyViewSchema),
  webhooks: z.array(webhookViewSchema),
  calls: z.object({
    month: z.string(),
    used: z.int().nonnegative(),
    limit: z.int().nonnegative().nullable(),
  }),
});
export type ApiState = z.infer<typeof apiStateSchema>;

const byId = z.strictObject({ id: z.string().min(1).max(100) });
const webhookUrlSchema = z.url({ protocol: /^https?$/ }).max(2000);

/** The API for other programs on this computer (docs/api/openapi.json): its server, keys, webhooks and log. */
export const apiContract = {
  'api.read': defineProcedure({ input: z.void(), output: apiStateSchema }),
  /** Answers when it is served, or with the reason why not. */
  'api.setServer': defineProcedure({
    input: z.strictObject({ isOn: z.boolean(), port: apiStateSchema.shape.port }),
    output: apiStateSchema,
    errors: ['SETTINGS_UNWRITABLE', 'KEYS_UNWRITABLE'],
  }),
  /** `key` is in this answer and nowhere else. */
  'api.createKey': defineProcedure({
    input: z.strictObject({
      name: z.string().trim().min(1, 'Name the key.').max(120),
      scopes: z.array(z.enum(API_SCOPES)).min(1, 'Choose what the key may do.').max(API_SCOPES.length),
      validDays: z.int().min(1).max(3650).nullable(),
    }),
    output: z.object({ key: z.string(), state: apiStateSchema }),
    errors: ['KEYS_UNWRITABLE', 'BAD_OPTION'],
  }),
  'api.revokeKey': defineProcedure({ input: byId, output: apiStateSchema, errors: ['KEYS_UNWRITABLE'] }),
  'api.removeKey': defineProcedure({ input: byId, output: apiStateSchema, errors: ['KEYS_UNWRITABLE'] }),
  /** `secret` signs what is sent; it is in this answer and nowhere else. */
  'api.createWebhook': defineProcedure({
    input: z.strictObject({
      url: webhookUrlSchema,
      events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
    }),
    output: z.object({ secret: z.string(), state: apiStateSchema }),
    errors: ['KEYS_UNWRITABLE', 'BAD_OPTION', 'PLAN_LIMIT'],
  }),
  'api.removeWebhook': defineProcedure({ input: byId, output: apiStateSchema, errors: ['KEYS_UNWRITABLE'] }),
  /** Sends a test and answers when it is waiting to be sent. */
  'api.testWebhook': defineProcedure({ input: byId, output: webhookDeliverySchema, errors: ['BAD_OPTION'] }),
  /** The newest first. */
  'api.listDeliveries': defineProcedure({ input: z.void(), output: z.array(webhookDeliverySchema) }),
  /** The last calls, the newest first; none of their bodies. */
  'api.listCalls': defineProcedure({ input: z.void(), output: z.array(apiCallViewSchema) }),
  'api.onChanged': defineEvent({ payload: apiStateSchema, delivery: 'latest' }),
};
