/** Activation, renewal and release of a licence's device: the same code under Deno and in the gateway. */
import { importJWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import {
  LICENCE_ISSUER,
  LICENCE_PLATFORMS,
  LICENCE_TOKEN_DAYS,
  parseLicenceKey,
} from '../../../src-shared/domain/licence.ts';
import {
  answer,
  callProcedure,
  failure,
  isWithinLimit,
  type FunctionEnvironment,
  type Handler,
} from './environment.ts';

const DAY_SEC = 86_400;
const TRIES = 60;
const WINDOW_SEC = 600;

const deviceSchema = z.string().min(16).max(128);
const activateSchema = z.object({
  licenceKey: z.string().max(200),
  deviceId: deviceSchema,
  deviceName: z.string().max(120).default(''),
  platform: z.enum(LICENCE_PLATFORMS),
});
const tokenSchema = z.object({ token: z.string().max(4000), deviceId: deviceSchema });

const outcomeSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('ok'),
    licenseId: z.uuid(),
    plan: z.string(),
    status: z.enum(['trial', 'active']),
    deviceId: z.string(),
    sequence: z.number(),
    trialEndsAt: z.string().nullable(),
  }),
  z.object({ outcome: z.literal('too_many_devices'), maxDevices: z.number() }),
  z.object({ outcome: z.literal('wrong_platform'), platform: z.string() }),
  z.object({ outcome: z.enum(['not_found', 'revoked', 'expired', 'wrong_product', 'device_not_active']) }),
]);
type Outcome = z.infer<typeof outcomeSchema>;

/** Why a licence is refused, and what to do next. */
const REFUSALS: Readonly<Record<Exclude<Outcome['outcome'], 'ok'>, [status: number, message: string]>> = {
  not_found: [404, 'This license key is not known. Check that all of it was pasted.'],
  revoked: [403, 'This license was revoked. Contact support, or use another key.'],
  expired: [403, 'This license has expired. Choose a plan to go on.'],
  wrong_product: [403, 'This license is not for the desktop app.'],
  wrong_platform: [403, 'This license is for another operating system.'],
  too_many_devices: [
    409,
    'This license is in use on as many devices as it allows. Deactivate one of them first.',
  ],
  device_not_active: [403, 'This device was deactivated. Activate it again with the license key.'],
};

export function makeActivateLicence(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'activate-license', activateSchema, async (input) => {
    const licenceKey = parseLicenceKey(input.licenceKey);
    if (!licenceKey) return failure(400, 'BAD_KEY', 'A license key has the form SD-XXXXX-XXXXX-XXXXX-XXXXX.');
    const outcome = await callProcedure(environment, 'activate_license', {
      license_key: licenceKey,
      device: input.deviceId,
      name: input.deviceName,
      device_platform: input.platform,
    });
    return answerOutcome(environment, outcomeSchema.parse(outcome));
  });
}

export function makeRefreshLicence(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'refresh-license', tokenSchema, async ({ token, deviceId }) => {
    const licenceId = await licenceOf(environment, token, deviceId);
    if (!licenceId) return badToken();
    const outcome = await callProcedure(environment, 'refresh_license', {
      license_id: licenceId,
      device: deviceId,
    });
    return answerOutcome(environment, outcomeSchema.parse(outcome));
  });
}

export function makeReleaseLicence(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'release-license', tokenSchema, async ({ token, deviceId }) => {
    const licenceId = await licenceOf(environment, token, deviceId);
    if (!licenceId) return badToken();
    await callProcedure(environment, 'release_license_device', { license_id: licenceId, device: deviceId });
    return answer(200, { success: true, data: {} });
  });
}

const badToken = () =>
  failure(403, 'BAD_TOKEN', 'This device holds no valid license. Activate it with the license key.');

function guarded<S extends z.ZodType>(
  environment: FunctionEnvironment,
  bucket: string,
  schema: S,
  act: (input: z.infer<S>) => Promise<Response>,
): Handler {
  return async (request) => {
    if (request.method === 'OPTIONS') return answer(200, {});
    if (request.method !== 'POST') return failure(405, 'BAD_METHOD', 'This function takes POST.');
    const input = schema.safeParse(await request.json().catch(() => null));
    if (!input.success) return failure(400, 'BAD_INPUT', z.prettifyError(input.error));
    if (!(await isWithinLimit(environment, request, bucket, TRIES, WINDOW_SEC)))
      return failure(429, 'TOO_MANY_REQUESTS', 'Too many tries. Wait ten minutes and try again.');
    return act(input.data);
  };
}

async function answerOutcome(environment: FunctionEnvironment, outcome: Outcome): Promise<Response> {
  if (outcome.outcome !== 'ok') {
    const [status, message] = REFUSALS[outcome.outcome];
    return failure(status, outcome.outcome.toUpperCase(), message);
  }
  const { licencePrivateJwk, nowMs } = environment;
  const nowSec = Math.floor(nowMs() / 1000);
  const token = await new SignJWT({
    dev: outcome.deviceId,
    plan: outcome.plan,
    status: outcome.status,
    seq: outcome.sequence,
    trialEndsAtMs: outcome.trialEndsAt === null ? null : Date.parse(outcome.trialEndsAt),
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: licencePrivateJwk.kid ?? '' })
    .setIssuer(LICENCE_ISSUER)
    .setSubject(outcome.licenseId)
    .setIssuedAt(nowSec)
    .setExpirationTime(nowSec + LICENCE_TOKEN_DAYS * DAY_SEC)
    .sign(await importJWK(licencePrivateJwk, 'EdDSA'));
  return answer(200, { success: true, data: { token } });
}

/** The licence of a token of ours for this device, also of one that is over; null else. */
async function licenceOf(
  { licencePrivateJwk }: FunctionEnvironment,
  token: string,
  deviceId: string,
): Promise<string | null> {
  const { d: _private, ...publicJwk } = licencePrivateJwk;
  try {
    const { payload } = await jwtVerify(token, await importJWK(publicJwk, 'EdDSA'), {
      algorithms: ['EdDSA'],
      issuer: LICENCE_ISSUER,
      // An old token may ask for a new one: the database decides.
      currentDate: new Date(0),
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    return payload.dev === deviceId && typeof payload.sub === 'string' ? payload.sub : null;
  } catch {
    // Whatever is wrong with it: it is not a token of ours.
    return null;
  }
}
