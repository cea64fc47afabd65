/**
 * Asked by the API of a computer: whose key this is, and whether a call may be made with it. A key is its own proof, so that
 * nobody has to be signed in there.
 */
import { z } from 'zod';
import { API_KEY_PATTERN, API_SCOPES, type ApiKeyAnswer } from '../../../src-shared/domain/apiKeys.ts';
import { answer, callProcedure, failure, type FunctionEnvironment, type Handler } from './environment.ts';
import { guarded } from './guard.ts';

/** A computer asks once for each call that starts work, and every half minute besides. */
const TRIES = 6000;

const inputSchema = z.object({
  apiKey: z.string().regex(API_KEY_PATTERN, 'This is no key of an organization.'),
  /** What the call is counted as; null: nothing is counted. */
  scope: z.enum(API_SCOPES).nullable(),
});

const keySchema = z.object({
  outcome: z.literal('OK'),
  keyId: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  expiresAt: z.string().nullable(),
  callsThisMonth: z.int(),
  callsPerMonth: z.int().nullable(),
});
const refusalSchema = z.object({ outcome: z.enum(['BAD_KEY', 'PLAN_LIMIT', 'BAD_SCOPE', 'CALL_LIMIT']) });
type Refusal = z.infer<typeof refusalSchema>['outcome'];

const REFUSALS: Readonly<Record<Refusal, [status: number, message: string]>> = {
  BAD_KEY: [401, 'This key is not known, was revoked or has expired. Ask an admin of your organization.'],
  PLAN_LIMIT: [403, 'API access is part of the Enterprise plan: your organization does not have it now.'],
  BAD_SCOPE: [403, 'This key may not make this call.'],
  CALL_LIMIT: [429, 'All calls of this month are used up.'],
};

export function makeUseApiKey(environment: FunctionEnvironment): Handler {
  const refuse = (outcome: Refusal) => failure(REFUSALS[outcome][0], outcome, REFUSALS[outcome][1]);
  return guarded(
    environment,
    'use-api-key',
    inputSchema,
    async ({ apiKey, scope }) => {
      if (scope !== null) {
        const used = await callProcedure(environment, 'use_api_key', { api_key: apiKey, scope });
        const refused = refusalSchema.safeParse(used);
        if (refused.success) return refuse(refused.data.outcome);
      }
      const checked = z
        .discriminatedUnion('outcome', [keySchema, refusalSchema])
        .parse(await callProcedure(environment, 'check_api_key', { api_key: apiKey }));
      if (checked.outcome !== 'OK') return refuse(checked.outcome);
      const { outcome: _, expiresAt, ...key } = checked;
      const data: ApiKeyAnswer = { ...key, expiresAtMs: expiresAt === null ? null : Date.parse(expiresAt) };
      return answer(200, { success: true, data });
    },
    TRIES,
  );
}
