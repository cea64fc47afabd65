import { describe, expect, it } from 'vitest';
import { Destination } from './destination.ts';
import type { DestinationHealth } from './destinationFigures.ts';
import { GroupRing } from './groupRing.ts';
import type { BroadcastPacket, ProgrammeFormat } from './programme.ts';
import { PublishError, type Publisher, type PublisherOptions } from './rtmp/index.ts';

const FPS = 10;
const FRAME_BYTES = 40_000;
const FORMAT: ProgrammeFormat = {
  video: { avcConfig: Buffer.alloc(0), width: 1280, height: 720, fps: FPS, bitrateKbps: 3000 },
  audio: { aacConfig: Buffer.alloc(0), sampleRateHz: 48_000, channels: 2, bitrateKbps: 160 },
};

/** A server behind the internet: it takes so much a second, and acknowledges it. */
class Server {
  received: BroadcastPacket[] = [];
  bytesPerSec = Infinity;
  isDown = false;
  refusal: PublishError | null = null;
  connections = 0;
  addresses: string[] = [];
  options: PublisherOptions | null = null;
  #sent: { packet: BroadcastPacket; endBytes: number }[] = [];
  #sentBytes = 0;
  #doneBytes = 0;

  open = async (options: PublisherOptions): Promise<Publisher> => {
    this.addresses.push(options.address.host);
    if (this.refusal) throw this.refusal;
    if (this.isDown) throw new PublishError('unreachable', 'The server is unreachable.');
    this.connections += 1;
    this.options = options;
    this.#sent = [];
    this.#sentBytes = 0;
    this.#doneBytes = 0;
    const readSentBytes = () => this.#sentBytes;
    return {
      get sentBytes() {
        return readSentBytes();
      },
      queuedBytes: 0,
      send: (packet) => {
        this.#sentBytes += packet.bytes.length;
        this.#sent.push({ packet, endBytes: this.#sentBytes });
      },
      end: async () => undefined,
      destroy: (error) => error && options.onClosed(error),
    };
  };

