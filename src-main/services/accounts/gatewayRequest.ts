/** A page's requests to the backend of this machine: handed on by the host, which has proved itself to the page. */
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  ACCOUNT_ANSWER_HEADERS,
  ACCOUNT_REQUEST_HEADERS,
  encodeAccountAnswerHead,
  type AccountRequest,
} from '../../../src-shared/contract/accounts.ts';

/** What the paths of a project begin with; the outbox and the rest are no page's matter. */
const PROJECT_PATH = /^\/(?:rest|auth|functions)\/v1(?:\/|$)/;

export interface GatewayTarget {
  /** Address of the gateway, as it names itself. */
  url: string;
  fetch: typeof fetch;
}

/**
 * Asks the gateway for a page: first the answer's head, then its body as it comes. Throws `BAD_INPUT` for a path that is
 * not of a project and `SERVER_UNREACHABLE` where the gateway does not answer.
 */
export async function* requestFromGateway(
  { url, fetch: ask }: GatewayTarget,
  { method, path, headers, body }: AccountRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const target = new URL(path, url);
  if (target.origin !== new URL(url).origin || !PROJECT_PATH.test(target.pathname))
    throw new RpcError('BAD_INPUT', `"${target.pathname}" is not a path of the accounts.`);
  let answer: Response;
  try {
    answer = await ask(target, {
      method,
      signal,
      redirect: 'manual',
      headers: only(ACCOUNT_REQUEST_HEADERS, headers),
      ...(body === null ? {} : { body: Buffer.from(body, 'base64') }),
    });
  } catch (cause) {
    throw failWith('SERVER_UNREACHABLE', 'accountsSilent', { retryable: true, cause });
  }
  yield encodeAccountAnswerHead({
    status: answer.status,
    headers: only(ACCOUNT_ANSWER_HEADERS, Object.fromEntries(answer.headers)),
  });
  if (answer.body) yield* answer.body;
}

function only(allowed: ReadonlySet<string>, headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => allowed.has(name)),
  );
}
