import {
  decodeAccountAnswerHead,
  MAX_ACCOUNT_BODY_BYTES,
  type AccountRequest,
  type AccountsProject,
} from '../../src-shared/contract/accounts.ts';
import { toBase64 } from '../lib/base64.ts';
import type { PlatformClient } from './client.ts';

/** Answers of HTTP that have no body: `Response` refuses to be given one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * The one way of the page to its accounts: a `fetch` for addresses of the project. A hosted project is asked as any server
 * is. The backend of this machine is asked through the host, which has proved to this page who it is: anyone who takes the
 * backend's port hears nothing of us.
 */
export function createAccountsFetch(client: PlatformClient, project: AccountsProject): typeof fetch {
  if (!project.isOnThisMachine) return (input, init) => fetch(input, init);
  return async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname, search } = new URL(request.url);
    if (origin !== new URL(project.url).origin)
      throw new TypeError(`${origin} is not where the accounts are.`);
    const body = request.body === null && request.method === 'GET' ? new Blob() : await request.blob();
    if (body.size > MAX_ACCOUNT_BODY_BYTES) return tooLarge();
    return answerOf(client, request, {
      method: request.method as AccountRequest['method'],
      path: pathname + search,
      // Scripts may not set it on a request; the list of a user's sessions names the browser by it.
      headers: { ...Object.fromEntries(request.headers), 'user-agent': navigator.userAgent },
      body: body.size === 0 ? null : await toBase64(body),
    });
  };
}

/** In the words of the backend, which would be sent no more than its own limit. */
const tooLarge = () =>
  Response.json(
    {
      code: 'TOO_LARGE',
      message: `The request is too large: at most ${MAX_ACCOUNT_BODY_BYTES / 1024} KiB are taken here.`,
    },
    { status: 413 },
  );

/** Resolves with the head of the answer, whose body follows; rejects as `fetch` does where nobody answers. */
function answerOf(
  client: PlatformClient,
  { method, signal }: Request,
  asked: AccountRequest,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let body: ReadableStreamDefaultController<Uint8Array> | null = null;
    const onChunk = (bytes: Uint8Array) => {
      if (body) return body.enqueue(bytes);
      const { status, headers } = decodeAccountAnswerHead(bytes);
      const source = new ReadableStream<Uint8Array>({
        start: (controller) => void (body = controller),
        cancel() {
          body = null;
          stream.close();
        },
      });
      const isEmpty = method === 'HEAD' || WITHOUT_BODY.has(status);
      resolve(new Response(isEmpty ? null : source, { status, headers }));
    };
    const fail = (reason: unknown) => {
      body?.error(reason);
      reject(reason);
    };
    signal.throwIfAborted();
    const stream = client.open('accounts.request', asked, onChunk);
    const onAbort = () => {
      stream.close();
      fail(signal.reason);
    };
    signal.addEventListener('abort', onAbort);
    stream.done
      .then(
        () => (body && !signal.aborted ? body.close() : fail(unreached())),
        (cause: unknown) => fail(unreached(cause)),
      )
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** As browsers say it: a caller that waits for an answer can distinguish this from a refusal. */
const unreached = (cause?: unknown) => new TypeError('Failed to fetch', { cause });
