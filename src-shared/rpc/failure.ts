import type { ErrorCode, RpcFailure } from '../contract/errors.ts';

/** A failure that the same call cannot mend. */
export function failure(code: ErrorCode, message: string, details?: Record<string, unknown>): RpcFailure {
  return { code, message, ...(details ? { details } : {}), retryable: false };
}
