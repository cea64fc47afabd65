/** To which requests the gateway listens: none that could mean another host. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';

let backend: TestBackend;
let port: number;
beforeAll(async () => {
  backend = await createTestBackend();
  port = Number(new URL(backend.services.url).port);
});
afterAll(() => backend.close());

/** The status of the answer to these lines. */
function ask(...lines: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      if (answer.includes('\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(Number(answer.split(' ')[1]))).on('error', reject);
  });
}

describe('a request to the gateway', () => {
  it('is answered under its own names', async () => {
    for (const name of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect(await ask('GET /health HTTP/1.1', `Host: ${name}`)).toBe(200);
  });

  it.each([
    ['another name', ['Host: evil.example']],
    ['a name that begins like its own', ['Host: 127.0.0.1.evil.example']],
    ['its own name and another', ['Host: 127.0.0.1:PORT', 'Host: evil.example']],
    ['another name and its own', ['Host: evil.example', 'Host: 127.0.0.1:PORT']],
    ['its own name twice', ['Host: 127.0.0.1:PORT', 'host: 127.0.0.1:PORT']],
    ['no name', []],
  ])('is refused under %s', async (_, hosts) => {
    const lines = hosts.map((line) => line.replace('PORT', String(port)));
    const status = await ask('GET /health HTTP/1.1', ...lines);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});
