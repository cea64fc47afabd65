import { once } from 'node:events';
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  accountRequestSchema,
  decodeAccountAnswerHead,
  MAX_ACCOUNT_BODY_BYTES,
  type AccountRequest,
} from '../../../src-shared/contract/accounts.ts';
import { createGatewayFetch } from '../../../src-node/gatewayFetch/index.ts';
import { requestFromGateway } from './gatewayRequest.ts';

const URL_OF_GATEWAY = 'http://127.0.0.1:47810';

let folder: string;
let socketPath: string;
let server: Server;
let heard: { request: IncomingMessage; body: Buffer }[];
let answer: (response: ServerResponse, request: IncomingMessage) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sounddesk-gateway-'));
  socketPath = join(folder, 'gateway.sock');
  heard = [];
  answer = (response) => response.end();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ request, body: Buffer.concat(chunks) });
      answer(response, request);
    });
  });
  await once(server.listen(socketPath), 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(asked: Partial<AccountRequest>, signal = new AbortController().signal) {
  const request = { method: 'GET', path: '/rest/v1/plans', headers: {}, body: null, ...asked } as const;
  const target = { url: URL_OF_GATEWAY, fetch: createGatewayFetch(socketPath) };
  const chunks: Uint8Array[] = [];
  for await (const chunk of requestFromGateway(target, request, signal)) chunks.push(chunk);
  const [head, ...body] = chunks;
  return { ...decodeAccountAnswerHead(head ?? new Uint8Array()), body: Buffer.concat(body) };
}

/** Every byte that there is, many times. */
const everyByte = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 256));

describe('a request of a page to the accounts of this computer', () => {
  it('arrives with its body as it was, and so does the answer', async () => {
    answer = (response) => response.end(everyByte);
    const { status, body } = await ask({ method: 'POST', body: everyByte.toString('base64') });
    expect(status).toBe(200);
    expect(heard[0]?.body.equals(everyByte)).toBe(true);
    expect(body.equals(everyByte)).toBe(true);
  });

  it('brings the headers along that supabase-js sets, and no others', async () => {
    const headers = { apikey: 'k', Authorization: 'Bearer t', Prefer: 'count=exact' };
    await ask({ headers: { ...headers, 'x-forwarded-for': '192.0.2.1', host: 'evil', cookie: 'a=b' } });
    expect(heard[0]?.request.headers).toEqual({
      apikey: 'k',
      authorization: 'Bearer t',
      prefer: 'count=exact',
      host: '127.0.0.1:47810',
      connection: 'close',
    });
  });

  it('gets the status and what a page may read, and where a redirect leads', async () => {
    answer = (response) =>
      response.writeHead(303, { location: 'http://127.0.0.1:1/#x', 'set-cookie': 'a=b', server: 's' }).end();
    expect(await ask({})).toMatchObject({ status: 303, headers: { location: 'http://127.0.0.1:1/#x' } });
    expect(heard).toHaveLength(1);
    for (const status of [204, 304, 413, 429, 500]) {
      answer = (response) => response.writeHead(status).end();
      expect((await ask({})).status).toBe(status);
    }
    answer = (response) => response.writeHead(200, { 'content-range': '0-9/10' }).end();
    expect((await ask({ method: 'HEAD' })).headers).toEqual({ 'content-range': '0-9/10' });
  });

  it.each(['/outbox?token=x', '/rest/v1/../../outbox', '/instance', '//evil/rest/v1/x', '/\\evil/rest/v1/x'])(
    'goes nowhere else: %s',
    async (path) => {
      await expect(ask({ path })).rejects.toMatchObject({ code: 'BAD_INPUT' });
      expect(heard).toEqual([]);
    },
  );

  it('is bounded as the gateway bounds it', () => {
    const request = { method: 'POST', path: '/rest/v1/x', headers: {} };
    const bodyOf = (bytes: number) => ({ ...request, body: Buffer.alloc(bytes).toString('base64') });
    expect(accountRequestSchema.safeParse(bodyOf(MAX_ACCOUNT_BODY_BYTES)).success).toBe(true);
    expect(accountRequestSchema.safeParse(bodyOf(MAX_ACCOUNT_BODY_BYTES + 3)).success).toBe(false);
    expect(accountRequestSchema.safeParse({ ...request, body: null, method: 'CONNECT' }).success).toBe(false);
  });

  it('ends at the backend too where the page gives it up', async () => {
    const giveUp = new AbortController();
    const closed = Promise.withResolvers<void>();
    answer = (response) => {
      response.on('close', () => closed.resolve());
      giveUp.abort();
    };
    await expect(ask({}, giveUp.signal)).rejects.toThrow();
    await closed.promise;
  });

  it('gets a failure where nobody listens', async () => {
    server.close();
    await expect(ask({})).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', retryable: true });
  });

  it('is given to nobody whose folder is open to others, or who is not the user of it', async () => {
    chmodSync(folder, 0o755);
    await expect(ask({})).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
    renameSync(folder, `${folder}-gone`);
    await expect(ask({})).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
    renameSync(`${folder}-gone`, folder);
    expect(heard).toEqual([]);
  });
});
