import { join } from 'node:path';
import type { broadcastContract, BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import type { RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';
import { readPieces, type Handlers } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log, SecretStore } from '../ports.ts';
import { CurrentBroadcast } from './currentBroadcast.ts';
import { openBroadcastJournal, type BroadcastJournal } from './journal.ts';
import { openDestinations, type Destinations } from './destinations.ts';
import type { ProgrammeSound } from './soundFeed.ts';
import { openStreamKeys, type StreamKeys } from './streamKeys.ts';

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
  /** Ends a running broadcast cleanly. */
  close(): Promise<void>;
}

/** Live broadcast: its destinations and the one that runs. */
export function createBroadcastService(options: BroadcastServiceOptions): BroadcastService {
  const { dataDir, secrets, createId, log } = options;
  const keys = openStreamKeys({ secrets, log });
  const destinations = openDestinations({
    path: join(dataDir, 'destinations.json'),
    keys,
    createId,
    log,
  });
  const journal = openBroadcastJournal({ path: join(dataDir, 'broadcast.json'), log });
  const inTurn = createTurns();
  const announce = () => {
    read().then(options.onChanged, (error: unknown) => log.error('the broadcast could not be read', error));
  };
  const current = new CurrentBroadcast({
    ...options,
    destinations,
    keys,
    journal,
    inTurn,
    onChanged: announce,
  });
  const read = () => readView({ destinations, keys, secrets, journal, current });

  /** Only while nothing is live, as the document says. */
  const change = (work: () => Promise<void> | void) =>
    inTurn(async () => {
      current.assertNone('End the stream first: this is locked while live.');
      await work();
      announce();
      return await read();
    });

  return {
    handlers: {
      'broadcast.read': read,
      'broadcast.saveDestination': (input) => change(() => destinations.save(input)),
      'broadcast.removeDestination': ({ id }) => change(() => destinations.remove(id)),
      'broadcast.setMultiStream': ({ isOn }) => change(() => destinations.setMultiStream(isOn)),
      'broadcast.saveKey': ({ id, key }) => change(() => destinations.saveKey(id, key)),
      'broadcast.removeKey': ({ id }) => change(() => destinations.removeKey(id)),
      'broadcast.forgetInterrupted': () => change(() => journal.end()),
      'broadcast.start': (input) =>
        inTurn(async () => {
          await current.start(input);
          return await read();
        }),
      'broadcast.resume': ({ avcConfig }) =>
        inTurn(async () => {
          current.require().resume(Buffer.from(avcConfig, 'base64'));
          announce();
          return await read();
        }),
      async 'broadcast.setSlate'({ feed, sizes }, { bytes }) {
        const [avcConfig, key, next] = (await readPieces(bytes, sizes)).map((piece) => Buffer.from(piece));
        if (avcConfig && key && next) current.require().setSlate(feed, { avcConfig, key, next });
      },
      async 'broadcast.append'({ feed, frames }, { bytes }) {
        const pieces = await readPieces(
          bytes,
          frames.map(({ sizeBytes }) => sizeBytes),
        );
        return current.require().append(
          feed,
          frames.map((frame, index) => ({ ...frame, bytes: pieces[index] ?? new Uint8Array() })),
        );
      },
      'broadcast.tryNow': ({ id }) => current.require().tryNow(id),
      'broadcast.stop': () => inTurn(() => current.stop()),
    },
    close: () =>
      inTurn(async () => {
        if (current.run) await current.stop();
      }),
  };
}

async function readView(parts: {
  destinations: Destinations;
  keys: StreamKeys;
  secrets: SecretStore;
  journal: BroadcastJournal;
  current: CurrentBroadcast;
}): Promise<BroadcastView> {
  const { destinations, keys, secrets, journal } = parts;
  const { run, hasEnded } = parts.current;
  const { isMultiStream, destinations: all } = destinations.document;
  const health = run?.health ?? [];
  const rows = await Promise.all(
    all.map(async (destination) => ({
      ...destination,
      hasKey: await keys.has(destination.id),
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
    interrupted: journal.interrupted,
  };
}
