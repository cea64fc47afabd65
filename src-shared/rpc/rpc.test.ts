import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEvent, defineProcedure, defineStream } from '../contract/define.ts';
import { RpcError } from '../contract/errors.ts';
import { Listeners, type Channel } from './channel.ts';
import { createClient, type Words } from './client.ts';
import { decodeFrame, encodeFrame } from './codec.ts';
import { createEventHub } from './events.ts';
import { INITIAL_STREAM_CREDIT, type Frame } from './frames.ts';
import { createMemoryChannelPair } from './memory.ts';
import { createRouter, type RouterOptions } from './router.ts';

const contract = {
  'test.double': defineProcedure({ input: z.object({ value: z.number() }), output: z.number() }),
  'test.nothing': defineProcedure({ input: z.void(), output: z.void() }),
  'test.hang': defineProcedure({ input: z.void(), output: z.void() }),
  'test.fail': defineProcedure({ input: z.enum(['known', 'unknown', 'badOutput']), output: z.string() }),
  'test.onEvery': defineEvent({ payload: z.number(), delivery: 'every' }),
  'test.onLatest': defineEvent({ payload: z.number(), delivery: 'latest' }),
  'test.count': defineStream({ input: z.object({ chunks: z.number() }) }),
};

let cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps) cleanUp();
  cleanUps = [];
});

function setUp(overrides: Partial<RouterOptions<typeof contract>> = {}) {
  const events = createEventHub<typeof contract>();
  const seen = {
    logged: [] as unknown[],
    aborted: 0,
    produced: 0,
    connection: undefined as AbortSignal | undefined,
  };
  const router = createRouter({
    contract,
    events,
    protocolVersion: 1,
    log: (entry) => seen.logged.push(entry),
    createCorrelationId: () => 'id-1',
    handlers: {
      'test.double': ({ value }) => value * 2,
      'test.nothing': (_, { connection }) => void (seen.connection = connection),
      'test.hang': (_, { signal }) =>
        new Promise<void>(() => signal.addEventListener('abort', () => (seen.aborted += 1))),
      'test.fail': (kind) => {
        if (kind === 'known') throw new RpcError('DISK_FULL', 'The disk is full.', { retryable: true });
        if (kind === 'badOutput') return 42 as unknown as string;
        throw new Error('secret detail');
      },
      'test.count': async function* ({ chunks }) {
        for (let index = 0; index < chunks; index += 1) {
          seen.produced += 1;
          yield new Uint8Array([index]);
        }
      },
    },
    ...overrides,
  });
  cleanUps.push(() => router.close());
  return { router, events, seen };
}

function connect(router: ReturnType<typeof setUp>['router'], words?: Words) {
  // Every frame goes through the socket's codec, so that what JSON loses is missed here.
  const [near, far] = createMemoryChannelPair((frame) => {
    const decoded = decodeFrame(encodeFrame(frame as Frame));
    return decoded.ok ? decoded.frame : undefined;
  });
  router.connect(far);
  const client = createClient({
    contract,
    protocolVersion: 1,
    openChannel: () => near,
    ...(words ? { words } : {}),
  });
  cleanUps.push(() => client.close());
  return { client, near };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a call', () => {
  it('knows when the connection that carried it closes, long after its answer', async () => {
    const { router, seen } = setUp();
    const { client } = connect(router);
    expect(await client.call('test.nothing')).toEqual({ success: true, data: undefined });
    await settle();
    expect(seen.connection?.aborted).toBe(false);
    client.close();
    await settle();
    expect(seen.connection?.aborted).toBe(true);
  });

  it('is answered with data, also without input or output', async () => {
    const { client } = connect(setUp().router);
    expect(await client.call('test.double', { value: 21 })).toEqual({ success: true, data: 42 });
    expect(await client.call('test.nothing')).toEqual({ success: true, data: undefined });
  });

  it('is refused with the place of the mistake where the input is wrong', async () => {
    const { client } = connect(setUp().router);
    const answer = await client.call('test.double', { value: 'x' as unknown as number });
    expect(answer).toMatchObject({ success: false, error: { code: 'BAD_INPUT', retryable: false } });
    expect(!answer.success && answer.error.message).toContain('value: ');
  });

  it('carries a known failure as it is', async () => {
    const { client } = connect(setUp().router);
    expect(await client.call('test.fail', 'known')).toEqual({
      success: false,
      error: { code: 'DISK_FULL', message: 'The disk is full.', retryable: true },
    });
  });

  it.each(['unknown', 'badOutput'] as const)(
    'turns an unforeseen failure (%s) into INTERNAL and logs it',
    async (kind) => {
      const { router, seen } = setUp();
      const { client } = connect(router);
      const answer = await client.call('test.fail', kind);
      expect(answer).toMatchObject({
        success: false,
        error: { code: 'INTERNAL', details: { correlationId: 'id-1' } },
      });
      expect(JSON.stringify(answer)).not.toContain('secret');
      expect(seen.logged).toHaveLength(1);
    },
  );

  it('is cancelled by its signal, and the handler hears of it', async () => {
    const { router, seen } = setUp();
    const { client } = connect(router);
    const abort = new AbortController();
    const answer = client.call('test.hang', undefined, { signal: abort.signal });
    await settle();
    abort.abort();
    expect(await answer).toMatchObject({ success: false, error: { code: 'CANCELLED' } });
    await settle();
    expect(seen.aborted).toBe(1);
    expect(router.activeCount).toBe(0);
  });

  it('ends with CONNECTION_LOST when the connection closes', async () => {
    const { router, seen } = setUp();
    const { client, near } = connect(router);
    const answer = client.call('test.hang');
    await settle();
    near.close();
    expect(await answer).toMatchObject({
      success: false,
      error: { code: 'CONNECTION_LOST', retryable: true },
    });
    await settle();
    expect(seen.aborted).toBe(1);
    expect(router.peerCount).toBe(0);
  });
});

