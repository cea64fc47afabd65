/** What a licence token is worth on this device now. Pure: clock, keys and memory are arguments. */
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { z } from 'zod';
import {
  CLOCK_TOLERANCE_MS,
  LICENCE_AUDIENCE,
  LICENCE_GRACE_DAYS,
  LICENCE_ISSUER,
  LICENCE_TOKEN_DAYS,
  LICENCE_TRIAL_DAY_OPTIONS,
} from '../../../src-shared/domain/licence.ts';
import type { PublicKey, TrustedKeys } from './issuers.ts';

const DAY_MS = 86_400_000;
const DAY_SEC = 86_400;
/** A token of ours has a few hundred characters. */
const MAX_TOKEN_CHARS = 4000;
/** What our header holds; one that brings a key, or says where one is, is none of ours. */
const HEADER_MEMBERS: readonly string[] = ['alg', 'typ', 'kid'];
/** What a trial is of. */
const TRIAL_PLAN = 'professional';
const LONGEST_TRIAL_MS = Math.max(...LICENCE_TRIAL_DAY_OPTIONS) * DAY_MS;
/** A year that no clock of ours will show: numbers beyond it are no times. */
const LAST_SEC = 10_000_000_000;
const timeSec = z.int().positive().max(LAST_SEC);

const claimsSchema = z.object({
  iss: z.literal(LICENCE_ISSUER),
  /** Tokens of before lack it. */
  aud: z.literal(LICENCE_AUDIENCE).optional(),
  /** The licence. */
  sub: z.uuid(),
  dev: z.string().min(16),
  /** What a list shows of the key; tokens of before lack it. */
  key: z.string().default(''),
  plan: z.string(),
  /** Of one take; null: without a limit. Tokens of before lack it: then the plan's name says it. */
  limits: z.object({ audioTracks: z.int().nullable(), videoSources: z.int().nullable() }).optional(),
  status: z.enum(['trial', 'active']),
  /** The higher of two tokens is the newer. */
  seq: z.int().nonnegative(),
  iat: timeSec,
  exp: timeSec,
  trialEndsAtMs: z.int().positive().nullable(),
});
export type LicenceClaims = z.infer<typeof claimsSchema>;

/** What this device remembers between starts, beside the token. */
export interface LicenceMemory {
  /** Latest time ever seen, by this clock or by a server. */
  latestSeenMs: number;
  /** Highest sequence ever accepted, by licence. */
  highestSequence: Readonly<Record<string, number>>;
  /** Licences of which the server said that this device may not use them any more. */
  refused: Readonly<Record<string, LicenceRefusal>>;
}

export type LicenceRefusal = 'revoked' | 'ended' | 'deactivated' | 'unknownToServer';

export type LicenceVerdict =
  | { kind: 'trial'; claims: LicenceClaims; daysLeft: number; endsAtMs: number }
  | { kind: 'active'; claims: LicenceClaims; expiresAtMs: number }
  | { kind: 'grace'; claims: LicenceClaims; daysLeft: number }
  | { kind: 'expired'; claims: LicenceClaims; why: 'trialOver' | 'ended' | 'noContact' }
  | { kind: 'revoked' }
  | { kind: 'deactivated' }
  | { kind: 'wrongDevice' }
  | { kind: 'clockMovedBack'; latestSeenMs: number }
  /** Tampered with, of another key or algorithm, replayed, or no token at all. */
  | { kind: 'invalid'; reason: InvalidReason };

type InvalidReason = 'signature' | 'form' | 'issuer' | 'replayed' | 'missing' | 'unknownToServer';

interface LicenceCheck {
  token: string | null;
  deviceId: string;
  nowMs: number;
  memory: LicenceMemory;
  trusted: TrustedKeys;
}

/** The state of a token, by the strictest reason first. */
export async function checkLicence(check: LicenceCheck): Promise<LicenceVerdict> {
  const { token, deviceId, nowMs, memory } = check;
  if (token === null) return { kind: 'invalid', reason: 'missing' };
  const claims = await readToken(token, check.trusted);
  if (typeof claims === 'string') return { kind: 'invalid', reason: claims };
  // A foreign device's token first: what the server said of this device says nothing about it.
  if (claims.dev !== deviceId) return { kind: 'wrongDevice' };
  const refusal = memory.refused[claims.sub];
  if (refusal !== undefined) return refusedState(refusal, claims);
  if (claims.seq < (memory.highestSequence[claims.sub] ?? 0)) return { kind: 'invalid', reason: 'replayed' };
  const latestSeenMs = Math.max(memory.latestSeenMs, claims.iat * 1000);
  if (nowMs < latestSeenMs - CLOCK_TOLERANCE_MS) return { kind: 'clockMovedBack', latestSeenMs };
  return stateInTime(claims, nowMs);
}

