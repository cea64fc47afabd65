/** What the gateway takes at all: one way in, a host, a size, a time. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';

const MIB = 1024 * 1024;

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

const anonKey = () => inject('cluster').secrets.anonKey;
const port = () => Number(new URL(backend.services.url).port);

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  sentBytes: number;
}

/** Sends so much and listens meanwhile: a refusal comes before the end of what is sent. */
function send(
  path: string,
  { bytes, chunk = 64 * 1024, headers = {} }: { bytes: number; chunk?: number; headers?: object },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let answered = false;
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port: port(),
        path,
        method: 'POST',
        headers: { apikey: anonKey(), 'content-type': 'application/json', ...headers },
      },
      (response) => {
        answered = true;
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => (body += text));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, sentBytes });
          sent.destroy();
        });
      },
    );
    // It is ended by the other side where it was refused.
    sent.on('error', (error) => {
      if (!answered) reject(error);
    });
    const push = () => {
      while (sentBytes < bytes && !answered && !sent.destroyed) {
        sentBytes += chunk;
        if (!sent.write(Buffer.alloc(chunk, 'x'))) return void sent.once('drain', push);
      }
      if (!answered && !sent.destroyed) sent.end();
    };
    push();
  });
}

/** One request as it stands on the wire, and the first line of the answer. */
function raw(lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (text.includes('\r\n')) {
        resolve(text.split('\r\n')[0] ?? '');
        socket.destroy();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
  });
}

/** The programs of a folder that listen on a network, by their command lines. */
function listenersIn(folder: string): string[] {
  const inodes = new Set<string>();
  for (const table of ['tcp', 'tcp6']) {
    for (const line of readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields[3] === '0A') inodes.add(`socket:[${fields[9]}]`);
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        if (!command.includes(folder)) return [];
        const fds = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
        return fds.some((target) => inodes.has(target)) ? [command] : [];
      } catch {
        // A process that has ended meanwhile.
        return [];
      }
    });
}