describe('an event', () => {
  it('reaches every subscriber until it unsubscribes', async () => {
    const { router, events } = setUp();
    const first = connect(router).client;
    const second = connect(router).client;
    const heard: string[] = [];
    const stop = first.subscribe('test.onEvery', (value) => heard.push(`first ${value}`));
    second.subscribe('test.onEvery', (value) => heard.push(`second ${value}`));
    await settle();
    events.emit('test.onEvery', 1);
    await settle();
    stop();
    await settle();
    events.emit('test.onEvery', 2);
    await settle();
    expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
    expect(events.listenerCount).toBe(1);
  });

  it('of the latest kind skips what a congested peer could not take', async () => {
    const { router, events } = setUp();
    const channel = new CongestedChannel();
    router.connect(channel);
    channel.receive({ kind: 'hello', version: 1 });
    channel.receive({ kind: 'subscribe', id: 1, name: 'test.onLatest' });
    channel.receive({ kind: 'subscribe', id: 2, name: 'test.onEvery' });
    channel.congested = true;
    for (const value of [1, 2, 3]) {
      events.emit('test.onLatest', value);
      events.emit('test.onEvery', value);
    }
    channel.drain();
    const payloads = (id: number) =>
      channel.sent.flatMap((frame) => (frame.kind === 'event' && frame.id === id ? [frame.payload] : []));
    expect(payloads(1)).toEqual([3]);
    expect(payloads(2)).toEqual([1, 2, 3]);
  });

  it('is heard again after a reconnect', async () => {
    const { router, events } = setUp();
    const ends: Channel[] = [];
    const client = createClient({
      contract,
      protocolVersion: 1,
      reconnectDelaysMs: [1],
      openChannel: () => {
        const [near, far] = createMemoryChannelPair();
        router.connect(far);
        ends.push(near);
        return near;
      },
    });
    cleanUps.push(() => client.close());
    const heard: number[] = [];
    client.subscribe('test.onEvery', (value) => heard.push(value));
    await settle();
    ends[0]?.close();
    await settle();
    await settle();
    events.emit('test.onEvery', 7);
    await settle();
    expect(ends).toHaveLength(2);
    expect(heard).toEqual([7]);
  });
});

describe('a client with words of its own', () => {
  const words: Words = {
    failure: (error) => ({ ...error, message: `${error.code}!` }),
    payload: <T>(payload: T) => (typeof payload === 'number' ? -payload : payload) as T,
  };

  it('says in other words what calls and streams refuse, answers and events', async () => {
    const { router, events } = setUp({
      handlers: {
        'test.double': ({ value }) => value * 2,
        'test.nothing': () => undefined,
        'test.hang': () => undefined,
        'test.fail': () => {
          throw new RpcError('DISK_FULL', 'The disk is full.');
        },
        'test.count': async function* () {
          yield await Promise.reject<Uint8Array>(
            new RpcError('FILE_NOT_FOUND', 'It is gone.', { details: { text: 'gone' } }),
          );
        },
      },
    });
    const { client } = connect(router, words);
    expect(await client.call('test.double', { value: 2 })).toEqual({ success: true, data: -4 });
    expect(await client.call('test.fail', 'known')).toMatchObject({ error: { message: 'DISK_FULL!' } });
    await expect(client.open('test.count', { chunks: 1 }, () => undefined).done).rejects.toMatchObject({
      message: 'FILE_NOT_FOUND!',
      details: { text: 'gone' },
    });
    const heard: number[] = [];
    client.subscribe('test.onEvery', (value) => heard.push(value));
    await settle();
    events.emit('test.onEvery', 7);
    await expect.poll(() => heard).toEqual([-7]);
    client.close();
    expect(await client.call('test.nothing')).toMatchObject({ error: { message: 'CONNECTION_LOST!' } });
  });
});

