import { describe, expect, it } from 'vitest';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { RpcError } from '../../src-shared/contract/errors.ts';
import {
  createEventHub,
  createRouter,
  decodeFrame,
  encodeFrame,
  Listeners,
  type Channel,
  type Frame,
  type Handlers,
  type UploadContext,
} from '../../src-shared/rpc/index.ts';
import { createRandom, pick } from '../lib/random.ts';

const FRAMES = 100_000;
const NAMES = [...Object.keys(appContract), '__proto__', 'constructor', '', 'engine.', 'x'.repeat(5000)];
const NO_FRAMES = { trackId: 'track', frames: [], framesDropped: 0 };
const KINDS = [
  ...['hello', 'call', 'subscribe', 'open', 'upload', 'chunk', 'end', 'credit', 'cancel'],
  ...['answer', 'event', 'nonsense'],
];

/** A connection that hands on what the fuzzer says, and counts what comes back. */
class FuzzChannel implements Channel {
  isOpen = true;
  sent = 0;
  readonly #frames = new Listeners<unknown>();
  readonly #closes = new Listeners<void>();

  receive(message: string | Uint8Array): void {
    const decoded = decodeFrame(message);
    this.#frames.notify(decoded.ok ? decoded.frame : undefined);
  }
  send(frame: unknown): void {
    this.sent += 1;
    // What leaves must be encodable and come back as it was.
    expect(decodeFrame(encodeFrame(frame as Frame)).ok).toBe(true);
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

function setUp() {
  const events = createEventHub<AppContract>();
  const unforeseen: unknown[] = [];
  const seen = { openStreams: 0, openUploads: 0, uploads: 0 };
  const byKind = {
    stream: async function* (this: void) {
      seen.openStreams += 1;
      try {
        for (;;) yield await Promise.resolve(new Uint8Array(8));
      } finally {
        seen.openStreams -= 1;
      }
    },
    upload: async (_: unknown, { bytes }: UploadContext) => {
      seen.uploads += 1;
      seen.openUploads += 1;
      try {
        let framesWritten = 0;
        for await (const chunk of bytes) framesWritten += chunk.byteLength;
        return { framesWritten, isPaused: false, wantsKey: false };
      } finally {
        seen.openUploads -= 1;
      }
    },
    procedure: () => {
      throw new RpcError('UNSUPPORTED', 'This host does nothing.');
    },
    event: undefined,
  };
  const handlers = Object.fromEntries(
    Object.entries(appContract).map(([name, definition]) => [name, byKind[definition.kind]]),
  ) as unknown as Handlers<AppContract>;
  const router = createRouter({
    contract: appContract,
    handlers,
    events,
    protocolVersion: PROTOCOL_VERSION,
    log: ({ error }) => unforeseen.push(error),
    createCorrelationId: () => 'fuzz',
  });
  return { router, events, unforeseen, seen };
}

describe('the codec and the router', () => {
  it(`outlive ${FRAMES} malformed frames, none of which leaks a call, a stream, an upload or a subscription`, async () => {
    const random = createRandom(20261121);
    const { router, events, unforeseen, seen } = setUp();
    let channel = new FuzzChannel();
    let connections = 0;
    for (let index = 0; index < FRAMES; index += 1) {
      if (index === 0 || !channel.isOpen || pick(random, 2000) === 0) {
        channel.close();
        channel = new FuzzChannel();
        connections += 1;
        router.connect(channel);
        if (pick(random, 10) > 0)
          channel.receive(JSON.stringify({ kind: 'hello', version: PROTOCOL_VERSION }));
      }
      channel.receive(malformed(random));
      if (index % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    channel.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(connections).toBeGreaterThan(100);
    expect(router.peerCount).toBe(0);
    expect(router.activeCount).toBe(0);
    expect(events.listenerCount).toBe(0);
    expect(seen).toMatchObject({ openStreams: 0, openUploads: 0 });
    expect(seen.uploads).toBeGreaterThan(100);
    expect(unforeseen).toEqual([]);
  });

  it('still serve a well-behaved connection beside a hostile one', async () => {
    const random = createRandom(7);
    const { router } = setUp();
    const good = new FuzzChannel();
    router.connect(good);
    good.receive(JSON.stringify({ kind: 'hello', version: PROTOCOL_VERSION }));
    const bad = new FuzzChannel();
    router.connect(bad);
    for (let index = 0; index < 1000; index += 1) bad.receive(malformed(random));
    expect(bad.isOpen).toBe(false);
    good.receive(JSON.stringify({ kind: 'call', id: 1, name: 'host.describe' }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(good.sent).toBe(2);
    router.close();
  });
});

function malformed(random: () => number): string | Uint8Array {
  switch (pick(random, 8)) {
    case 0:
      return randomBytes(random, pick(random, 64));
    case 1:
      return String.fromCharCode(...randomBytes(random, pick(random, 64)));
    case 2:
      return withFlippedCharacters(random, JSON.stringify(randomFrame(random)));
    case 3:
      return JSON.stringify(randomFrame(random)).slice(0, pick(random, 40));
    case 4:
      return JSON.stringify(randomValue(random, 0));
    case 5:
      return JSON.stringify({
        kind: 'upload',
        id: pick(random, 8),
        name: 'video.append',
        input: NO_FRAMES,
      });
    case 6: {
      const id = pick(random, 8);
      const bytes = randomBytes(random, pick(random, 20));
      return encodeFrame({ kind: 'chunk', id, bytes });
    }
    default:
      return JSON.stringify(randomFrame(random));
  }
}

function randomFrame(random: () => number): Record<string, unknown> {
  const frame: Record<string, unknown> = {
    kind: KINDS[pick(random, KINDS.length)],
    id: pick(random, 4) === 0 ? randomValue(random, 1) : pick(random, 8),
    name: NAMES[pick(random, NAMES.length)],
    input: randomValue(random, 0),
    chunks: pick(random, 3) === 0 ? randomValue(random, 1) : pick(random, 2000),
    version: pick(random, 3),
  };
  for (const key of Object.keys(frame)) if (pick(random, 5) === 0) delete frame[key];
  return frame;
}

function randomValue(random: () => number, depth: number): unknown {
  const values = [
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    '',
    '\u0000',
    '𝄞'.repeat(9),
    'home-quiet',
  ];
  const choice = pick(random, values.length + 2);
  if (choice < values.length || depth > 3) return values[choice % values.length];
  if (choice === values.length) return [randomValue(random, depth + 1), randomValue(random, depth + 1)];
  return { __proto__: null, denoise: randomValue(random, depth + 1), theme: randomValue(random, depth + 1) };
}

function randomBytes(random: () => number, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => pick(random, 256));
}

function withFlippedCharacters(random: () => number, text: string): string {
  const at = pick(random, text.length);
  return `${text.slice(0, at)}${String.fromCharCode(pick(random, 0x3000))}${text.slice(at + 1)}`;
}
