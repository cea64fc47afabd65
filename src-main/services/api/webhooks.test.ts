import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContract } from '../../../src-shared/contract/index.ts';
import { createEventHub, type Client } from '../../../src-shared/rpc/index.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createWebhooks, RETRY_AFTER_MS } from './webhooks.ts';

const ENDED = {
  id: 'take',
  name: 'Take',
  folder: '/takes/take',
  recordedSec: 3,
  code: null,
  message: null,
  continuedIn: null,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig(plan: 'free' | 'enterprise' = 'free') {
  const hub = createEventHub<AppContract>();
  const sent: { url: string; headers: Record<string, string>; body: string }[] = [];
  const statuses: number[] = [];
  let next = 0;
  const hooks = createWebhooks({
    path: join(temporaryDir(), 'webhooks.json'),
    openClient: () =>
      ({
        subscribe: (...args: Parameters<typeof hub.subscribe>) => hub.subscribe(...args),
      }) as unknown as Client<AppContract>,
    readLimits: () => Promise.resolve({ plan, audioTracks: 1, videoSources: 1 }),
    fetch(url, init) {
      sent.push({ url: url as string, headers: init?.headers as never, body: init?.body as string });
      return Promise.resolve(new Response(null, { status: statuses.shift() ?? 204 }));
    },
    clock: { nowMs: () => Date.now() },
    createId: () => `id-${(next += 1)}`,
    log: { info: () => undefined, error: () => undefined },
  });
  return { hub, sent, statuses, hooks };
}

describe('webhooks', () => {
  it('send what has ended, signed, without the paths of this computer', async () => {
    const { hub, sent, hooks } = rig();
    const secret = await hooks.create('http://127.0.0.1:9/hook', ['recording.ended']);
    hub.emit('recording.onEnded', ENDED);
    await vi.advanceTimersByTimeAsync(1);
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = sent;
    expect(JSON.parse(body)).toMatchObject({ type: 'recording.ended', data: { id: 'take', recordedSec: 3 } });
    expect(body).not.toContain('/takes/take');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    expect(hooks.listDeliveries()[0]).toMatchObject({ state: 'delivered', tries: 1, status: 204 });
  });

  it('are tried again, later each time, and given up at last', async () => {
    const { hub, sent, statuses, hooks } = rig();
    statuses.push(...Array.from({ length: RETRY_AFTER_MS.length + 1 }, () => 500));
    await hooks.create('http://localhost:9/hook', ['recording.ended']);
    hub.emit('recording.onEnded', ENDED);
    await vi.advanceTimersByTimeAsync(1);
    expect(hooks.listDeliveries()[0]).toMatchObject({ state: 'waiting', tries: 1, status: 500 });
    for (const waitMs of RETRY_AFTER_MS) await vi.advanceTimersByTimeAsync(waitMs + 1);
    expect(sent).toHaveLength(RETRY_AFTER_MS.length + 1);
    expect(hooks.listDeliveries()[0]).toMatchObject({ state: 'failed', nextTryAtMs: null });
  });

  it('go to other computers on Enterprise alone, encrypted', async () => {
    await expect(rig().hooks.create('https://example.com/', ['failure'])).rejects.toMatchObject({
      code: 'PLAN_LIMIT',
    });
    const { hooks } = rig('enterprise');
    await expect(hooks.create('http://example.com/', ['failure'])).rejects.toMatchObject({
      code: 'BAD_OPTION',
    });
    await hooks.create('https://example.com/', ['failure']);
    expect(hooks.list()).toHaveLength(1);
  });
});
