/** The gateway's socket: the way of SoundDesk itself, that no other user and no other program's port can take. */
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createGatewayFetch } from '../../src-node/gatewayFetch/index.ts';
import { createFunctions } from '../../supabase/embedded/functions.ts';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';
import { startImpostor, type Impostor } from '../lib/impostor.ts';

let backend: TestBackend;
beforeEach(async () => {
  backend = await createTestBackend({
    rates: { signIn: [{ by: 'address', limit: 3, windowMs: 60_000 }] },
  });
});
afterEach(() => backend.close());

const apikey = () => inject('cluster').secrets.anonKey;
const bySocket: typeof fetch = (input, init) => createGatewayFetch(backend.gatewaySocket)(input, init);
const signIn = async (ask: typeof fetch, password: string) => {
  const response = await ask(`${backend.services.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: apikey() },
    body: JSON.stringify({ email: 'socket@example.com', password }),
  });
  return response.status;
};

describe('the socket of the gateway', () => {
  it('is in a folder of its user alone, and only he may open it', () => {
    expect(lstatSync(backend.gatewaySocket).mode & 0o777).toBe(0o600);
    const folder = lstatSync(dirname(backend.gatewaySocket));
    expect(folder.mode & 0o777).toBe(0o700);
    expect(folder.uid).toBe(process.getuid?.());
  });

  it('has the paths, the key check and the limits of the port', async () => {
    const plans = `${backend.services.url}/rest/v1/plans?select=id`;
    expect((await bySocket(plans)).status).toBe(401);
    const answer = await bySocket(plans, { headers: { apikey: apikey() } });
    expect(await answer.json()).toBeInstanceOf(Array);
    const large = await bySocket(`${backend.services.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: apikey() },
      body: 'x'.repeat(65 * 1024),
    });
    expect(large.status).toBe(413);
  });

  it('counts who comes by it as a caller of this computer, together with those at the port', async () => {
    await backend.signUp('socket@example.com');
    expect(await signIn(bySocket, 'wrong')).toBe(400);
    expect(await signIn(fetch, 'wrong')).toBe(400);
    expect(await signIn(bySocket, 'wrong')).toBe(400);
    expect(await signIn(fetch, PASSWORD)).toBe(429);
    expect(await signIn(bySocket, PASSWORD)).toBe(429);
  });

  it('is there again after a restart', async () => {
    await backend.restart();
    expect((await bySocket(`${backend.services.url}/health`)).status).toBe(200);
  });
});

describe('the functions of the backend', () => {
  let impostor: Impostor;
  beforeEach(async () => {
    impostor = await startImpostor(0);
  });
  afterEach(() => impostor.close());

  it('send the service key to nobody at the port, which may be another program by then', async () => {
    const { secrets } = inject('cluster');
    const folder = mkdtempSync(join(tmpdir(), 'sounddesk-functions-'));
    const functions = createFunctions({
      url: `http://127.0.0.1:${impostor.port}`,
      fetch: createGatewayFetch(join(folder, 'gateway.sock')),
      secrets,
      nowMs: Date.now,
      siteUrl: 'http://127.0.0.1:1',
      sendMail: async () => undefined,
    });
    const headers = { authorization: `Bearer ${secrets.serviceKey}` };
    for (const name of ['probe-services', 'delete-old-records', 'send-password-reset', 'my-licenses']) {
      const body = JSON.stringify({ email: 'a@example.com' });
      const request = new Request('http://localhost/', { method: 'POST', headers, body });
      await functions[name]?.(request).catch(() => undefined);
    }
    expect(impostor.heard).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
