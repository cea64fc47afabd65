import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { z } from 'zod';
import { createPageChannel } from '../../src-main/electron/pageChannel.ts';
import { createWebSocketChannel } from '../../src-main/node/http/webSocketChannel.ts';
import { defineUpload } from '../../src-shared/contract/define.ts';
import {
  createClient,
  createEventHub,
  createMemoryChannelPair,
  createRouter,
  Listeners,
  type Channel,
  type UploadContext,
} from '../../src-shared/rpc/index.ts';

const contract = { 'test.digest': defineUpload({ input: z.void(), output: z.string() }) };

/** More than a connection may have waiting, in pieces that are no chunks. */
const PIECES = 400;
const PIECE_BYTES = 100_003;

/** Both ends of a connection, the page's first. */
const TRANSPORTS: Record<string, () => Promise<[Channel, Channel]> | [Channel, Channel]> = {
  'in this process': () => createMemoryChannelPair(),
  'over a WebSocket': connectSockets,
  'over a message port, as to the desktop shell': connectPorts,
};

describe.each(Object.entries(TRANSPORTS))('an upload %s', (_, connect) => {
  async function setUp() {
    const ended: string[] = [];
    let taken = 0;
    const router = createRouter({
      contract,
      events: createEventHub<typeof contract>(),
      protocolVersion: 1,
      log: ({ error }) => ended.push(String(error)),
      createCorrelationId: () => 'test',
      handlers: {
        async 'test.digest'(_input, { bytes }: UploadContext) {
          const hash = createHash('sha256');
          try {
            for await (const chunk of bytes) {
              hash.update(chunk);
              taken += chunk.byteLength;
              // Slower than what comes, so that it has to wait.
              await new Promise((resolve) => setImmediate(resolve));
            }
            ended.push('whole');
            return hash.digest('hex');
          } catch (error) {
            ended.push((error as { code: string }).code);
            throw error;
          }
        },
      },
    });
    const [near, far] = await connect();
    router.connect(far);
    const client = createClient({ contract, protocolVersion: 1, openChannel: () => near });
    onTestFinished(() => client.close());
    return { client, router, near, ended, takenBytes: () => taken };
  }

  it('brings every byte in its order to a slow host, several beside one another', async () => {
    const { client, router, ended } = await setUp();
    const sent = Array.from({ length: 3 }, () => ({ given: 0, hash: createHash('sha256') }));
    async function* give(source: (typeof sent)[number]) {
      for (; source.given < PIECES; source.given += 1) {
        const piece = new Uint8Array(PIECE_BYTES).fill(source.given);
        source.hash.update(piece);
        yield await Promise.resolve(piece);
      }
    }
    const answers = await Promise.all(
      sent.map((source) => client.upload('test.digest', undefined, give(source))),
    );
    expect(answers).toEqual(sent.map(({ hash }) => ({ success: true, data: hash.digest('hex') })));
    expect(ended).toEqual(['whole', 'whole', 'whole']);
    expect(router.activeCount).toBe(0);
  });

  it.each(['cancelled', 'lost'] as const)('ends at both ends when it is %s in its middle', async (how) => {
    const { client, near, ended, takenBytes } = await setUp();
    const abort = new AbortController();
    const letGo = Promise.withResolvers<void>();
    let given = 0;
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          yield await Promise.resolve(new Uint8Array(PIECE_BYTES));
        }
      } finally {
        letGo.resolve();
      }
    }
    const answer = client.upload('test.digest', undefined, endless(), { signal: abort.signal });
    await expect.poll(takenBytes).toBeGreaterThan(20 * PIECE_BYTES);
    if (how === 'cancelled') abort.abort();
    else near.close();
    const code = how === 'cancelled' ? 'CANCELLED' : 'CONNECTION_LOST';
    expect(await answer).toMatchObject({ success: false, error: { code } });
    await letGo.promise;
    await expect.poll(() => ended).toEqual(['CANCELLED']);
    expect(given * PIECE_BYTES - takenBytes()).toBeLessThan(4 << 20);
  });
});

async function connectSockets(): Promise<[Channel, Channel]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [hostSocket] = (await once(server, 'connection')) as [WebSocket];
  await once(socket, 'open');
  onTestFinished(() => {
    socket.terminate();
    server.close();
  });
  return [createWebSocketChannel(socket), createWebSocketChannel(hostSocket)];
}

function connectPorts(): [Channel, Channel] {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const host = createPageChannel((...message) => port2.postMessage(message));
  port2.on('message', (frame) => host.receive(frame));
  port2.on('close', () => host.close());
  return [createPortChannel(port1), host];
}

/** The page's end, as the preload has it. */
function createPortChannel(port: MessagePort): Channel {
  const frames = new Listeners<unknown>();
  port.on('message', ([kind, frame]: [string, unknown]) => {
    if (kind === 'frame') frames.notify(frame);
  });
  return {
    send: (frame) => port.postMessage(frame),
    isCongested: () => false,
    onDrain: () => () => undefined,
    onFrame: (listener) => frames.add(listener),
    onClose(listener) {
      port.on('close', listener);
      return () => port.off('close', listener);
    },
    close: () => port.close(),
  };
}
