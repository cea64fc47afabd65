import { RpcError } from '../../../src-shared/contract/errors.ts';
import { shownAuthMessage, UNEXPECTED_AUTH_ERROR } from './authTexts.ts';

interface AuthProblem {
  message: string;
  status?: number | undefined;
}

/** An error of supabase-js' auth as the screens show it; `fallback` is where it says nothing. */
export function authFailure({ message, status }: AuthProblem, fallback = UNEXPECTED_AUTH_ERROR): RpcError {
  // No answer at all is no message of the auth server.
  const hasNoAnswer = status === 0;
  return new RpcError('INTERNAL', shownAuthMessage(hasNoAnswer ? null : message, fallback), {
    retryable: hasNoAnswer,
    details: { hasNoAnswer },
  });
}
