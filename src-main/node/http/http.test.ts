import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import WebSocket from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION } from '../../../src-shared/contract/index.ts';
import { connectToHost, openBareChannel, openHostChannel } from '../../../tests/lib/hostClient.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startHost, type Host } from '../host.ts';
import { isHostAllowed, isOriginAllowed } from './policy.ts';
import { resolvePath } from './staticFiles.ts';

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

let dir: string;
let host: Host;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-http-'));
  const rendererDir = join(dir, 'renderer');
  mkdirSync(join(rendererDir, 'assets'), { recursive: true });
  writeFileSync(
    join(rendererDir, 'index.html'),
    '<!doctype html><html><head lang="en"><title>x</title></head></html>',
  );
  writeFileSync(join(rendererDir, 'assets', 'index-Dx4kXJAl.js'), 'export {};');
  writeFileSync(join(rendererDir, 'worklet.wasm'), Buffer.from([0, 97, 115, 109]));
  writeFileSync(join(dir, 'secret.txt'), 'secret');
  symlinkSync(join(dir, 'secret.txt'), join(rendererDir, 'link.txt'));
  symlinkSync(dir, join(rendererDir, 'linked'));
  mkdirSync(join(dir, 'renderer-other'));
  writeFileSync(join(dir, 'renderer-other', 'file.txt'), 'secret');
  host = await startHost({ dataDir: join(dir, 'data'), port: 0, rendererDir });
});
afterAll(async () => {
  await host.close();
  rmSync(dir, { recursive: true });
});

/**
 * A request whose path and headers arrive as they are written here, on a connection of its own: one that was kept may be
 * closed by the host while the next request is on its way.
 */
function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port: host.port,
        path,
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        agent: false,
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    asking.on('error', reject).end();
  });
}

