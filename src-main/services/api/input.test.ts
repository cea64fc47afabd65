import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readInput } from './input.ts';
import { findOperation } from './routing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const match = findOperation('PATCH', '/api/v1/settings');

function startBody(headers: Record<string, string> = {}) {
  const body = new PassThrough();
  const request = Object.assign(body, {
    headers: { 'content-type': 'application/json', ...headers },
    complete: false,
  }) as unknown as IncomingMessage;
  return { body, reading: readInput(request, match, new URLSearchParams()) };
}

it('a body that comes byte by byte is given up after half a minute', async () => {
  const { body, reading } = startBody();
  const refused = expect(reading).rejects.toMatchObject({ code: 'TOO_SLOW' });
  for (let second = 0; second < 31; second += 1) {
    body.write(' ');
    await vi.advanceTimersByTimeAsync(1000);
  }
  await refused;
});

it('a body that says nothing of its length is given up where it has become too long', async () => {
  const { body, reading } = startBody();
  const refused = expect(reading).rejects.toMatchObject({ code: 'TOO_LARGE' });
  for (let piece = 0; piece < 5; piece += 1) body.write(Buffer.alloc(1 << 20, ' '));
  await refused;
});

it('a body that is whole in time is read', async () => {
  const { body, reading } = startBody();
  body.end('{"theme":"dark"}');
  expect((await reading).parsed).toMatchObject({ theme: 'dark' });
});
