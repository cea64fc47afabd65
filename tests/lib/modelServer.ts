import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Model } from '../../src-shared/domain/models/index.ts';

/** How a server treats the next request. */
export type ModelFault =
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'slow'; afterBytes: number }
  | { kind: 'flipped'; atByte: number }
  | { kind: 'page'; saysSo: boolean }
  | { kind: 'notSatisfiable' }
  | { kind: 'changed' }
  | { kind: 'wrongPlace' }
  | { kind: 'longer' }
  | { kind: 'broken' };

export interface ModelServer {
  origin: string;
  model: Model;
  bytes: Buffer;
  /** Of the requests to come, one each. */
  faults: ModelFault[];
  asked: IncomingMessage['headers'][];
  close(): Promise<void>;
}

const PIECE_BYTES = 64 << 10;

/** A made-up model, and a server that gives it by range as those of models do. */
export async function startModelServer(sizeBytes: number): Promise<ModelServer> {
  const bytes = Buffer.alloc(sizeBytes);
  for (let at = 0; at < sizeBytes; at += 1) bytes[at] = (at * 31 + (at >> 8) * 17) & 0xff;
  const server = createServer((request, response) => {
    given.asked.push(request.headers);
    void serve(request, response, given).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const given: ModelServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    model: {
      id: 'made-up',
      name: 'Made up',
      kind: 'speech',
      format: 'whisper',
      licence: 'CC0-1.0',
      languages: ['en'],
      files: [
        { path: 'made/up/model.bin', sizeBytes, sha256: createHash('sha256').update(bytes).digest('hex') },
      ],
    },
    bytes,
    faults: [],
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return given;
}

async function serve(request: IncomingMessage, response: ServerResponse, given: ModelServer): Promise<void> {
  const fault = given.faults.shift();
  if (request.url !== `/${given.model.files[0]?.path}`) return void response.writeHead(404).end();
  if (fault?.kind === 'broken') return void response.writeHead(503).end('busy');
  if (fault?.kind === 'page') {
    const type = fault.saysSo ? 'text/html; charset=utf-8' : 'application/octet-stream';
    return void response.writeHead(200, { 'content-type': type }).end('<html>Log in to this network</html>');
  }
  const content = contentOf(given.bytes, fault);
  const etag = fault?.kind === 'changed' ? '"other"' : '"first"';
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  if (range && fault?.kind === 'notSatisfiable') return void response.writeHead(416).end();
  const isRest = range !== null && request.headers['if-range'] === etag;
  const from = isRest ? Number(range[1]) : 0;
  const head = { etag, 'content-type': 'application/octet-stream', 'content-length': content.length - from };
  // One that gives another place than was asked for.
  const said = fault?.kind === 'wrongPlace' ? Math.max(0, from - 1) : from;
  if (isRest) {
    const part = `bytes ${said}-${content.length - 1}/${content.length}`;
    response.writeHead(206, { ...head, 'content-range': part });
  } else response.writeHead(200, head);
  await send(response, content.subarray(from), fault);
}

function contentOf(bytes: Buffer, fault: ModelFault | undefined): Buffer {
  if (fault?.kind === 'longer') return Buffer.concat([bytes, Buffer.alloc(1000)]);
  if (fault?.kind !== 'flipped' && fault?.kind !== 'changed') return bytes;
  const copy = Buffer.from(bytes);
  const at = fault.kind === 'flipped' ? fault.atByte % copy.length : 0;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

async function send(response: ServerResponse, bytes: Buffer, fault: ModelFault | undefined): Promise<void> {
  const limit = fault && 'afterBytes' in fault ? fault.afterBytes : Infinity;
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at >= limit) {
      if (fault?.kind === 'cut') response.destroy();
      // A slow one stands still: it is killed there.
      return;
    }
    await new Promise((resolve) => response.write(bytes.subarray(at, at + PIECE_BYTES), resolve));
  }
  response.end();
}
