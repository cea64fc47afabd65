/** Takes in a request's body: counted while it comes, so that nothing larger than its limit is ever held. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Why a request is not taken. */
export class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RefusedRequest';
    this.status = status;
  }
}

export interface BodyReader {
  /** The whole body; throws a `RefusedRequest` where it is too large, too slow, packed, or one too many. */
  read(request: IncomingMessage, response: ServerResponse, limitBytes: number): Promise<Buffer>;
}

/** Of all bodies at once, from their first byte until they are answered. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

const tooLarge = (limitBytes: number) =>
  new RefusedRequest(
    413,
    `The request is too large: at most ${Math.floor(limitBytes / 1024)} KiB are taken here.`,
  );

export function createBodyReader(timeoutMs: number, maxHeldBytes = MAX_HELD_BYTES): BodyReader {
  /** Oldest first. */
  const coming = new Set<{ bytes: number; giveUp(reason: RefusedRequest): void }>();
  /** Of those that are whole and wait for their answer. */
  let wholeBytes = 0;
  const makeRoom = () => {
    let held = wholeBytes;
    for (const one of coming) held += one.bytes;
    // The oldest goes: who sends slowly on purpose keeps nobody else out.
    for (const one of coming) {
      if (held <= maxHeldBytes) return;
      held -= one.bytes;
      one.giveUp(new RefusedRequest(503, 'The server is busy. Try again.'));
    }
  };
  return {
    async read(request, response, limitBytes) {
      refuseByHeaders(request, limitBytes);
      const chunks: Buffer[] = [];
      await new Promise<void>((resolve, reject) => {
        const entry = { bytes: 0, giveUp: (reason: RefusedRequest) => settle(() => reject(reason)) };
        const onData = (chunk: Buffer) => {
          entry.bytes += chunk.length;
          if (entry.bytes > limitBytes) return entry.giveUp(tooLarge(limitBytes));
          chunks.push(chunk);
          makeRoom();
        };
        const onEnd = () => settle(resolve);
        const onGone = () => entry.giveUp(new RefusedRequest(400, 'The request ended before its body did.'));
        const timer = setTimeout(
          () => entry.giveUp(new RefusedRequest(408, 'The request took too long to arrive.')),
          timeoutMs,
        );
        const settle = (how: () => void) => {
          clearTimeout(timer);
          coming.delete(entry);
          request.off('data', onData).off('end', onEnd).off('close', onGone);
          how();
        };
        coming.add(entry);
        request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
      }).catch((error: unknown) => {
        chunks.length = 0;
        throw error;
      });
      const body = Buffer.concat(chunks);
      if (!response.closed) {
        wholeBytes += body.length;
        response.once('close', () => (wholeBytes -= body.length));
      }
      return body;
    },
  };
}

/** What can be said before a byte of it has come. */
function refuseByHeaders({ headers }: IncomingMessage, limitBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  // Nobody here unpacks: what is small on the wire stays small.
  const packed = headers['content-encoding'] ?? 'identity';
  const transfer = headers['transfer-encoding'] ?? 'chunked';
  if (packed.toLowerCase() !== 'identity' || transfer.toLowerCase() !== 'chunked')
    throw new RefusedRequest(415, 'Compressed requests are not taken. Send the body as it is.');
}

/** What of a refused body is still taken from the wire, so that its sender gets to read why. */
const LINGER_MS = 1000;
const LINGER_BYTES = 4 * 1024 * 1024;

/** After an answer that came before the end of the body: the rest is thrown away, and soon the connection with it. */
export function drop(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER_BYTES) request.destroy();
  });
  request.on('error', () => undefined);
  request.on('close', () => clearTimeout(timer));
  request.on('end', () => clearTimeout(timer));
  request.resume();
}
