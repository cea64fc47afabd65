import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiScope, ApiState } from '../../src-shared/contract/api.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { startHost, type Host } from '../../src-main/node/host.ts';
import { connectToHost } from './hostClient.ts';
import { licenseDataDir, TEST_ISSUERS } from './licensedHost.ts';

export interface ApiAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: Record<string, unknown>;
}

export interface ApiRequest {
  method?: string;
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface ApiHost {
  host: Host;
  client: Client<AppContract>;
  dataDir: string;
  port: number;
  /** A key that may do everything. */
  key: string;
  createKey(scopes: ApiScope[], validDays?: number | null): Promise<{ key: string; state: ApiState }>;
  call(path: string, request?: ApiRequest): Promise<ApiAnswer>;
  close(): Promise<void>;
}

/** A host whose API is on, and a program that calls it. */
export async function startApiHost(
  options: { env?: NodeJS.ProcessEnv; plan?: string; hasAccounts?: boolean } = {},
): Promise<ApiHost> {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-api-'));
  const dataDir = join(dir, 'data');
  await licenseDataDir(dataDir, options.plan);
  const env = options.env ?? process.env;
  const { hasAccounts = false } = options;
  const host = await startHost({ dataDir, port: 0, env, hasAccounts, licenceIssuers: TEST_ISSUERS });
  const client = connectToHost(host);
  // Tests call everything: no model is fetched from its origin.
  unwrap(await client.call('models.setMirror', { mirrorUrl: 'http://127.0.0.1:9/' }));
  const port = await findFreePort();
  unwrap(await client.call('api.setServer', { isOn: true, port }));
  const createKey = async (scopes: ApiScope[], validDays: number | null = null) =>
    unwrap(await client.call('api.createKey', { name: scopes.join(' '), scopes, validDays }));
  const { key } = await createKey(['read', 'control', 'files']);
  return {
    host,
    client,
    dataDir,
    port,
    key,
    createKey,
    call: (path, request = {}) => callApi(port, path, { key, ...request }),
    async close() {
      client.close();
      await host.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** One that nobody listens at now. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Calls with `node:http`, which sends the headers that it is given. */
export async function callApi(port: number, path: string, request: ApiRequest): Promise<ApiAnswer> {
  const { method = 'GET', key = null, headers = {}, body } = request;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const outgoing = send({
    host: '127.0.0.1',
    port,
    method,
    path: path.startsWith('/api') ? path : `/api/v1${path}`,
    agent: false,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  outgoing.end(body === undefined ? undefined : isRaw ? body : JSON.stringify(body));
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  incoming.setEncoding('utf8');
  let text = '';
  for await (const chunk of incoming) text += chunk as string;
  const isJson = /json/.test(incoming.headers['content-type'] ?? '');
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    text,
    json: (isJson && text !== '' ? JSON.parse(text) : {}) as Record<string, unknown>,
  };
}
