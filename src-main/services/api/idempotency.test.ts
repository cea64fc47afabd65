import { describe, expect, it } from 'vitest';
import { createIdempotency } from './idempotency.ts';
import { jsonReply, problemReply, ApiError } from './reply.ts';

describe('a call with an Idempotency-Key', () => {
  it('is done once, also while it runs', async () => {
    let runs = 0;
    const idempotency = createIdempotency(() => 0);
    const run = () => Promise.resolve(jsonReply(200, { run: (runs += 1) }));
    const replies = await Promise.all([
      idempotency.once('k', 'call', run),
      idempotency.once('k', 'call', run),
    ]);
    expect(runs).toBe(1);
    expect(replies[0]).toEqual(replies[1]);
    expect(await idempotency.once('k', 'another call', run)).toBeNull();
  });

  it('is done again after what may go well next time, and after a day', async () => {
    let now = 0;
    let runs = 0;
    const idempotency = createIdempotency(() => now);
    const fail = () => {
      runs += 1;
      return Promise.resolve(problemReply(new ApiError('TOO_MANY_REQUESTS', 'Wait.')));
    };
    await idempotency.once('k', 'call', fail);
    await idempotency.once('k', 'call', fail);
    expect(runs).toBe(2);
    const good = () => Promise.resolve(jsonReply(200, { run: (runs += 1) }));
    await idempotency.once('g', 'call', good);
    now = 86_400_001;
    await idempotency.once('g', 'call', good);
    expect(runs).toBe(4);
  });
});
