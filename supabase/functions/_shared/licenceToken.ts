/** Licence tokens: Ed25519, signed by the key of now, read by that one and the one before. */
import { importJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import { z } from 'zod';
import { LICENCE_AUDIENCE, LICENCE_ISSUER, LICENCE_TOKEN_DAYS } from '../../../src-shared/domain/licence.ts';
import type { FunctionEnvironment } from './environment.ts';

const DAY_SEC = 86_400;

/** What the licence's plan allows; null: without a limit. */
export const licenceLimitsSchema = z.object({
  audioTracks: z.number().nullable(),
  videoSources: z.number().nullable(),
  broadcasting: z.boolean(),
  voiceAi: z.boolean(),
  apiAccess: z.boolean(),
});

export interface TokenFacts {
  licenseId: string;
  keyPrefix: string;
  plan: string;
  status: 'trial' | 'active';
  deviceId: string;
  sequence: number;
  trialEndsAt: string | null;
  limits: z.infer<typeof licenceLimitsSchema>;
}

/** A token for this device, which holds for 14 days. */
export async function signLicenceToken(environment: FunctionEnvironment, facts: TokenFacts): Promise<string> {
  const { licencePrivateJwk, nowMs } = environment;
  const nowSec = Math.floor(nowMs() / 1000);
  return new SignJWT({
    dev: facts.deviceId,
    key: facts.keyPrefix,
    plan: facts.plan,
    status: facts.status,
    seq: facts.sequence,
    limits: facts.limits,
    trialEndsAtMs: facts.trialEndsAt === null ? null : Date.parse(facts.trialEndsAt),
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: licencePrivateJwk.kid ?? '' })
    .setIssuer(LICENCE_ISSUER)
    .setAudience(LICENCE_AUDIENCE)
    .setSubject(facts.licenseId)
    .setIssuedAt(nowSec)
    .setExpirationTime(nowSec + LICENCE_TOKEN_DAYS * DAY_SEC)
    .sign(await importJWK(licencePrivateJwk, 'EdDSA'));
}

/** The public keys that a device checks tokens by, of two generations. */
export function publicLicenceKeys(environment: FunctionEnvironment): JWK[] {
  const { d: _private, ...current } = environment.licencePrivateJwk;
  const previous = environment.licencePreviousPublicJwk;
  return previous ? [current, previous] : [current];
}

/** The licence of a token of ours for this device, also of one that is over; null else. */
export async function licenceOfToken(
  environment: FunctionEnvironment,
  token: string,
  deviceId: string,
): Promise<string | null> {
  const keys = publicLicenceKeys(environment);
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = keys.find((candidate) => candidate.kid === kid);
        if (!key) throw new Error('unknown key');
        return importJWK(key, 'EdDSA');
      },
      {
        algorithms: ['EdDSA'],
        issuer: LICENCE_ISSUER,
        // An old token may ask for a new one: the database decides.
        currentDate: new Date(0),
        clockTolerance: Number.MAX_SAFE_INTEGER,
      },
    );
    return payload.dev === deviceId && typeof payload.sub === 'string' ? payload.sub : null;
  } catch {
    // Whatever is wrong with it: it is not a token of ours.
    return null;
  }
}
