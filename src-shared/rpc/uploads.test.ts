import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineProcedure, defineUpload } from '../contract/define.ts';
import { RpcError } from '../contract/errors.ts';
import { Listeners, type Channel } from './channel.ts';
import { createClient } from './client.ts';
import { decodeFrame, encodeFrame } from './codec.ts';
import { createEventHub } from './events.ts';
import { INITIAL_UPLOAD_CREDIT, MAX_UPLOAD_CHUNK_BYTES, type Frame } from './frames.ts';
import type { UploadContext } from './handlers.ts';
import { createMemoryChannelPair } from './memory.ts';
import { MAX_BAD_FRAMES, MAX_UPLOADS_PER_PEER } from './peer.ts';
import { readPieces } from './pieces.ts';
import { createRouter } from './router.ts';

const contract = {
  'test.add': defineUpload({ input: z.object({ from: z.number() }), output: z.number() }),
  'test.double': defineProcedure({ input: z.number(), output: z.number() }),
};
type Add = (input: { from: number }, context: UploadContext) => Promise<number>;

let cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps) cleanUp();
  cleanUps = [];
});

/** Adds up all bytes that come. */
async function addAll({ from }: { from: number }, { bytes }: UploadContext): Promise<number> {
  let sum = from;
  for await (const chunk of bytes) for (const byte of chunk) sum += byte;
  return sum;
}

function setUp(add: Add = addAll) {
  const logged: unknown[] = [];
  const router = createRouter({
    contract,
    events: createEventHub<typeof contract>(),
    protocolVersion: 1,
    log: (entry) => logged.push(entry),
    createCorrelationId: () => 'id-1',
    handlers: { 'test.add': add, 'test.double': (value) => value * 2 },
  });
  cleanUps.push(() => router.close());
  return { router, logged };
}

function connect(router: ReturnType<typeof setUp>['router']) {
  const [near, far] = createMemoryChannelPair((frame) => {
    const decoded = decodeFrame(encodeFrame(frame as Frame));
    return decoded.ok ? decoded.frame : undefined;
  });
  router.connect(far);
  const client = createClient({ contract, protocolVersion: 1, openChannel: () => near });
  cleanUps.push(() => client.close());
  return { client, near };
}

