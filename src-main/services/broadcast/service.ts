import { join } from 'node:path';
import type {
  BroadcastCertificate,
  broadcastContract,
  BroadcastView,
} from '../../../src-shared/contract/broadcast.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { parseIngestAddress } from '../../../src-shared/domain/broadcast/address.ts';
import { describeDestinationExcess } from '../../../src-shared/domain/broadcast/planLimit.ts';
import type { RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';
import { readPieces, type Handlers } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log, SecretStore } from '../ports.ts';
import { openDestinations, type Destinations } from './destinations.ts';
import type { DestinationTarget } from './fanOut.ts';
import { openPublisher } from './rtmp/index.ts';
import { BroadcastRun } from './run.ts';
import type { ProgrammeSound } from './soundFeed.ts';

const ANNOUNCE_MS = 1000;

type BroadcastHandlers = Handlers<typeof broadcastContract>;

export interface BroadcastServiceOptions {
  dataDir: string;
  secrets: SecretStore;
  readLimits: () => Promise<RecordingLimits | null>;
  sound: ProgrammeSound;
  /** Milliseconds that only ever grow: the clock of `video.readClock`. */
  nowMs: () => number;
  clock: Clock;
  createId: () => string;
  log: Log;
  onChanged: (view: BroadcastView) => void;
}

export interface BroadcastService {
  handlers: BroadcastHandlers;
  /** Ends a running broadcast in good order. */
  close(): Promise<void>;
}

/** Live broadcast: its destinations and the one that runs. */
export function createBroadcastService(options: BroadcastServiceOptions): BroadcastService {
  const { dataDir, secrets, createId, log } = options;
  const destinations = openDestinations({
    path: join(dataDir, 'destinations.json'),
    secrets,
    createId,
    log,
  });
  const inTurn = createTurns();
  let run: BroadcastRun | null = null;
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;

  const read = () => readView({ destinations, secrets, run, hasEnded });
  const announce = () => void read().then(options.onChanged, (error: unknown) => log.error('the broadcast could not be read', error));

  /** Only while nothing is live, as the document says. */
  const change = (work: () => Promise<void> | void) =>
    inTurn(async () => {
      if (run) throw new RpcError('BROADCAST_ALREADY_RUNNING', 'End the stream first: this is locked while live.');
      await work();
      announce();
      return await read();
    });

  async function start(input: Parameters<BroadcastHandlers['broadcast.start']>[0]): Promise<BroadcastView> {
    if (run) throw new RpcError('BROADCAST_ALREADY_RUNNING', 'A broadcast is live already. End it first.');
    const targets = await chooseTargets(destinations);
    const excess = describeDestinationExcess(await options.readLimits(), targets.length);
    if (excess !== null) throw new RpcError('PLAN_LIMIT', excess);
    run = new BroadcastRun({
      ...input,
      avcConfig: Buffer.from(input.avcConfig, 'base64'),
      targets,
      sound: options.sound,
      nowMs: options.nowMs,
      wallMs: () => options.clock.nowMs(),
      open: openPublisher,
      onStateChanged: announce,
    });
    hasEnded = false;
    timer = setInterval(announce, ANNOUNCE_MS);
    return await read();
  }

  async function stop(): Promise<BroadcastCertificate> {
    const ending = requireRun(run);
    const certificate = await ending.end();
    clearInterval(timer);
    run = null;
    hasEnded = true;
    announce();
    return certificate;
  }

  return {
    handlers: {
      'broadcast.read': read,
      'broadcast.saveDestination': (input) => change(() => destinations.save(input)),
      'broadcast.removeDestination': ({ id }) => change(() => destinations.remove(id)),
      'broadcast.setMultiStream': ({ isOn }) => change(() => destinations.setMultiStream(isOn)),
      'broadcast.saveKey': ({ id, key }) => change(() => destinations.saveKey(id, key)),
      'broadcast.removeKey': ({ id }) => change(() => destinations.removeKey(id)),
      'broadcast.start': (input) => inTurn(() => start(input)),
      async 'broadcast.append'({ frames }, { bytes }) {
        const pieces = await readPieces(
          bytes,
          frames.map(({ sizeBytes }) => sizeBytes),
        );
        return requireRun(run).append(
          frames.map((frame, index) => ({ ...frame, bytes: pieces[index] ?? new Uint8Array() })),
        );
      },
      'broadcast.tryNow': ({ id }) => requireRun(run).tryNow(id),
      'broadcast.stop': () => inTurn(stop),
    },
    close: () =>
      inTurn(async () => {
        if (run) await stop();
      }),
  };
}

function requireRun(run: BroadcastRun | null): BroadcastRun {
  if (!run) throw new RpcError('BROADCAST_NOT_RUNNING', 'No broadcast is live.');
  return run;
}

/** The enabled destinations that have a key; without multi-streaming the first alone. */
async function chooseTargets(destinations: Destinations): Promise<DestinationTarget[]> {
  const { isMultiStream, destinations: all } = destinations.document;
  const enabled = all.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) {
    throw new RpcError('BAD_OPTION', 'No destination is on. Add one, or turn one on.');
  }
  const chosen = isMultiStream ? enabled : enabled.slice(0, 1);
  return await Promise.all(
    chosen.map(async ({ id, name, address, catchesUp }) => {
      const key = await destinations.readKey(id);
      if (key === null) {
        throw new RpcError('BAD_OPTION', `${name} has no stream key. Save one, or turn it off.`);
      }
      const parsed = parseIngestAddress(address);
      if (!('address' in parsed)) throw new RpcError('BAD_OPTION', `The address of ${name} is not right.`);
      return { id, address: parsed.address, key, catchesUp };
    }),
  );
}

async function readView(parts: {
  destinations: Destinations;
  secrets: SecretStore;
  run: BroadcastRun | null;
  hasEnded: boolean;
}): Promise<BroadcastView> {
  const { destinations, secrets, run, hasEnded } = parts;
  const { isMultiStream, destinations: all } = destinations.document;
  const health = run?.health ?? [];
  const rows = await Promise.all(
    all.map(async (destination) => ({
      ...destination,
      hasKey: (await destinations.readKey(destination.id)) !== null,
      health: health.find(({ id }) => id === destination.id) ?? null,
    })),
  );
  return {
    state: run?.state ?? (hasEnded ? 'ended' : 'idle'),
    isMultiStream,
    destinations: rows,
    // Known for certain only after the store was asked.
    keysKeptIn: secrets.keptIn,
    live: run?.view ?? null,
  };
}