describe('pages', () => {
  it.each(['/', '/sounddesk-dashboard', '/landing', '/no/such/page', '/index.html'])(
    'answers %s with the page and the address of the host in it',
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(body).toContain('<head lang="en"><meta name="sounddesk-host" content="websocket">');
    },
  );

  it('lets files with a hash in their name be kept for ever, and others be asked for again', async () => {
    const hashed = await ask('/assets/index-Dx4kXJAl.js');
    expect(hashed.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const other = await ask('/worklet.wasm');
    expect(other.headers['content-type']).toBe('application/wasm');
    expect(other.headers['cache-control']).toBe('no-cache');
    const again = await ask('/worklet.wasm', { headers: { 'If-None-Match': other.headers.etag ?? '' } });
    expect(again.status).toBe(304);
  });

  it('answers a file that is not there as missing, and HEAD without a body', async () => {
    expect((await ask('/assets/gone-Dx4kXJAl.js')).status).toBe(404);
    const head = await ask('/worklet.wasm', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe('4');
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/..%5csecret.txt',
    '/link.txt',
    '/linked/secret.txt',
    '/../renderer-other/file.txt',
    '/secret.txt%00.js',
    '//etc/passwd',
    '/%c0%ae%c0%ae/secret.txt',
  ])('gives nothing from outside for %s', async (path) => {
    const { body } = await ask(path);
    expect(body).not.toContain('secret\n');
    expect(body).not.toBe('secret');
    expect(body).not.toContain('root:');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuses %s', async (method) => {
    const { status, headers } = await ask('/', { method });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', 'localhost:1', '127.0.0.1.evil.example'])(
    'refuses the host name %s, as a rebound name would send it',
    async (name) => {
      const { status, body } = await ask('/', { headers: { Host: name } });
      expect(status).toBe(421);
      expect(body).not.toContain('<html');
    },
  );

  it('carries the security headers on every answer, and never the token', async () => {
    for (const path of ['/', '/worklet.wasm', '/gone.js']) {
      const { headers, body } = await ask(path);
      expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://127.0.0.1:${host.port}`);
      expect(headers['content-security-policy']).not.toContain("'unsafe-eval'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['permissions-policy']).toContain('microphone=(self)');
      expect(JSON.stringify(headers) + body).not.toContain(host.token);
    }
  });

  it('is reached on the loopback interface alone', async () => {
    const { networkInterfaces } = await import('node:os');
    const addresses = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal);
    for (const address of addresses) {
      await expect(
        new Promise((resolve, reject) => {
          connect(host.port, address?.address).once('connect', resolve).once('error', reject);
        }),
      ).rejects.toThrow();
    }
  });
});

describe('the socket', () => {
  it.each([undefined, 'null', 'http://evil.example', 'https://127.0.0.1', 'http://127.0.0.1:1', 'file://'])(
    'is refused to a page of origin %s',
    async (origin) => {
      expect(await tryUpgrade({ ...(origin === undefined ? {} : { origin }) })).toContain('403');
    },
  );

  it('is refused under another host name and at another path', async () => {
    const origin = `http://127.0.0.1:${host.port}`;
    expect(await tryUpgrade({ origin, headers: { Host: 'evil.example' } })).toContain('421');
    expect(await tryUpgrade({ origin }, '/other')).toContain('404');
  });

  it('refuses anyone who does not begin with the handshake, or knows no secret', async () => {
    const nonce = 'n'.repeat(43);
    for (const frame of [
      { kind: 'hello', version: 1, token: host.token },
      { kind: 'greet', nonce, credential: { kind: 'secret', keyId: 'k'.repeat(43) } },
      { kind: 'greet', nonce, credential: { kind: 'browser', browserKey: 'b'.repeat(122) } },
      { kind: 'greet', nonce, credential: { kind: 'secret', keyId: host.token } },
      { kind: 'call', id: 1, name: 'settings.read', input: null },
      { nothing: true },
    ]) {
      const channel = await openBareChannel(host.port);
      const answers: unknown[] = [];
      channel.onFrame((answer) => answers.push(answer));
      const closed = new Promise<void>((resolve) => channel.onClose(resolve));
      channel.send(frame);
      await closed;
      expect(answers).toHaveLength(1);
      expect(answers[0]).toMatchObject({ kind: 'refuse' });
    }
  });

  it('closes a connection whose peer says nothing for 5 s', async () => {
    const channel = await openBareChannel(host.port);
    const startedAtMs = performance.now();
    await new Promise<void>((resolve) => channel.onClose(resolve));
    expect(performance.now() - startedAtMs).toBeGreaterThan(4500);
    expect(performance.now() - startedAtMs).toBeLessThan(8000);
  });

  it('closes a connection that sends more than a handshake may hold, and one of a page beyond a message', async () => {
    const stranger = await openBareChannel(host.port);
    const cutOff = new Promise<void>((resolve) => stranger.onClose(resolve));
    stranger.send({ kind: 'greet', nonce: 'x'.repeat(17 * 1024) });
    await cutOff;
    const member = await openHostChannel(host);
    const closed = new Promise<void>((resolve) => member.onClose(resolve));
    member.send({ kind: 'hello', version: PROTOCOL_VERSION });
    member.send({ kind: 'call', id: 1, name: 'settings.update', input: 'x'.repeat(5 * 1024 * 1024) });
    await closed;
  });

  it('sends who asks for localhost to its one name, where no other program can listen', async () => {
    const { status, headers } = await ask('/sounddesk-dashboard?tab=a', {
      headers: { Host: `localhost:${host.port}` },
    });
    expect(status).toBe(307);
    expect(headers.location).toBe(`http://127.0.0.1:${host.port}/sounddesk-dashboard?tab=a`);
    const origin = `http://localhost:${host.port}`;
    expect(await tryUpgrade({ origin })).toContain('403');
    expect(await tryUpgrade({ origin, headers: { Host: `localhost:${host.port}` } })).toContain('421');
  });
});

describe('what a stranger may hold', () => {
  it('is nothing that keeps the owner out: silent sockets are counted apart', async () => {
    const silent = await Promise.all(Array.from({ length: 300 }, () => tryOpen()));
    const client = connectToHost(host);
    expect(await client.call('accounts.read')).toMatchObject({ success: true });
    client.close();
    for (const socket of silent) socket?.terminate();
  });

  it.each([
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n'],
    ['nothing at all', ''],
    ['a body that never comes', 'POST / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 9\r\n\r\n'],
    ['a connection that is kept', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n'],
  ])('is no connection that keeps others out: %s', async (_, text) => {
    const held = await Promise.all(Array.from({ length: 300 }, () => hold(text)));
    expect((await ask('/')).status).toBe(200);
    const client = connectToHost(host);
    expect(await client.call('accounts.read')).toMatchObject({ success: true });
    client.close();
    // Those that came first made room.
    await expect
      .poll(() => held.filter((socket) => socket.closed).length, { timeout: 20_000 })
      .toBeGreaterThan(20);
    for (const socket of held) socket.destroy();
  });

  it('is closed where headers do not come to an end', async () => {
    const socket = await hold(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\n`);
    const dripping = setInterval(() => socket.write('X-More: 1\r\n'), 500);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(dripping);
  });
});

describe('a request of two meanings', () => {
  it.each([
    ['two Host headers', `GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n\r\n`],
    ['two equal Host headers', `GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT\r\n\r\n`],
    ['an absolute address', `GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n`],
    ['a body', `GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\n\r\nhello`],
    [
      'a length and chunks',
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'an upgrade with a body',
      `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nContent-Length: 5\r\n\r\nhello`,
    ],
    [
      'an upgrade with two hosts',
      `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\nOrigin: http://127.0.0.1:PORT\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    ],
  ])('is refused: %s', async (_, text) => {
    expect(await askRaw(text.replaceAll('PORT', String(host.port)))).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

describe('policies', () => {
  it('know their own names alone', () => {
    expect(isHostAllowed('127.0.0.1:80', 80)).toBe(true);
    expect(isHostAllowed('localhost:80', 80)).toBe(false);
    expect(isHostAllowed('127.0.0.1.:80', 80)).toBe(false);
    expect(isHostAllowed('a@127.0.0.1:80', 80)).toBe(false);
    expect(isHostAllowed('127.0.0.1:080', 80)).toBe(false);
    expect(isHostAllowed(undefined, 80)).toBe(false);
    expect(isHostAllowed('[::1]:80', 80)).toBe(false);
    expect(isOriginAllowed('http://127.0.0.1:80', 80)).toBe(true);
    expect(isOriginAllowed('http://localhost:80', 80)).toBe(false);
    expect(isOriginAllowed('http://localhost:5173', 80)).toBe(false);
    expect(isOriginAllowed('http://localhost:5173', 80, ['http://localhost:5173'])).toBe(true);
    expect(isOriginAllowed('HTTP://127.0.0.1:80', 80)).toBe(false);
  });

  it('answer the page for a folder, and nothing for a bad encoding', () => {
    expect(resolvePath(join(dir, 'renderer'), '/assets').kind).toBe('page');
    expect(resolvePath(join(dir, 'renderer'), '/%zz').kind).toBe('missing');
    expect(resolvePath(join(dir, 'not-there'), '/').kind).toBe('page');
  });
});

/** The status line of a refused upgrade, or `open`. */
function tryUpgrade(options: WebSocket.ClientOptions, path = '/rpc'): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, options);
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('error', (error) => resolve(error.message));
  });
}

/** A socket that stays open and says nothing; null where it was refused. */
function tryOpen(): Promise<WebSocket | null> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/rpc`, {
    origin: `http://127.0.0.1:${host.port}`,
  });
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}

/** A connection that has said this and says nothing more. */
function hold(text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(host.port, '127.0.0.1', () => {
      if (text !== '') socket.write(text.replaceAll('PORT', String(host.port)));
      resolve(socket);
    });
    socket.on('error', () => undefined).resume();
  });
}

/** What comes back for these bytes, until the host closes. */
function askRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(host.port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part;
      if (/^HTTP[^]*\r\n\r\n/.test(answer)) socket.destroy();
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}
