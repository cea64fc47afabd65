import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import WebSocket, { WebSocketServer } from 'ws';
import { z } from 'zod';
import { createWebSocketChannel } from '../../src-main/node/http/webSocketChannel.ts';
import { defineProcedure } from '../../src-shared/contract/define.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { videoContract } from '../../src-shared/contract/video.ts';
import {
  createClient,
  createEventHub,
  createRouter,
  readPieces,
  type UploadContext,
} from '../../src-shared/rpc/index.ts';
import { createRandom, pick } from './random.ts';

/** A camera of 1080p at 30 frames a second and about 9 Mbit/s, a key frame every two seconds, sent five times a second. */
const FRAMES_A_CALL = 6;
const FRAMES_A_KEY = 60;
const FRAME_BYTES = 33_000;
const KEY_BYTES = 250_000;
const CALLS = 300;
const RUNS = 5;

const answer = z.object({ framesWritten: z.int(), isPaused: z.boolean(), wantsKey: z.boolean() });

/** Frames as they come now, and as text in JSON, which they were before. */
const contract = {
  'video.append': videoContract['video.append'],
  'bench.appendText': defineProcedure({
    input: z.strictObject({
      trackId: z.string().min(1).max(200),
      frames: z.array(
        z.strictObject({
          atMs: z.number(),
          isKey: z.boolean(),
          droppedBefore: z.int().nonnegative(),
          base64: z.base64().min(1).max(3_900_000),
        }),
      ),
      framesDropped: z.int().nonnegative(),
    }),
    output: answer,
  }),
};

interface Frame {
  facts: { atMs: number; isKey: boolean; droppedBefore: number };
  bytes: Uint8Array;
}

export interface WayFigures {
  /** Of both ends together, for a second of video. */
  processorMsPerSec: number;
  megabytesPerSec: number;
}

/** The same encoded frames over the same WebSocket, as bytes and as base64 in JSON; medians of runs that take turns. */
export async function measureUploads(): Promise<Record<'bytes' | 'base64', WayFigures>> {
  const connection = await connect();
  const { client } = connection;
  const calls = createCalls();
  const ways = {
    bytes: async (frames: readonly Frame[]) => {
      const facts = frames.map((frame) => ({ ...frame.facts, sizeBytes: frame.bytes.byteLength }));
      const input = { trackId: 'track', frames: facts, framesDropped: 0 };
      const sent = frames.map(({ bytes }) => bytes);
      return unwrap(await client.upload('video.append', input, sent)).framesWritten;
    },
    base64: async (frames: readonly Frame[]) => {
      const texts = frames.map(({ facts, bytes }) => ({ ...facts, base64: toBase64(bytes) }));
      const input = { trackId: 'track', frames: texts, framesDropped: 0 };
      return unwrap(await client.call('bench.appendText', input)).framesWritten;
    },
  };
  const runs = { bytes: [] as WayFigures[], base64: [] as WayFigures[] };
  try {
    // The first of each is for the compiler.
    for (let run = -1; run < RUNS; run += 1) {
      for (const way of ['base64', 'bytes'] as const) {
        const figures = await measure(ways[way], calls);
        if (run >= 0) runs[way].push(figures);
      }
    }
  } finally {
    connection.close();
  }
  return { bytes: medianOf(runs.bytes), base64: medianOf(runs.base64) };
}

async function measure(
  send: (frames: readonly Frame[]) => Promise<number>,
  calls: readonly (readonly Frame[])[],
): Promise<WayFigures> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  let bytes = 0;
  for (const frames of calls) {
    if ((await send(frames)) !== frames.length) throw new Error('Frames were lost on their way.');
    bytes += frames.reduce((sum, frame) => sum + frame.bytes.byteLength, 0);
  }
  const { user, system } = process.cpuUsage(before);
  return {
    processorMsPerSec: (user + system) / 1000 / (CALLS / 5),
    megabytesPerSec: bytes / 1e6 / ((performance.now() - startedMs) / 1000),
  };
}

async function connect() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [hostSocket] = (await once(server, 'connection')) as [WebSocket];
  await once(socket, 'open');
  const taken = (frames: readonly Uint8Array[]) => ({
    framesWritten: frames.filter(({ byteLength }) => byteLength > 0).length,
    isPaused: false,
    wantsKey: false,
  });
  const router = createRouter({
    contract,
    events: createEventHub<typeof contract>(),
    protocolVersion: 1,
    log: ({ error }) => process.stderr.write(`${String(error)}\n`),
    createCorrelationId: () => 'bench',
    handlers: {
      'video.append': async ({ frames }, { bytes }: UploadContext) =>
        taken(
          await readPieces(
            bytes,
            frames.map(({ sizeBytes }) => sizeBytes),
          ),
        ),
      'bench.appendText': ({ frames }) => taken(frames.map(({ base64 }) => Buffer.from(base64, 'base64'))),
    },
  });
  router.connect(createWebSocketChannel(hostSocket));
  const openChannel = () => createWebSocketChannel(socket);
  const client = createClient({ contract, protocolVersion: 1, openChannel });
  return {
    client,
    close() {
      client.close();
      router.close();
      server.close();
    },
  };
}

function createCalls(): Frame[][] {
  const random = createRandom(1080);
  let made = 0;
  const createFrame = (): Frame => {
    const isKey = made % FRAMES_A_KEY === 0;
    const size = isKey ? KEY_BYTES : FRAME_BYTES;
    const facts = { atMs: (made * 1000) / 30, isKey, droppedBefore: 0 };
    made += 1;
    return { facts, bytes: Uint8Array.from({ length: size }, () => pick(random, 256)) };
  };
  return Array.from({ length: CALLS }, () => Array.from({ length: FRAMES_A_CALL }, createFrame));
}

/** As a page does, which has `toBase64` for it. */
function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function medianOf(runs: readonly WayFigures[]): WayFigures {
  const median = (key: keyof WayFigures) => {
    const values = runs.map((run) => run[key]).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? 0;
  };
  return { processorMsPerSec: median('processorMsPerSec'), megabytesPerSec: median('megabytesPerSec') };
}
