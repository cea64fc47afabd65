/** How this program asks the account server: by HTTPS, or on this machine. */
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { BackendAddress } from '../ports.ts';

const TIMEOUT_MS = 10_000;

/** Throws `SERVER_UNREACHABLE` where nobody answers. */
export async function postToBackend(
  address: BackendAddress,
  path: string,
  input: object,
  accessToken = address.publicKey,
): Promise<Response> {
  const url = checkedUrl(address.url);
  try {
    return await address.fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        apikey: address.publicKey,
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

export function unreachable(url: string | null, cause?: unknown): RpcError {
  return url === null
    ? failWith('SERVER_UNREACHABLE', 'noServer', { retryable: true, cause })
    : failWith('SERVER_UNREACHABLE', 'serverSilent', { values: { url }, retryable: true, cause });
}

/** Keys and sessions go by HTTPS; plainly only to this very machine. */
export function checkedUrl(text: string): string {
  const url = new URL(text);
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback))
    return url.href.replace(/\/+$/, '');
  throw failWith('SERVER_UNREACHABLE', 'serverNotSecure', { values: { origin: url.origin } });
}