function refusedState(refusal: LicenceRefusal, claims: LicenceClaims): LicenceVerdict {
  switch (refusal) {
    case 'revoked':
    case 'deactivated':
      return { kind: refusal };
    case 'ended':
      return { kind: 'expired', claims, why: claims.status === 'trial' ? 'trialOver' : 'ended' };
    case 'unknownToServer':
      return { kind: 'invalid', reason: refusal };
  }
}

function stateInTime(claims: LicenceClaims, nowMs: number): LicenceVerdict {
  const expiresAtMs = claims.exp * 1000;
  if (claims.status === 'trial' && claims.trialEndsAtMs !== null) {
    // A trial ends by its own date, whatever the token says, and has no grace.
    const endsAtMs = claims.trialEndsAtMs;
    if (nowMs >= endsAtMs) return { kind: 'expired', claims, why: 'trialOver' };
    if (nowMs < expiresAtMs)
      return { kind: 'trial', claims, daysLeft: Math.ceil((endsAtMs - nowMs) / DAY_MS), endsAtMs };
  }
  if (nowMs < expiresAtMs) return { kind: 'active', claims, expiresAtMs };
  const graceEndsMs = expiresAtMs + LICENCE_GRACE_DAYS * DAY_MS;
  if (nowMs < graceEndsMs)
    return { kind: 'grace', claims, daysLeft: Math.ceil((graceEndsMs - nowMs) / DAY_MS) };
  return { kind: 'expired', claims, why: 'noContact' };
}

/**
 * The claims of a token that is believed, whatever its time: of a key of the build for every plan; of a key that another
 * server gave (also that of this machine, which belongs to the user) for a trial alone.
 */
export async function readToken(
  token: string,
  trusted: TrustedKeys,
): Promise<LicenceClaims | 'signature' | 'form' | 'issuer'> {
  if (token.length > MAX_TOKEN_CHARS) return 'form';
  const byPinned = await readSigned(token, trusted.pinned);
  const payload = byPinned ?? (await readSigned(token, trusted.own));
  if (payload === null) return 'signature';
  const claims = claimsSchema.safeParse(payload).data;
  // No contract lets a token hold longer than this: one that says so was not made by the rules.
  if (!claims || claims.exp <= claims.iat || claims.exp - claims.iat > LICENCE_TOKEN_DAYS * DAY_SEC)
    return 'form';
  if (byPinned !== null) return claims;
  return isTrial(claims) ? { ...claims, limits: undefined } : 'issuer';
}

function isTrial({ status, plan, iat, trialEndsAtMs }: LicenceClaims): boolean {
  return (
    status === 'trial' &&
    plan === TRIAL_PLAN &&
    trialEndsAtMs !== null &&
    trialEndsAtMs <= iat * 1000 + LONGEST_TRIAL_MS
  );
}

/** What one of these keys signed; null where none did. */
async function readSigned(token: string, keys: readonly PublicKey[]): Promise<unknown> {
  try {
    const header = decodeProtectedHeader(token);
    if (!Object.keys(header).every((name) => HEADER_MEMBERS.includes(name))) return null;
    const key = keys.find((candidate) => candidate.kid !== undefined && candidate.kid === header.kid);
    if (!key) return null;
    const verified = await jwtVerify(
      token,
      await importJWK({ kty: key.kty, crv: key.crv, x: key.x }, 'EdDSA'),
      // Times are judged here, by a clock that is checked; jose would take the system's.
      { algorithms: ['EdDSA'], currentDate: new Date(0), clockTolerance: Number.MAX_SAFE_INTEGER },
    );
    return verified.payload;
  } catch {
    // Whatever is wrong with it: it is not a token of this key.
    return null;
  }
}

/** The memory after a check at this time. */
export function rememberTime(memory: LicenceMemory, nowMs: number): LicenceMemory {
  return { ...memory, latestSeenMs: Math.max(memory.latestSeenMs, nowMs) };
}

/** The memory after a token was taken from the server: its clock heals ours. */
export function rememberContact(memory: LicenceMemory, claims: LicenceClaims): LicenceMemory {
  const highest = Math.max(memory.highestSequence[claims.sub] ?? 0, claims.seq);
  return {
    latestSeenMs: claims.iat * 1000,
    highestSequence: { ...memory.highestSequence, [claims.sub]: highest },
    refused: withoutKey(memory.refused, claims.sub),
  };
}

/** The memory after the server said no: an old token that is put back does not bring the licence back. */
export function rememberRefusal(
  memory: LicenceMemory,
  licenceId: string,
  refusal: LicenceRefusal,
): LicenceMemory {
  return { ...memory, refused: { ...memory.refused, [licenceId]: refusal } };
}

function withoutKey<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
