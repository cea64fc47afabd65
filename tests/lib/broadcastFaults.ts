import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createFanOut, openPublisher } from '../../src-main/services/broadcast/index.ts';
import { parseIngestAddress } from '../../src-shared/domain/broadcast/address.ts';
import { missingIn, playProgramme, type Programme } from './broadcastProgramme.ts';
import { startNginx, type RtmpServer } from './rtmpServers.ts';

export const BROADCAST_FAULTS = ['killed', 'stopped', 'throttled'] as const;
export type BroadcastFault = (typeof BROADCAST_FAULTS)[number];

const DESTINATIONS = 4;
/** Far below any programme. */
const THROTTLED_BYTES_PER_SEC = 25_000;

type Step = () => void | Promise<void>;

export interface FaultReport {
  /** Until the destination was not live any more; null where it never was so. */
  noticedMs: number | null;
  /** From the end of the fault until it was live again. */
  backMs: number | null;
  /** Packets that are in no recording: at the destination with the fault, and at all others together. */
  missingThere: number;
  missingElsewhere: number;
  /** Other destinations that were not live all the time. */
  disturbed: number;
  endedInMs: number;
}

/** A broadcast to four servers, one of which fails from one second of the programme to another. */
export async function breakDestination(
  dir: string,
  programme: Programme,
  { fault, fromSec, toSec }: { fault: BroadcastFault; fromSec: number; toSec: number },
): Promise<FaultReport> {
  const servers = await Promise.all(Array.from({ length: DESTINATIONS }, () => startNginx(dir)));
  const [broken, ...others] = servers as [RtmpServer, ...RtmpServer[]];
  const throttle = await openThrottle(Number(new URL(broken.address).port));
  const moments: { id: string; state: string; atMs: number }[] = [];
  const fanOut = createFanOut({
    format: programme.format,
    targets: servers.map((server, index) => ({
      id: String(index),
      key: 'soak',
      catchesUp: true,
      address: addressOf(server === broken ? throttle.address : server.address),
    })),
    nowMs: () => performance.now(),
    open: openPublisher,
    onStateChanged: ({ id, state }) => moments.push({ id, state, atMs: performance.now() }),
  });
  const work: Record<BroadcastFault, readonly [begin: Step, mend: Step]> = {
    killed: [broken.kill, broken.restart],
    stopped: [broken.pause, broken.resume],
    throttled: [() => throttle.limit(THROTTLED_BYTES_PER_SEC), () => throttle.limit(null)],
  };
  const [begin, mend] = work[fault];
  let brokenAtMs = 0;
  let mendedAtMs = 0;
  try {
    await playProgramme(programme.packets, fanOut.push, {
      [fromSec]: () => ((brokenAtMs = performance.now()), begin()),
      [toSec]: async () => (await mend(), (mendedAtMs = performance.now())),
    });
    await untilCaughtUp(() =>
      fanOut.health.every(({ state, behindMs }) => state === 'live' && behindMs === 0),
    );
    const endingMs = performance.now();
    await fanOut.end();
    const endedInMs = performance.now() - endingMs;
    const missing = await Promise.all(servers.map((server) => missingOnce(server, programme)));
    const first = (state: RegExp, fromMs: number) =>
      moments.find((moment) => moment.id === '0' && state.test(moment.state) && moment.atMs >= fromMs)?.atMs;
    const noticed = first(/reconnecting|slow/, brokenAtMs);
    const back = first(/live/, mendedAtMs);
    return {
      noticedMs: noticed === undefined ? null : noticed - brokenAtMs,
      backMs: back === undefined ? null : back - mendedAtMs,
      missingThere: missing[0] ?? 0,
      missingElsewhere: missing.slice(1).reduce((sum, count) => sum + count, 0),
      disturbed: others.filter((_, index) =>
        moments.some(({ id, state }) => id === String(index + 1) && /reconnecting|slow|refused/.test(state)),
      ).length,
      endedInMs,
    };
  } finally {
    await fanOut.end();
    throttle.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function addressOf(text: string) {
  const parsed = parseIngestAddress(text);
  if (!('address' in parsed)) throw new Error(`${text}: ${parsed.problem}`);
  return parsed.address;
}

/** The server writes a little later than it receives. */
async function missingOnce(server: RtmpServer, programme: Programme): Promise<number> {
  let missing = missingIn(server.recordings(), programme.packets).length;
  for (let tries = 0; missing > 0 && tries < 20; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    missing = missingIn(server.recordings(), programme.packets).length;
  }
  return missing;
}

async function untilCaughtUp(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!isSo() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** A way to a server that can be made slow. */
async function openThrottle(port: number) {
  let bytesPerSec: number | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((outer) => {
    const inner = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => (sockets.delete(one), other.destroy()));
    }
    inner.on('data', (bytes) => outer.write(bytes));
    outer.on('data', (bytes) => {
      inner.write(bytes);
      if (bytesPerSec === null) return;
      outer.pause();
      const dueMs = performance.now() + (bytes.length * 1000) / bytesPerSec;
      const timer = setInterval(() => {
        if (bytesPerSec !== null && performance.now() < dueMs) return;
        clearInterval(timer);
        outer.resume();
      }, 20);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `rtmp://127.0.0.1:${(server.address() as AddressInfo).port}/live`,
    limit: (next: number | null) => void (bytesPerSec = next),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
