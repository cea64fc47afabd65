/** Asks the gateway of this machine's own backend over its socket, which nobody else can take: its port anybody could. */
import { lstatSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';

/** Answers of HTTP that have no body: `Response` refuses to be given one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * A `fetch` whose every request goes to this socket, whatever host its address names. A redirect is answered as it is.
 * Rejects where nobody listens there, and where the socket's folder is open to anybody else.
 */
export function createGatewayFetch(socketPath: string): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const body = asked.body ? Buffer.from(await asked.arrayBuffer()) : null;
    requireOwnFolder(dirname(socketPath));
    const answer = await send(socketPath, asked, body);
    const status = answer.statusCode ?? 502;
    if (asked.redirect === 'error' && status >= 300 && status < 400) {
      answer.destroy();
      throw new TypeError(`${asked.url} leads elsewhere`);
    }
    return new Response(bodyOf(asked.method, status, answer), { status, headers: headersOf(answer) });
  };
}

function send(
  socketPath: string,
  { method, url, headers, signal }: Request,
  body: Buffer | null,
): Promise<IncomingMessage> {
  const { pathname, search, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        socketPath,
        method,
        path: pathname + search,
        signal,
        // One request, one connection: no kept one can have ended in between.
        agent: false,
        headers: {
          ...Object.fromEntries(headers),
          host,
          ...(body ? { 'content-length': String(body.byteLength) } : {}),
        },
      },
      resolve,
    );
    request.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error));
    request.end(body ?? undefined);
  });
}

function bodyOf(method: string, status: number, answer: IncomingMessage): ReadableStream<Uint8Array> | null {
  if (method !== 'HEAD' && !WITHOUT_BODY.has(status)) return Readable.toWeb(answer);
  answer.resume();
  return null;
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  return headers;
}

/** While the backend is down, somebody else could have made the folder where it lies among those of others. */
function requireOwnFolder(path: string): void {
  const found = lstatSync(path);
  const isOwn = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  if (!isOwn) throw new Error(`${path} is not a folder of this user alone.`);
}
