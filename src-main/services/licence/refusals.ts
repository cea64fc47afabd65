/** Why a licence is not taken, in words for the user. */
import { RpcError } from '../../../src-shared/contract/errors.ts';

export const NOT_TRUSTED = 'ISSUER_NOT_TRUSTED';

export const refuse = (reason: string, message: string) =>
  new RpcError('LICENCE_REFUSED', message, { details: { reason } });

export const noSuchPlan = () =>
  refuse(
    NOT_TRUSTED,
    'This account server can start trials, but not paid plans: this version of SoundDesk does not know it. Use a license of the account server that your SoundDesk was made for.',
  );

export const unverifiable = (reason: string) =>
  refuse(
    `UNVERIFIABLE_${reason.toUpperCase()}`,
    'This license could not be verified: it was changed, or it comes from another account server.',
  );
