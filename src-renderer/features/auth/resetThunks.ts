import { RpcError } from '../../../src-shared/contract/errors.ts';
import { createClientThunk, requireSupabase } from '../../platform/index.ts';
import { authFailure } from './authFailure.ts';
import { linkTarget } from './mailLink.ts';
import { sendPasswordReset, type ResetAttempt } from './passwordReset.ts';

/** Has a one-time password sent; answers what to show. */
export const requestPassword = createClientThunk(
  'session/requestPassword',
  async (email: string, { backend }): Promise<string> => {
    const attempt = await sendPasswordReset(requireSupabase(backend), email);
    if (attempt.isSent) return attempt.message;
    throw new RpcError('INTERNAL', attempt.message, { details: { hasNoAnswer: attempt.status === null } });
  },
  'inPlace',
);

/** Has a link sent that opens this app to set a new password. */
export const requestResetLink = createClientThunk(
  'session/requestResetLink',
  async (email: string, { backend }): Promise<void> => {
    const { error } = await requireSupabase(backend).auth.resetPasswordForEmail(email.trim(), {
      redirectTo: linkTarget(backend, '?mode=reset'),
    });
    if (error) throw authFailure(error);
  },
  'inPlace',
);

/** The same, with all that was answered, for who looks into why it fails. */
export const testPasswordReset = createClientThunk(
  'session/testPasswordReset',
  (email: string, { backend }): Promise<ResetAttempt> => sendPasswordReset(requireSupabase(backend), email),
  'inPlace',
);