describe('the way in', () => {
  it.runIf(process.platform === 'linux')('is the gateway alone: nothing behind it listens on a port', () => {
    expect(listenersIn(inject('cluster').configDir)).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('behind it goes through folders that are closed to others', () => {
    const { configDir } = inject('cluster');
    const folder = join(configDir, 'sockets');
    for (const path of [configDir, folder]) expect(statSync(path).mode & 0o077, path).toBe(0);
    const sockets = readdirSync(folder).filter((name) => statSync(join(folder, name)).isSocket());
    expect(sockets.length).toBeGreaterThan(1);
    for (const name of sockets) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  });
});

describe('a body', () => {
  it.each([
    ['/rest/v1/contacts', 20 * MIB, 2.5 * MIB],
    ['/auth/v1/token?grant_type=password', 20 * MIB, 2 * MIB],
    ['/functions/v1/submit-contact', 20 * MIB, 2 * MIB],
    ['/functions/v1/psfaba-webhook', 20 * MIB, 2 * MIB],
    ['/functions/v1/no-such-function', 20 * MIB, 2 * MIB],
    ['/health', 20 * MIB, 2 * MIB],
    ['/outbox', 20 * MIB, 2 * MIB],
  ])('of no stated length is refused at %s before it is held', async (path, bytes, most) => {
    const { status, sentBytes } = await send(path, { bytes });
    expect(status).toBe(413);
    // What is on the way at the moment of the refusal is not held by anybody.
    expect(sentBytes).toBeLessThan(most + 8 * MIB);
  });

  it.each(['/rest/v1/contacts', '/auth/v1/signup', '/functions/v1/submit-contact'])(
    'that is stated to be too long is refused at %s before a byte of it',
    async (path) => {
      const key = `apikey: ${anonKey()}`;
      const lines = [`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', key, `content-length: ${400 * MIB}`];
      expect(await raw(lines)).toBe('HTTP/1.1 413 Payload Too Large');
    },
  );

  it.each(['/rest/v1/contacts', '/auth/v1/signup', '/functions/v1/submit-contact'])(
    'that is compressed is refused at %s',
    async (path) => {
      const body = gzipSync('{}');
      const response = await fetch(`${backend.services.url}${path}`, {
        method: 'POST',
        headers: { apikey: anonKey(), 'content-encoding': 'gzip', 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(415);
    },
  );

  it('goes with a GET no more than with a POST', async () => {
    const lines = ['GET /rest/v1/plans HTTP/1.1', 'host: 127.0.0.1', `apikey: ${anonKey()}`];
    expect(await raw([...lines, `content-length: ${400 * MIB}`])).toBe('HTTP/1.1 413 Payload Too Large');
  });

  it('without a key is not read at all', async () => {
    const { status } = await send('/rest/v1/contacts', { bytes: 100, chunk: 100, headers: { apikey: 'no' } });
    expect(status).toBe(401);
  });

  it('of the largest size that a table takes still gets through', async () => {
    const service = backend.serviceClient();
    const made = await service.rpc('submit_feedback', {
      feedback_id: crypto.randomUUID(),
      author: null,
      feedback_type: 'bug',
      rating: null,
      message: 'é'.repeat(10_000),
      email: 'a@example.org',
      diagnostics: '語'.repeat(100_000),
      kind: 'feedback',
    });
    expect(made.error).toBeNull();
  });
});

describe('a slow sender', () => {
  it('of a body is answered that it took too long, and the others meanwhile', async () => {
    const quick = await createTestBackend({ gateway: { bodyTimeoutMs: 300 } });
    try {
      const { port: quickPort } = new URL(quick.services.url);
      const line = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(quickPort), '127.0.0.1', () =>
          socket.write(
            `POST /rest/v1/contacts HTTP/1.1\r\nhost: 127.0.0.1\r\napikey: ${anonKey()}\r\ncontent-length: 100\r\n\r\nx`,
          ),
        );
        socket.on('data', (data) => resolve(data.toString('latin1').split('\r\n')[0] ?? ''));
        socket.on('error', reject);
      });
      expect(line).toBe('HTTP/1.1 408 Request Timeout');
      expect((await quick.client().from('plans').select('id')).error).toBeNull();
    } finally {
      await quick.close();
    }
  });
});

describe('a request', () => {
  const key = () => `apikey: ${anonKey()}`;

  it.each([
    ['two hosts', ['host: 127.0.0.1', 'host: evil.example']],
    ['two hosts, both ours', ['host: 127.0.0.1', 'Host: localhost']],
    ['no host', []],
    ['a foreign host', ['host: evil.example']],
    ['a host with a name before ours', ['host: evil.example@127.0.0.1']],
    ['a host that only begins like ours', ['host: 127.0.0.1.evil.example']],
    ['two keys', ['host: 127.0.0.1', 'apikey: other']],
    ['two tokens', ['host: 127.0.0.1', 'authorization: Bearer a', 'authorization: Bearer b']],
  ])('with %s is refused', async (_, headers) => {
    expect(await raw(['GET /rest/v1/plans HTTP/1.1', key(), ...headers])).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  it.each(['http://evil.example/rest/v1/plans', '//evil.example/rest/v1/plans', '*', 'rest/v1/plans'])(
    'for the target %s is refused',
    async (target) => {
      const line = await raw([`GET ${target} HTTP/1.1`, 'host: 127.0.0.1', key()]);
      expect(line).toMatch(/^HTTP\/1\.1 40[034] /);
      expect(line).not.toContain(' 200 ');
    },
  );

  it('is answered with headers that keep it from being read as anything else', async () => {
    for (const path of ['/health', '/instance', '/rest/v1/plans', '/auth/v1/health', '/nothing']) {
      const { headers } = await fetch(`${backend.services.url}${path}`, { headers: { apikey: anonKey() } });
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
      expect(headers.get('server'), path).toBeNull();
    }
    const session = await fetch(`${backend.services.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: anonKey() },
      body: JSON.stringify({ email: 'headers@example.org', password: PASSWORD }),
    });
    expect(session.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the whole suite', () => {
  it('met no unexpected failure in the backend', () => {
    expect(backend.errors).toEqual([]);
  });
});
