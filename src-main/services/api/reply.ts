import { createHash } from 'node:crypto';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { statusOf, titleOf, type Problem, type ProblemCode } from '../../../src-shared/api/index.ts';

/** An answer that is whole in memory. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
  isRetryable: boolean;
}

/** A refusal of the API, with a code of the contract or one of its own. */
export class ApiError extends Error {
  readonly code: ProblemCode;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.headers = headers;
  }
}

export function jsonReply(status: number, data: unknown, headers: Record<string, string> = {}): Reply {
  const body = JSON.stringify(data);
  return {
    status,
    headers: { 'content-type': 'application/json', etag: etagOf(body), ...headers },
    body,
    isRetryable: false,
  };
}

export const emptyReply = (): Reply => ({ status: 204, headers: {}, body: '', isRetryable: false });

export const etagOf = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

export function problemOf(code: ProblemCode, detail: string, retryable = false): Problem {
  const status = statusOf(code);
  return { type: 'about:blank', title: titleOf(status), status, detail, code, retryable };
}

const RETRYABLE: readonly ProblemCode[] = ['TOO_MANY_REQUESTS', 'SERVER_UNREACHABLE'];

/** What went wrong, as a problem: an `RpcError` or `ApiError` as it is, all else as a fault of ours. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ApiError) return problemOf(error.code, error.message, RETRYABLE.includes(error.code));
  if (error instanceof RpcError) return problemOf(error.code, error.message, error.retryable);
  return problemOf('INTERNAL', 'Something went wrong inside SoundDesk. The log says what.');
}

export function problemReply(error: unknown): Reply {
  const problem = toProblem(error);
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(problem.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(error instanceof ApiError ? error.headers : {}),
    },
    body: JSON.stringify(problem),
    isRetryable: problem.retryable || problem.status === 500,
  };
}