describe('a stream', () => {
  it('arrives whole and in order, and ends', async () => {
    const { client } = connect(setUp().router);
    const bytes: number[] = [];
    await client.open('test.count', { chunks: 100 }, (chunk) => bytes.push(...chunk)).done;
    expect(bytes).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  it('waits for a reader that grants no more', async () => {
    const { router, seen } = setUp();
    const channel = new CongestedChannel();
    router.connect(channel);
    channel.receive({ kind: 'hello', version: 1 });
    channel.receive({ kind: 'open', id: 1, name: 'test.count', input: { chunks: 1000 } });
    await settle();
    expect(channel.sent.filter((frame) => frame.kind === 'chunk')).toHaveLength(INITIAL_STREAM_CREDIT);
    channel.receive({ kind: 'credit', id: 1, chunks: 4 });
    await settle();
    expect(channel.sent.filter((frame) => frame.kind === 'chunk')).toHaveLength(INITIAL_STREAM_CREDIT + 4);
    expect(seen.produced).toBeLessThanOrEqual(INITIAL_STREAM_CREDIT + 5);
    channel.receive({ kind: 'cancel', id: 1 });
    await settle();
    expect(router.activeCount).toBe(0);
  });
});

describe('the first frame', () => {
  it('is not sent where the connection was refused, which is final', async () => {
    const problems: string[] = [];
    let tries = 0;
    const client = createClient({
      contract,
      protocolVersion: 1,
      openChannel() {
        tries += 1;
        return Promise.reject(new RpcError('UNAUTHENTICATED', 'Not paired.'));
      },
      reconnectDelaysMs: [1],
      onProblem: (error) => problems.push(error.code),
    });
    expect(await client.call('test.double', { value: 1 })).toMatchObject({
      error: { code: 'UNAUTHENTICATED' },
    });
    expect(client.connection).toBe('refused');
    await settle();
    expect({ problems, tries }).toEqual({ problems: ['UNAUTHENTICATED'], tries: 1 });
  });

  it('is not sent to another program in the place of the host, which is looked for again', async () => {
    const { router } = setUp();
    const problems: string[] = [];
    let tries = 0;
    const client = createClient({
      contract,
      protocolVersion: 1,
      openChannel() {
        tries += 1;
        if (tries === 1)
          return Promise.reject(new RpcError('HOST_UNVERIFIED', 'Another program.', { retryable: true }));
        const [near, far] = createMemoryChannelPair();
        router.connect(far);
        return near;
      },
      reconnectDelaysMs: [1],
      onProblem: (error) => problems.push(error.code),
    });
    cleanUps.push(() => client.close());
    expect(await client.call('test.double', { value: 1 })).toMatchObject({
      error: { code: 'CONNECTION_LOST' },
    });
    expect(client.connection).toBe('lost');
    await new Promise<void>((resolve) => {
      client.onConnectionChanged((state) => {
        if (state === 'open') resolve();
      });
    });
    expect(problems).toEqual(['HOST_UNVERIFIED']);
    expect(await client.call('test.double', { value: 1 })).toMatchObject({ data: 2 });
  });

  it('is not a call', () => {
    const { router } = setUp();
    const channel = new CongestedChannel();
    router.connect(channel);
    channel.receive({ kind: 'call', id: 1, name: 'test.double', input: { value: 1 } });
    expect(channel.sent).toMatchObject([{ kind: 'refuse', error: { code: 'UNAUTHENTICATED' } }]);
    expect(router.peerCount).toBe(0);
  });

  it('names a version that the host speaks', () => {
    const { router } = setUp();
    const channel = new CongestedChannel();
    router.connect(channel);
    channel.receive({ kind: 'hello', version: 99 });
    expect(channel.sent).toMatchObject([{ kind: 'refuse', error: { code: 'VERSION_MISMATCH' } }]);
  });
});

describe('names outside the contract', () => {
  it.each(['constructor', '__proto__', 'toString', 'test.missing', 'test.onEvery'])(
    'such as %s are unknown',
    (name) => {
      const channel = new CongestedChannel();
      setUp().router.connect(channel);
      channel.receive({ kind: 'hello', version: 1 });
      channel.receive({ kind: 'call', id: 1, name, input: undefined });
      expect(channel.sent.at(-1)).toMatchObject({
        answer: { success: false, error: { code: 'UNKNOWN_NAME' } },
      });
    },
  );
});

/** A connection whose far end is this test: what arrives and when it is congested is said here. */
class CongestedChannel implements Channel {
  readonly sent: { kind: string; id?: number; payload?: unknown }[] = [];
  congested = false;
  readonly #frames = new Listeners<unknown>();
  readonly #closes = new Listeners<void>();
  readonly #drains = new Listeners<void>();

  receive(frame: unknown): void {
    this.#frames.notify(frame);
  }
  drain(): void {
    this.congested = false;
    this.#drains.notify();
  }
  send(frame: unknown): void {
    this.sent.push(frame as { kind: string });
  }
  isCongested(): boolean {
    return this.congested;
  }
  onDrain(listener: () => void): () => void {
    return this.#drains.add(listener);
  }
  onFrame(listener: (frame: unknown) => void): () => void {
    return this.#frames.add(listener);
  }
  onClose(listener: () => void): () => void {
    return this.#closes.add(listener);
  }
  close(): void {
    this.#closes.notify();
  }
}