  work(ms: number): void {
    if (this.isDown || !this.options) return;
    this.#doneBytes = Math.min(this.#sentBytes, this.#doneBytes + (this.bytesPerSec * ms) / 1000);
    while (this.#sent[0] && this.#sent[0].endBytes <= this.#doneBytes) {
      this.received.push(...this.#sent.splice(0, 1).map(({ packet }) => packet));
    }
    this.options.onAcknowledged(Math.floor(this.#doneBytes) + 3073);
  }

  die(): void {
    this.isDown = true;
    this.options?.onClosed(new PublishError('closed', 'The server closed the connection.'));
  }
}

function open(options: { catchesUp?: boolean } = {}) {
  let now = 0;
  let frame = 0;
  const server = new Server();
  const ring = new GroupRing(20_000);
  const states: string[] = [];
  const sent: BroadcastPacket[] = [];
  const destination = new Destination({
    id: 'a',
    address: { protocol: 'rtmp', host: 'first.example', port: 1935, app: 'live' },
    key: 'key',
    catchesUp: options.catchesUp ?? true,
    format: FORMAT,
    ring,
    nowMs: () => now,
    open: server.open,
    onStateChanged: ({ state }: DestinationHealth) => states.push(state),
  });
  /** Ten frames a second, each with its sound. */
  async function run(seconds: number): Promise<void> {
    for (let step = 0; step < seconds * FPS; step++) {
      for (const packet of packetsOf(frame)) {
        ring.push(packet);
        sent.push(packet);
      }
      frame += 1;
      destination.pump();
      now += 1000 / FPS;
      server.work(1000 / FPS);
      destination.tick();
      await Promise.resolve().then(() => undefined);
    }
  }
  return { server, destination, states, sent, run };
}

function packetsOf(frame: number): BroadcastPacket[] {
  const atMs = (frame * 1000) / FPS;
  return [
    { kind: 'video', atMs, isKey: frame % (2 * FPS) === 0, bytes: Buffer.alloc(FRAME_BYTES) },
    { kind: 'audio', atMs, isKey: true, bytes: Buffer.alloc(400) },
  ];
}

const missing = (sent: BroadcastPacket[], received: BroadcastPacket[], kind: 'video' | 'audio') =>
  sent.filter((packet) => packet.kind === kind && !received.includes(packet)).length;

describe('a destination', () => {
  it('gets all that comes, and says so', async () => {
    const { server, destination, states, sent, run } = open();
    destination.start();
    await run(10);
    expect(states).toEqual(['connecting', 'live']);
    expect(missing(sent, server.received, 'video')).toBe(0);
    const { framesSent, framesAcknowledged, kbps, groupsSkipped } = destination.health;
    expect({ framesSent, framesAcknowledged, groupsSkipped }).toEqual({
      framesSent: 100,
      framesAcknowledged: 100,
      groupsSkipped: 0,
    });
    expect(kbps).toBeCloseTo((FRAME_BYTES + 400) * FPS * 0.008, -2);
  });

  it('that was away for six seconds misses nothing', async () => {
    const { server, destination, states, sent, run } = open();
    destination.start();
    await run(5);
    server.die();
    await run(6);
    server.isDown = false;
    await run(12);
    expect(states).toContain('reconnecting');
    expect(destination.state).toBe('live');
    expect(missing(sent, server.received, 'video')).toBe(0);
    expect(missing(sent, server.received, 'audio')).toBe(0);
    const { reconnects, packetsLost, outages } = destination.health;
    expect({ reconnects, packetsLost }).toEqual({ reconnects: 1, packetsLost: 0 });
    expect(outages).toMatchObject([{ failure: 'closed' }]);
    expect((outages[0]?.toMs ?? 0) - (outages[0]?.fromMs ?? 0)).toBeLessThan(11_000);
  });

  it('that must not catch up continues with the newest group, and counts what it misses', async () => {
    const { server, destination, sent, run } = open({ catchesUp: false });
    destination.start();
    await run(5);
    server.die();
    await run(6);
    server.isDown = false;
    await run(12);
    const lost = missing(sent, server.received, 'video') + missing(sent, server.received, 'audio');
    expect(lost).toBeGreaterThan(60);
    expect(destination.health.packetsLost).toBe(lost);
  });

  it('that was away for longer than the ring counts what it misses', async () => {
    const { server, destination, sent, run } = open();
    destination.start();
    await run(5);
    server.die();
    await run(40);
    server.isDown = false;
    await run(20);
    const lost = missing(sent, server.received, 'video') + missing(sent, server.received, 'audio');
    expect(lost).toBeGreaterThan(200);
    expect(destination.health.packetsLost).toBe(lost);
  });

  it('behind a slow link gets whole groups of frames and all of the sound', async () => {
    const { server, destination, states, sent, run } = open();
    destination.start();
    await run(30);
    server.bytesPerSec = 125_000;
    await run(40);
    expect(destination.state).toBe('slow');
    expect(states).not.toContain('reconnecting');
    server.bytesPerSec = Infinity;
    await run(10);
    expect(destination.state).toBe('live');
    expect(missing(sent, server.received, 'audio')).toBe(0);
    const frames = server.received.filter(({ kind }) => kind === 'video').map(({ atMs }) => atMs);
    const groups = Map.groupBy(frames, (atMs) => Math.floor(atMs / 2000));
    for (const group of groups.values()) expect(group).toHaveLength(2 * FPS);
    const { groupsSkipped, framesSkipped } = destination.health;
    expect(framesSkipped).toBe(missing(sent, server.received, 'video'));
    expect(groupsSkipped * 2 * FPS).toBe(framesSkipped);
  });

  it('that stands still is noticed within three seconds and left', async () => {
    const { server, destination, states, run } = open();
    destination.start();
    await run(10);
    server.bytesPerSec = 0;
    const { options } = server;
    if (options) options.onAcknowledged = () => undefined;
    await run(3);
    expect(states).toContain('reconnecting');
    expect(destination.health.outages).toMatchObject([{ failure: 'stalled' }]);
  });

  it('is tried after 0.5, 1, 2, 4 and 5 s, then every 5 s', async () => {
    const { server, destination, states, run } = open();
    server.isDown = true;
    destination.start();
    const tries: number[] = [];
    for (let step = 0; step < 250; step++) {
      const before = server.addresses.length;
      await run(0.1);
      if (server.addresses.length > before) tries.push((step + 1) / 10);
    }
    const waits = tries.map((at, index) => at - (tries[index - 1] ?? 0)).map((wait) => Math.round(wait));
    expect(waits.slice(0, 6)).toEqual([1, 1, 2, 4, 5, 5]);
    expect(states.slice(0, 4)).toEqual(['connecting', 'reconnecting', 'connecting', 'reconnecting']);
    expect(destination.health.nextTryInMs).toBeLessThanOrEqual(5000);
  });

  it('is tried at once where the user says so', async () => {
    const { server, destination, run } = open();
    server.isDown = true;
    destination.start();
    await run(9);
    server.isDown = false;
    destination.tryNow();
    await run(0.2);
    expect(destination.state).toBe('live');
  });

  it('that refuses the key is not tried again, but where the user says so', async () => {
    const { server, destination, run } = open();
    server.refusal = new PublishError('refused', 'The server refused the stream: Bad key.');
    destination.start();
    await run(20);
    expect(server.addresses).toHaveLength(1);
    expect(destination.health).toMatchObject({ state: 'refused', reason: { failure: 'refused' } });
    server.refusal = null;
    destination.tryNow();
    await run(1);
    expect(destination.state).toBe('live');
  });

  it('that still has the last connection is tried again', async () => {
    const { server, destination, run } = open();
    server.refusal = new PublishError('alreadyPublishing', 'The server still has the last connection.');
    destination.start();
    await run(2);
    expect(server.addresses.length).toBeGreaterThan(1);
  });

  it('that asks to be left is left at a key frame, for the address that it names', async () => {
    const { server, destination, states, sent, run } = open();
    destination.start();
    await run(5);
    server.options?.onReconnectRequested('rtmp://second.example/live');
    await run(5);
    expect(server.addresses).toEqual(['first.example', 'second.example']);
    expect(states).toEqual(['connecting', 'live']);
    expect(missing(sent, server.received, 'video')).toBe(0);
    expect(destination.health.reconnects).toBe(1);
  });

  it('ends, whatever it does', async () => {
    const { server, destination, states, run } = open();
    server.isDown = true;
    destination.start();
    await run(3);
    await destination.end();
    await run(10);
    expect(states.at(-1)).toBe('ended');
    expect(server.addresses.length).toBeLessThan(4);
  });
});