/** A host that takes one chunk whenever `take` is called, and says how each upload ended. */
function createSlowHost() {
  const state = { taken: 0, ended: [] as string[] };
  let permits = 0;
  let wake: () => void = () => undefined;
  const add: Add = async (_, { bytes, signal }) => {
    signal.addEventListener('abort', () => wake());
    try {
      for await (const chunk of bytes) {
        state.taken += chunk.byteLength > 0 ? 1 : 0;
        while (permits === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
        permits -= 1;
      }
      state.ended.push('whole');
      return state.taken;
    } catch (error) {
      state.ended.push((error as RpcError).code);
      throw error;
    }
  };
  const take = (chunks: number) => {
    permits += chunks;
    wake();
  };
  return { state, add, take };
}

/** A source that says how many chunks were asked of it, and whether it was let go. */
function createSource(chunks: number) {
  const state = { given: 0, isOver: false };
  async function* give() {
    try {
      for (; state.given < chunks;) {
        state.given += 1;
        yield await Promise.resolve(new Uint8Array([1]));
      }
    } finally {
      state.isOver = true;
    }
  }
  return { state, bytes: give() };
}

/** Whatever is under way in microtasks and messages of this process has then come to rest. */
const atRest = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('an upload', () => {
  it('arrives whole and in order, beside its input, with one answer', async () => {
    const seen: number[] = [];
    const { router } = setUp(async (_, { bytes }) => {
      for await (const chunk of bytes) seen.push(...chunk);
      return seen.length;
    });
    const { client } = connect(router);
    const sent = Array.from({ length: 100 }, (_, index) => new Uint8Array([index, 255 - index]));
    expect(await client.upload('test.add', { from: 0 }, sent)).toEqual({ success: true, data: 200 });
    expect(seen).toEqual(sent.flatMap((chunk) => [...chunk]));
    expect(router.activeCount).toBe(0);
  });

  it('may have no bytes at all, and its input comes parsed', async () => {
    const { client } = connect(setUp().router);
    expect(await client.upload('test.add', { from: 7 }, [])).toEqual({ success: true, data: 7 });
    expect(await client.upload('test.add', { from: 'x' as never }, [new Uint8Array(9)])).toMatchObject({
      error: { code: 'BAD_INPUT' },
    });
  });

  it('cuts what is larger than a chunk, and clones no more than a view shows', async () => {
    const sizes: [chunk: number, buffer: number][] = [];
    const { router } = setUp(async (_, { bytes }) => {
      let sum = 0;
      for await (const chunk of bytes) {
        sizes.push([chunk.byteLength, chunk.buffer.byteLength]);
        sum += chunk.byteLength;
      }
      return sum;
    });
    const [near, far] = createMemoryChannelPair();
    router.connect(far);
    const client = createClient({ contract, protocolVersion: 1, openChannel: () => near });
    cleanUps.push(() => client.close());
    const whole = new Uint8Array(3 * MAX_UPLOAD_CHUNK_BYTES);
    const views = [whole.subarray(5, 10 + 2 * MAX_UPLOAD_CHUNK_BYTES), whole.subarray(0, 3)];
    expect(await client.upload('test.add', { from: 0 }, views)).toMatchObject({
      data: 2 * MAX_UPLOAD_CHUNK_BYTES + 8,
    });
    expect(sizes).toEqual([MAX_UPLOAD_CHUNK_BYTES, MAX_UPLOAD_CHUNK_BYTES, 5, 3].map((size) => [size, size]));
  });

  it('asks no more of its source than the host takes', async () => {
    const host = createSlowHost();
    const { router } = setUp(host.add);
    const { client } = connect(router);
    const source = createSource(1000);
    const answer = client.upload('test.add', { from: 0 }, source.bytes);
    for (let taken = 0; taken < 100; taken += 1) {
      await atRest();
      // One more is in the hand of the sender.
      expect(source.state.given).toBeLessThanOrEqual(taken + INITIAL_UPLOAD_CREDIT + 1);
      expect(host.state.taken).toBe(taken + 1);
      host.take(1);
    }
    host.take(1000);
    expect(await answer).toEqual({ success: true, data: 1000 });
    expect(host.state.ended).toEqual(['whole']);
  });

  it('is cancelled by its signal: the host hears of it, the source is let go', async () => {
    const host = createSlowHost();
    const { router } = setUp(host.add);
    const { client } = connect(router);
    const source = createSource(1000);
    const abort = new AbortController();
    const answer = client.upload('test.add', { from: 0 }, source.bytes, { signal: abort.signal });
    await expect.poll(() => host.state.taken).toBe(1);
    abort.abort();
    expect(await answer).toMatchObject({ success: false, error: { code: 'CANCELLED' } });
    await expect.poll(() => host.state.ended).toEqual(['CANCELLED']);
    await expect.poll(() => source.state.isOver).toBe(true);
    expect(source.state.given).toBeLessThan(20);
    expect(router.activeCount).toBe(0);
  });

  it('is not begun where it is cancelled already', async () => {
    const { client } = connect(setUp().router);
    const source = createSource(3);
    const answer = client.upload('test.add', { from: 0 }, source.bytes, { signal: AbortSignal.abort() });
    expect(await answer).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(source.state.given).toBe(0);
  });

  it('is ended by a source that fails, whose own error the caller gets', async () => {
    const host = createSlowHost();
    const { router } = setUp(host.add);
    const { client } = connect(router);
    const failing = (async function* () {
      yield await Promise.resolve(new Uint8Array([1]));
      throw new Error('the file is gone');
    })();
    await expect(client.upload('test.add', { from: 0 }, failing)).rejects.toThrow('the file is gone');
    await expect.poll(() => host.state.ended).toEqual(['CANCELLED']);
    expect(router.activeCount).toBe(0);
  });

  it.each([
    ['that is known', () => new RpcError('DISK_FULL', 'The disk is full.'), 'DISK_FULL'],
    ['that is not', () => new Error('secret detail'), 'INTERNAL'],
  ])('ends with a failure of its handler %s in the middle of it', async (_, makeError, code) => {
    const { router, logged } = setUp(async (_input, { bytes }) => {
      for await (const chunk of bytes) if (chunk[0] === 1) throw makeError();
      return 0;
    });
    const { client } = connect(router);
    const source = createSource(1000);
    const answer = await client.upload('test.add', { from: 0 }, source.bytes);
    expect(answer).toMatchObject({ success: false, error: { code } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(logged).toHaveLength(code === 'INTERNAL' ? 1 : 0);
    await expect.poll(() => source.state.isOver).toBe(true);
    // What was on its way is no offence.
    for (let times = 0; times < 3 * MAX_BAD_FRAMES; times += 1)
      await client.upload('test.add', { from: 0 }, createSource(100).bytes);
    expect(await client.call('test.double', 4)).toEqual({ success: true, data: 8 });
    expect(router.peerCount).toBe(1);
  });

  it('may be answered before it is whole: what is on its way then is dropped', async () => {
    const { router } = setUp(() => Promise.resolve(5));
    const { client } = connect(router);
    for (let times = 0; times < 3 * MAX_BAD_FRAMES; times += 1) {
      const source = createSource(1000);
      expect(await client.upload('test.add', { from: 0 }, source.bytes)).toEqual({ success: true, data: 5 });
    }
    expect(router.peerCount).toBe(1);
    expect(router.activeCount).toBe(0);
  });

  it('ends at both ends when the connection is lost in its middle', async () => {
    const host = createSlowHost();
    const { router } = setUp(host.add);
    const { client, near } = connect(router);
    const source = createSource(1000);
    const answer = client.upload('test.add', { from: 0 }, source.bytes);
    await expect.poll(() => host.state.taken).toBe(1);
    near.close();
    expect(await answer).toMatchObject({
      success: false,
      error: { code: 'CONNECTION_LOST', retryable: true },
    });
    await expect.poll(() => host.state.ended).toEqual(['CANCELLED']);
    await expect.poll(() => source.state.isOver).toBe(true);
    expect(router.peerCount).toBe(0);
  });

  it('that is asked for before there is a connection arrives once there is one', async () => {
    const { router } = setUp();
    const opened = Promise.withResolvers<Channel>();
    const client = createClient({ contract, protocolVersion: 1, openChannel: () => opened.promise });
    cleanUps.push(() => client.close());
    const source = createSource(100);
    const answer = client.upload('test.add', { from: 0 }, source.bytes);
    await atRest();
    expect(source.state.given).toBe(INITIAL_UPLOAD_CREDIT + 1);
    const [near, far] = createMemoryChannelPair();
    router.connect(far);
    opened.resolve(near);
    expect(await answer).toEqual({ success: true, data: 100 });
  });

  it('goes beside others, each with its own bytes', async () => {
    const { router } = setUp();
    const { client } = connect(router);
    const sources = Array.from({ length: 20 }, (_, index) => createSource(index * 10));
    const answers = await Promise.all(
      sources.map(({ bytes }) => client.upload('test.add', { from: 0 }, bytes)),
    );
    expect(answers).toEqual(sources.map((_, index) => ({ success: true, data: index * 10 })));
  });
});

describe('a page that does not keep to the protocol of uploads', () => {
  /** As a page that says what it likes. */
  function createHostile(add?: Add) {
    const { router, logged } = setUp(add);
    const channel = new BareChannel();
    router.connect(channel);
    channel.receive({ kind: 'hello', version: 1 });
    const begin = (id: number, input: unknown = { from: 0 }) =>
      channel.receive({ kind: 'upload', id, name: 'test.add', input });
    const chunk = (id: number, sizeBytes = 1) =>
      channel.receive({ kind: 'chunk', id, bytes: new Uint8Array(sizeBytes) });
    const answerOf = (id: number) =>
      channel.sent.find((frame) => frame.kind === 'answer' && frame.id === id)?.answer;
    return { router, channel, logged, begin, chunk, answerOf };
  }

  it('is refused what it sends beyond its credit, and never has more waiting', async () => {
    const host = createSlowHost();
    const { begin, chunk, answerOf, channel, router } = createHostile(host.add);
    begin(1);
    for (let sent = 0; sent < INITIAL_UPLOAD_CREDIT; sent += 1) chunk(1);
    await atRest();
    expect(answerOf(1)).toBeUndefined();
    chunk(1);
    await expect.poll(() => answerOf(1)).toMatchObject({ success: false, error: { code: 'BAD_FRAME' } });
    await expect.poll(() => host.state.ended).toEqual(['BAD_FRAME']);
    expect(channel.isOpen).toBe(true);
    expect(router.activeCount).toBe(0);
  });

  it.each([
    ['too large', (rig: ReturnType<typeof createHostile>) => rig.chunk(1, MAX_UPLOAD_CHUNK_BYTES + 1)],
    ['empty', (rig: ReturnType<typeof createHostile>) => rig.chunk(1, 0)],
    [
      'after the end',
      (rig: ReturnType<typeof createHostile>) => {
        rig.channel.receive({ kind: 'end', id: 1 });
        rig.chunk(1);
      },
    ],
  ])('loses an upload with a chunk that is %s, whatever its handler does', async (_, offend) => {
    const rig = createHostile(() => new Promise(() => undefined));
    rig.begin(1);
    rig.chunk(1);
    offend(rig);
    await expect.poll(() => rig.answerOf(1)).toMatchObject({ success: false, error: { code: 'BAD_FRAME' } });
    expect(rig.router.activeCount).toBe(0);
    rig.begin(2);
    expect(rig.answerOf(2)).toBeUndefined();
  });

  it('is let go after as many chunks of no upload as any other wrong frames', () => {
    const { chunk, channel, begin } = createHostile(() => new Promise(() => undefined));
    begin(1);
    channel.receive({ kind: 'cancel', id: 1 });
    for (let sent = 1; sent < MAX_BAD_FRAMES; sent += 1) chunk(sent);
    expect(channel.isOpen).toBe(true);
    chunk(1);
    expect(channel.isOpen).toBe(false);
    expect(channel.sent.at(-1)).toMatchObject({ kind: 'refuse', error: { code: 'BAD_FRAME' } });
  });

  it('may be late with no more than the credit of what was answered', async () => {
    const { chunk, channel, begin, answerOf } = createHostile(() => Promise.resolve(3));
    begin(1);
    await expect.poll(() => answerOf(1)).toEqual({ success: true, data: 3 });
    for (let sent = 0; sent < INITIAL_UPLOAD_CREDIT + MAX_BAD_FRAMES - 1; sent += 1) chunk(1);
    expect(channel.isOpen).toBe(true);
    chunk(1);
    expect(channel.isOpen).toBe(false);
  });

  it('is not let go for chunks of an upload that was refused at once', () => {
    const { chunk, channel, begin, answerOf } = createHostile();
    for (let id = 1; id <= MAX_BAD_FRAMES; id += 1) {
      begin(id, 'nonsense');
      expect(answerOf(id)).toMatchObject({ error: { code: 'BAD_INPUT' } });
      for (let sent = 0; sent < INITIAL_UPLOAD_CREDIT; sent += 1) chunk(id);
      channel.receive({ kind: 'end', id });
    }
    expect(channel.isOpen).toBe(true);
  });

  it('may have so many open, and the next is refused for now', async () => {
    const host = createSlowHost();
    const { begin, answerOf, channel, router } = createHostile(host.add);
    for (let id = 1; id <= MAX_UPLOADS_PER_PEER + 1; id += 1) begin(id);
    expect(router.activeCount).toBe(MAX_UPLOADS_PER_PEER);
    expect(answerOf(MAX_UPLOADS_PER_PEER + 1)).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
    channel.receive({ kind: 'call', id: 1000, name: 'test.double', input: 2 });
    await expect.poll(() => answerOf(1000)).toEqual({ success: true, data: 4 });
    channel.receive({ kind: 'end', id: 1 });
    await expect.poll(() => answerOf(1)).toEqual({ success: true, data: 0 });
    begin(2000);
    expect(answerOf(2000)).toBeUndefined();
    channel.close();
    await expect.poll(() => host.state.ended).toHaveLength(MAX_UPLOADS_PER_PEER + 1);
    expect(router.activeCount).toBe(0);
  });

  it.each(['upload', 'call', 'open'])('cannot begin an upload by another name or kind (%s)', (kind) => {
    const { channel } = createHostile();
    const name = kind === 'upload' ? 'test.double' : 'test.add';
    channel.receive({ kind, id: 1, name, input: { from: 0 } });
    expect(JSON.stringify(channel.sent.at(-1))).toContain('UNKNOWN_NAME');
  });

  it('loses the connection for ends without number', () => {
    const { channel, begin } = createHostile(() => new Promise(() => undefined));
    begin(1);
    for (let sent = 0; sent < MAX_BAD_FRAMES; sent += 1) channel.receive({ kind: 'end', id: 1 });
    expect(channel.isOpen).toBe(true);
    channel.receive({ kind: 'end', id: 1 });
    expect(channel.isOpen).toBe(false);
  });
});

describe('readPieces', () => {
  async function* chunks(...sizes: number[]) {
    let next = 0;
    for (const size of sizes) yield await Promise.resolve(Uint8Array.from({ length: size }, () => next++));
  }

  it.each([[[1, 2, 3]], [[6]], [[1, 1, 1, 1, 1, 1]], [[4, 2]]])(
    'cuts by size, however the bytes come (%j)',
    async (sizes) => {
      const pieces = await readPieces(chunks(...sizes), [2, 3, 1]);
      expect(pieces.map((piece) => [...piece])).toEqual([[0, 1], [2, 3, 4], [5]]);
    },
  );

  it('refuses a byte too many or too few', async () => {
    await expect(readPieces(chunks(3, 4), [6])).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(readPieces(chunks(3, 2), [6])).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(readPieces(chunks(), [])).resolves.toEqual([]);
  });
});

/** A connection whose far end is this test. */
class BareChannel implements Channel {
  readonly sent: { kind: string; id?: number; answer?: unknown }[] = [];
  isOpen = true;
  readonly #frames = new Listeners<unknown>();
  readonly #closes = new Listeners<void>();

  receive(frame: unknown): void {
    this.#frames.notify(frame);
  }
  send(frame: unknown): void {
    this.sent.push(frame as { kind: string });
  }
  isCongested(): boolean {
    return false;
  }
  onDrain(): () => void {
    return () => undefined;
  }
  onFrame(listener: (frame: unknown) => void): () => void {
    return this.#frames.add(listener);
  }
  onClose(listener: () => void): () => void {
    return this.#closes.add(listener);
  }
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#closes.notify();
  }
}
