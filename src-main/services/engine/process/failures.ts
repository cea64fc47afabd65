import { ERROR_CODES, RpcError, type ErrorCode } from '../../../../src-shared/contract/errors.ts';

/** Runs a call into the addon; its failures get the code that they carry. */
export function attempt<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw toRpcError(error);
  }
}

/** A failure of the addon as the contract knows it; what has no code of ours stays as it is. */
export function toRpcError(error: unknown): unknown {
  if (error instanceof RpcError) return error;
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (!ERROR_CODES.includes(code as ErrorCode)) return error ?? new Error('The addon gave no reason.');
  return new RpcError(code as ErrorCode, (error as Error).message, { cause: error });
}

export function toErrorCode(code: string): ErrorCode {
  return ERROR_CODES.find((known) => known === code) ?? 'INTERNAL';
}
