import { join } from 'node:path';
import type { broadcastContract, BroadcastView } from '../../../src-shared/contract/broadcast.ts';
import type { broadcastSoundsContract } from '../../../src-shared/contract/broadcastSounds.ts';
import type { BroadcastDestination } from '../../../src-shared/domain/broadcast/destinations.ts';
import { applySceneEdit, type SceneEdit } from '../../../src-shared/domain/broadcast/sceneEdits.ts';
import {
  exportCollection,
  importCollection,
  NO_SCENES,
} from '../../../src-shared/domain/broadcast/sceneCollection.ts';
import type { RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';
import { readPieces, type Handlers } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log, SecretStore } from '../ports.ts';
import { CurrentBroadcast } from './currentBroadcast.ts';
import { openBroadcastJournal, type BroadcastJournal } from './journal.ts';
import { openDestinations, type Destinations } from './destinations.ts';
import type { ProgrammeSound } from './soundFeed.ts';
import { openSceneStore } from './sceneStore.ts';
import { openSoundFiles, type SoundFilesOptions } from './sounds/soundFiles.ts';
import type { SceneRequests } from './sceneRequests.ts';
import type { StartRequests } from './startRequests.ts';
import { openStreamKeys, type StreamKeys } from './streamKeys.ts';

/** Of a file that is read by a page. */
const PIECE_BYTES = 256 * 1024;

/** All but the requests of programs: `startRequests.ts` and `sceneRequests.ts` have these. */
type BroadcastHandlers = Omit<Handlers<typeof broadcastContract>, keyof StartRequests | keyof SceneRequests>;

export interface BroadcastServiceOptions {
  dataDir: string;
  secrets: SecretStore;
  readLimits: () => Promise<RecordingLimits | null>;
  sound: ProgrammeSound;
  /** Recorded beside a broadcast. */
  take: SoundFilesOptions['take'];
  /** Milliseconds that only ever grow: the clock of `video.readClock`. */
  nowMs: () => number;
  clock: Clock;
  createId: () => string;
  log: Log;
  onChanged: (view: BroadcastView) => void;
  onSoundsChanged: SoundFilesOptions['onChanged'];
  onScenesEdited: (edit: SceneEdit) => void;
}

export interface BroadcastService {
  handlers: BroadcastHandlers & Handlers<typeof broadcastSoundsContract>;
  read(): Promise<BroadcastView>;
  /** Sound files as tracks of a take. */
  soundTracks(): { id: string; name: string }[];
  /** For the host alone. */
  readKey(destinationId: string): Promise<string | null>;
  /** Address, key and, where none is set, the link for viewers that an account has. */
  fill(
    destination: BroadcastDestination,
    ingest: { address: string; key: string },
    watchLink: string,
  ): Promise<void>;
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
  const sounds = openSoundFiles({
    folder: join(dataDir, 'broadcast-sounds'),
    take: options.take,
    createId,
    log,
    onChanged: options.onSoundsChanged,
  });
  const current = new CurrentBroadcast({
    ...options,
    openMix: sounds.openMix,
    destinations,
    keys,
    journal,
    inTurn,
    onChanged: announce,
  });
  const read = () => readView({ destinations, keys, secrets, journal, current });

  const changed = async () => {
    announce();
    return await read();
  };

  /** Only while nothing is live, as the document says. */
  const change = (work: () => Promise<void> | void) =>
    inTurn(async () => {
      current.assertNone('End the stream first: this is locked while live.');
      await work();
      return await changed();
    });

  return {
    read,
    soundTracks: sounds.tracks,
    readKey: (id) => keys.read(id),
    fill: createFill(destinations, change),
    handlers: {
      'broadcast.read': read,
      ...createDestinationHandlers(destinations, change),
      'broadcast.forgetInterrupted': () => change(() => journal.end()),
      'broadcast.start': (input) =>
        inTurn(async () => {
          await current.start(input);
          return await read();
        }),
      'broadcast.resume': ({ avcConfig }) =>
        inTurn(async () => {
          current.require().resume(Buffer.from(avcConfig, 'base64'));
          return await changed();
        }),
      ...createFrameHandlers(current),
      ...createSceneHandlers(options),
      ...sounds.handlers,
      ...createLiveHandlers(current, changed),
      'broadcast.stop': () => inTurn(() => current.stop()),
    },
    close: () =>
      inTurn(async () => {
        if (current.run) await current.stop();
        sounds.close();
      }),
  };
}

/** What an account knows of a destination. */
function createFill(
  destinations: Destinations,
  change: (work: () => Promise<void>) => Promise<BroadcastView>,
): BroadcastService['fill'] {
  return async ({ id }, { address, key }, watchLink) => {
    await change(async () => {
      const kept = destinations.require(id);
      const link = kept.watchLink ?? watchLink;
      destinations.save({ ...kept, usesAccount: true, address, watchLink: link });
      await destinations.saveKey(id, key);
    });
  };
}

function createDestinationHandlers(
  destinations: Destinations,
  change: (work: () => Promise<void> | void) => Promise<BroadcastView>,
) {
  return {
    'broadcast.saveDestination': (input) => change(() => destinations.save(input)),
    'broadcast.removeDestination': ({ id }) => change(() => destinations.remove(id)),
    'broadcast.setMultiStream': ({ isOn }) => change(() => destinations.setMultiStream(isOn)),
    'broadcast.saveKey': ({ id, key }) => change(() => destinations.saveKey(id, key)),
    'broadcast.removeKey': ({ id }) => change(() => destinations.removeKey(id)),
  } satisfies Partial<BroadcastHandlers>;
}

function createLiveHandlers(current: CurrentBroadcast, changed: () => Promise<BroadcastView>) {
  return {
    'broadcast.setMuted'({ isMuted }) {
      current.require().setMuted(isMuted);
      return changed();
    },
    'broadcast.tryNow': ({ id }) => current.require().tryNow(id),
    'broadcast.setSoundDelay': ({ delayMs }) => current.require().setSoundDelay(delayMs),
    'broadcast.addMarker': ({ label }) => current.require().addMarker(label),
  } satisfies Partial<BroadcastHandlers>;
}

/** What the page that sends uploads. */
function createFrameHandlers(current: CurrentBroadcast) {
  return {
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
  } satisfies Partial<BroadcastHandlers>;
}

/** Scenes are the page's document; they are kept here as one file. */
function createSceneHandlers({ dataDir, log, onScenesEdited: onEdited }: BroadcastServiceOptions) {
  const scenes = openSceneStore(join(dataDir, 'scenes.json'), log);
  return {
    async *'broadcast.readScenes'() {
      const bytes = Buffer.from(scenes.read() ?? '');
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
    },
    'broadcast.editScenes'({ edit }) {
      const text = scenes.read();
      const before = (text === null ? null : importCollection(text).collection) ?? NO_SCENES;
      const after = applySceneEdit(before, edit);
      if (after === before) return { changed: false };
      scenes.save(exportCollection(after));
      onEdited(edit);
      return { changed: true };
    },
    async 'broadcast.saveScenes'({ sizeBytes }, { bytes }) {
      const [text = new Uint8Array()] = await readPieces(bytes, [sizeBytes]);
      scenes.save(Buffer.from(text).toString());
    },
  } satisfies Partial<BroadcastHandlers>;
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
