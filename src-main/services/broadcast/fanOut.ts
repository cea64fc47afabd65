import { Destination, type DestinationOptions } from './destination.ts';
import type { DestinationHealth } from './destinationFigures.ts';
import { GroupRing } from './groupRing.ts';
import { createInterleaver } from './interleaver.ts';
import type { BroadcastPacket, ProgrammeFormat } from './programme.ts';
import type { openPublisher } from './rtmp/index.ts';

/** How much of the programme is kept for destinations that were away. */
const RING_MS = 20_000;
const TICK_MS = 200;
/** At the end, what is left is sent for so long. */
const DRAIN_MS = 600;
const DRAIN_TICK_MS = 20;

export type DestinationTarget = Pick<
  DestinationOptions,
  'id' | 'address' | 'key' | 'ca' | 'catchesUp' | 'isConstantRate'
>;

export interface FanOutOptions {
  format: ProgrammeFormat;
  targets: readonly DestinationTarget[];
  /** Only ever grows. */
  nowMs: () => number;
  open: typeof openPublisher;
  onStateChanged: (health: DestinationHealth) => void;
}

export interface FanOut {
  /** Never waits, whatever the destinations do. */
  push: (packet: BroadcastPacket) => void;
  readonly health: readonly DestinationHealth[];
  tryNow(id: string): void;
  /** Ends every destination within two seconds. */
  end(): Promise<readonly DestinationHealth[]>;
}

/** Sends one programme to several destinations, each on its own. */
export function createFanOut({ format, targets, nowMs, open, onStateChanged }: FanOutOptions): FanOut {
  const ring = new GroupRing(RING_MS);
  const destinations = targets.map(
    (target) => new Destination({ ...target, format, ring, nowMs, open, onStateChanged }),
  );
  const interleaver = createInterleaver({
    nowMs,
    push(packet) {
      ring.push(packet);
      for (const destination of destinations) destination.pump();
    },
  });
  const timer = setInterval(() => {
    interleaver.tick();
    for (const destination of destinations) destination.tick();
  }, TICK_MS);
  for (const destination of destinations) destination.start();

  return {
    push: (packet) => interleaver.add(packet),
    get health() {
      return destinations.map(({ health }) => health);
    },
    tryNow(id) {
      destinations.find((destination) => destination.id === id)?.tryNow();
    },
    async end() {
      clearInterval(timer);
      interleaver.flush();
      await drain(destinations, nowMs() + DRAIN_MS, nowMs);
      await Promise.all(destinations.map((destination) => destination.end()));
      return destinations.map(({ health }) => health);
    },
  };
}

async function drain(
  destinations: readonly Destination[],
  untilMs: number,
  nowMs: () => number,
): Promise<void> {
  while (destinations.some(({ isDrained }) => !isDrained) && nowMs() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, DRAIN_TICK_MS));
    for (const destination of destinations) destination.pump();
  }
}
