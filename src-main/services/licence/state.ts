import type { LicenceState } from '../../../src-shared/contract/licence.ts';
import type { LicenceClaims, LicenceVerdict } from './verify.ts';

/** What a verdict says to the screen. */
export function toState(verdict: LicenceVerdict): LicenceState {
  switch (verdict.kind) {
    case 'trial':
      return {
        ...held(verdict.claims),
        kind: 'trial',
        daysLeft: verdict.daysLeft,
        endsAtMs: verdict.endsAtMs,
      };
    case 'active':
      return { ...held(verdict.claims), kind: 'active', renewBeforeMs: verdict.expiresAtMs };
    case 'grace':
      return { ...held(verdict.claims), kind: 'grace', daysLeft: verdict.daysLeft };
    case 'expired':
      return { ...held(verdict.claims), kind: 'expired', why: verdict.why };
    case 'invalid':
      return verdict.reason === 'missing' ? { kind: 'none' } : { kind: 'damaged', reason: verdict.reason };
    case 'revoked':
    case 'deactivated':
    case 'wrongDevice':
    case 'clockMovedBack':
      return verdict;
  }
}

const held = ({ sub, key, plan }: LicenceClaims) => ({ licenceId: sub, keyPrefix: key, plan });
