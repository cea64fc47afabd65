import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import WebSocket, { WebSocketServer } from 'ws';
import { afterEach, describe, expect, it } from 'vitest';
import type { Channel } from '../../../src-shared/rpc/index.ts';
import { createWebSocketChannel } from './webSocketChannel.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/** Both ends of one real connection. */
async function connectPair(): Promise<{ near: Channel; far: Channel; farSocket: WebSocket }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const farSocket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [nearSocket] = (await once(server, 'connection')) as [WebSocket];
  await once(farSocket, 'open');
  cleanups.push(() => {
    nearSocket.terminate();
    farSocket.terminate();
    server.close();
  });
  return { near: createWebSocketChannel(nearSocket), far: createWebSocketChannel(farSocket), farSocket };
}

const nextFrame = (channel: Channel) => new Promise((resolve) => channel.onFrame(resolve));

describe('a channel over a WebSocket', () => {
  it('carries frames as JSON and the bytes of streams as they are', async () => {
    const { near, far } = await connectPair();
    const first = nextFrame(far);
    near.send({ kind: 'event', id: 3, payload: { text: 'ä' } });
    expect(await first).toEqual({ kind: 'event', id: 3, payload: { text: 'ä' } });
    const second = nextFrame(far);
    near.send({ kind: 'chunk', id: 4, bytes: Uint8Array.of(0, 255, 1) });
    const chunk = (await second) as { bytes: Uint8Array };
    expect(chunk.bytes).toBeInstanceOf(Uint8Array);
    expect([...chunk.bytes]).toEqual([0, 255, 1]);
  });

  it('hands on what cannot be read as something that is no frame, and stays open', async () => {
    const { near, farSocket } = await connectPair();
    const received: unknown[] = [];
    near.onFrame((frame) => received.push(frame));
    farSocket.send('{"broken');
    farSocket.send(Buffer.from([9, 9]));
    farSocket.send('{"kind":"x"}');
    await expect.poll(() => received.length).toBe(3);
    expect(received).toEqual([undefined, undefined, { kind: 'x' }]);
  });

  it('notifies both ends once that it has closed, also those who ask later', async () => {
    const { near, far } = await connectPair();
    let nearCloses = 0;
    near.onClose(() => (nearCloses += 1));
    const farClosed = new Promise<void>((resolve) => far.onClose(resolve));
    near.close();
    near.close();
    near.send({ kind: 'event', id: 1, payload: null });
    await farClosed;
    expect(nearCloses).toBe(1);
    let isReported = false;
    near.onClose(() => (isReported = true));
    expect(isReported).toBe(true);
  });

  it('is congested while its peer does not read, and says when it may be written again', async () => {
    const { near, farSocket } = await connectPair();
    farSocket.pause();
    const payload = 'x'.repeat(64 * 1024);
    for (let i = 0; i < 200 && !near.isCongested(); i += 1) {
      near.send({ kind: 'event', id: 1, payload });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(near.isCongested()).toBe(true);
    const drained = new Promise<void>((resolve) => near.onDrain(resolve));
    farSocket.resume();
    await drained;
    expect(near.isCongested()).toBe(false);
  });

  it('closes on a peer that lets 16 MB pile up', async () => {
    const { near, farSocket } = await connectPair();
    farSocket.pause();
    let isClosed = false;
    near.onClose(() => (isClosed = true));
    const payload = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 40 && !isClosed; i += 1) near.send({ kind: 'event', id: 1, payload });
    expect(isClosed).toBe(true);
  });
});
