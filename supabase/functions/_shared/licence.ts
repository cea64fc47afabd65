/** Licences for devices and their owners: the same code under Deno and in the gateway. */
import { z } from 'zod';
import {
  createLicenceKey,
  LICENCE_PLATFORMS,
  LICENCE_PREFIX_LENGTH,
  parseLicenceKey,
} from '../../../src-shared/domain/licence.ts';
import { answer, callProcedure, failure, type FunctionEnvironment, type Handler } from './environment.ts';
import { guarded } from './guard.ts';
import { licenceLimitsSchema, licenceOfToken, publicLicenceKeys, signLicenceToken } from './licenceToken.ts';
import { seal } from './sealing.ts';
import { readCaller } from './session.ts';
import { storable } from './storable.ts';

const deviceShape = {
  // Characters that everybody counts alike: the database looks at the length too.
  deviceId: z.string().regex(/^[\x20-\x7e]{16,128}$/, 'The id of the device is 16 to 128 plain characters.'),
  deviceName: storable(z.string().max(120)).default(''),
  platform: z.enum(LICENCE_PLATFORMS),
};
const activateSchema = z.object({ licenceKey: z.string().max(200), ...deviceShape });
const activateOwnSchema = z.object({ licenceId: z.uuid(), ...deviceShape });
const trialSchema = z.object(deviceShape);
const tokenSchema = z.object({ token: z.string().max(4000), deviceId: deviceShape.deviceId });

const outcomeSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('ok'),
    licenseId: z.uuid(),
    keyPrefix: z.string(),
    plan: z.string(),
    status: z.enum(['trial', 'active']),
    deviceId: z.string(),
    sequence: z.number(),
    trialEndsAt: z.string().nullable(),
    limits: licenceLimitsSchema,
  }),
  z.object({ outcome: z.literal('too_many_devices'), maxDevices: z.number() }),
  z.object({ outcome: z.literal('wrong_platform'), platform: z.string() }),
  z.object({
    outcome: z.enum(['not_found', 'revoked', 'expired', 'wrong_product', 'device_not_active', 'trial_over']),
  }),
]);
const ownSchema = z.array(z.looseObject({ isAccountTrial: z.boolean() }));
type Outcome = z.infer<typeof outcomeSchema>;

/** Why a licence is refused, and what to do next. */
const REFUSALS: Readonly<Record<Exclude<Outcome['outcome'], 'ok'>, [status: number, message: string]>> = {
  not_found: [404, 'This license key is not known. Check that all of it was pasted.'],
  revoked: [403, 'This license was revoked. Contact support, or use another key.'],
  expired: [403, 'This license has expired. Choose a plan to continue.'],
  wrong_product: [403, 'This license is not for the desktop app.'],
  wrong_platform: [403, 'This license is for another operating system.'],
  too_many_devices: [
    409,
    'This license is in use on as many devices as it allows. Deactivate one of them first.',
  ],
  device_not_active: [403, 'This device was deactivated. Activate it again with the license key.'],
  trial_over: [403, 'The 14-day trial of this account is over. Choose a plan, or use a license key.'],
};

export function makeActivateLicence(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'activate-license', activateSchema, async (input) => {
    const licenceKey = parseLicenceKey(input.licenceKey);
    if (!licenceKey) return failure(400, 'BAD_KEY', 'A license key has the form SD-XXXXX-XXXXX-XXXXX-XXXXX.');
    return answerOutcome(environment, 'activate_license', { license_key: licenceKey, ...device(input) });
  });
}

/** One of the caller's own licences, by its id: the key itself need not be at hand. */
export function makeActivateOwnLicence(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'activate-own-license', activateOwnSchema, async (input, request) => {
    const caller = await readCaller(environment, request);
    if (!caller) return signInFirst();
    const whose = { account: caller.userId, license_id: input.licenceId };
    return answerOutcome(environment, 'activate_own_license', { ...whose, ...device(input) });
  });
}

export function makeStartTrial(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'start-trial', trialSchema, async (input, request) => {
    const caller = await readCaller(environment, request);
    if (!caller) return signInFirst();
    return answerOutcome(environment, 'start_trial_license', {
      account: caller.userId,
      ...(await newKey(environment)),
      ...device(input),
    });
  });
}

export function makeMyLicences(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'my-licenses', z.looseObject({}), async (_, request) => {
    const caller = await readCaller(environment, request);
    if (!caller) return signInFirst();
    const account = caller.userId;
    const list = () => callProcedure(environment, 'list_licenses_of', { account });
    let licences = await list();
    // Who has a paid seat has a licence to choose, whether or not a trial was ever started.
    if (!ownSchema.parse(licences).some(({ isAccountTrial }) => isAccountTrial)) {
      if (await callProcedure(environment, 'make_seat_license', { account, ...(await newKey(environment)) }))
        licences = await list();
    }
    return answer(200, { success: true, data: { licences } });
  });
}

export function makeRefreshLicence(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'refresh-license', tokenSchema, async ({ token, deviceId }) => {
    const licenceId = await licenceOfToken(environment, token, deviceId);
    if (!licenceId) return badToken();
    return answerOutcome(environment, 'refresh_license', { license_id: licenceId, device: deviceId });
  });
}

export function makeReleaseLicence(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'release-license', tokenSchema, async ({ token, deviceId }) => {
    const licenceId = await licenceOfToken(environment, token, deviceId);
    if (!licenceId) return badToken();
    await callProcedure(environment, 'release_license_device', { license_id: licenceId, device: deviceId });
    return answer(200, { success: true, data: {} });
  });
}

/** The public keys that devices check tokens by: nothing secret, for anybody. */
export function makeLicenceIssuer(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'license-issuer', z.looseObject({}), () =>
    Promise.resolve(answer(200, { success: true, data: { keys: publicLicenceKeys(environment) } })),
  );
}

/** Of a key that nobody is shown: its account chooses the licence by its id. */
const newKey = (environment: FunctionEnvironment) =>
  storedKey(
    environment,
    createLicenceKey((count) => crypto.getRandomValues(new Uint8Array(count))),
  );

/** What the database keeps of a key. */
export async function storedKey(environment: FunctionEnvironment, licenceKey: string) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(licenceKey)));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    key_hash: `\\x${hex}`,
    key_prefix: licenceKey.slice(0, LICENCE_PREFIX_LENGTH),
    key_sealed: await seal(environment.sealingSecret, licenceKey),
  };
}

export const signInFirst = (): Response => failure(401, 'SIGN_IN_REQUIRED', 'Sign in first, then try again.');

const badToken = () =>
  failure(403, 'BAD_TOKEN', 'This device holds no valid license. Activate it with the license key.');

const device = (input: { deviceId: string; deviceName: string; platform: string }) => ({
  device: input.deviceId,
  name: input.deviceName,
  device_platform: input.platform,
});

/** Asks the database and answers with a token, or with why there is none. */
async function answerOutcome(
  environment: FunctionEnvironment,
  procedure: string,
  input: Record<string, unknown>,
): Promise<Response> {
  const outcome = outcomeSchema.parse(await callProcedure(environment, procedure, input));
  if (outcome.outcome !== 'ok') {
    const [status, message] = REFUSALS[outcome.outcome];
    return failure(status, outcome.outcome.toUpperCase(), message);
  }
  return answer(200, { success: true, data: { token: await signLicenceToken(environment, outcome) } });
}
