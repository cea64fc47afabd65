import { existsSync } from 'node:fs';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  destinationsDocumentSchema,
  MAX_DESTINATIONS,
  type BroadcastDestination,
  type DestinationsDocument,
} from '../../../src-shared/domain/broadcast/destinations.ts';
import { moveAside, readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';
import type { StreamKeys } from './streamKeys.ts';

const MOST_BYTES = 1 << 20;
const EMPTY: DestinationsDocument = { version: 1, isMultiStream: true, destinations: [] };

export interface Destinations {
  readonly document: DestinationsDocument;
  /** Throws `DESTINATION_NOT_FOUND`. */
  require(id: string): BroadcastDestination;
  /** Throws `DESTINATION_NOT_FOUND`, `BAD_OPTION`, `SETTINGS_UNWRITABLE`. */
  save(given: Omit<BroadcastDestination, 'id'> & { id: string | null }): void;
  remove(id: string): Promise<void>;
  setMultiStream(isOn: boolean): void;
  saveKey(id: string, key: string): Promise<void>;
  removeKey(id: string): Promise<void>;
}

/** Where the user's broadcasts go: a file of this installation, and the keys in its store of secrets. */
export function openDestinations(options: {
  path: string;
  keys: StreamKeys;
  createId: () => string;
  log: Log;
}): Destinations {
  const { path, keys, createId, log } = options;
  let document = read(path, log);

  function write(next: DestinationsDocument): void {
    try {
      writeFileDurably(path, `${JSON.stringify(next, null, 2)}\n`);
    } catch (error) {
      const { message } = error as Error;
      throw new RpcError('SETTINGS_UNWRITABLE', `The destinations could not be saved: ${message}.`, {
        cause: error,
      });
    }
    document = next;
  }

  function find(id: string): BroadcastDestination {
    const found = document.destinations.find((destination) => destination.id === id);
    if (!found) throw new RpcError('DESTINATION_NOT_FOUND', 'This destination is not there any more.');
    return found;
  }

  return {
    get document() {
      return document;
    },
    require: find,
    save({ id, ...fields }) {
      const { destinations } = document;
      if (id === null) {
        if (destinations.length >= MAX_DESTINATIONS) {
          throw new RpcError(
            'BAD_OPTION',
            `There can be ${MAX_DESTINATIONS} destinations. Remove one first.`,
          );
        }
        return write({ ...document, destinations: [...destinations, { id: createId(), ...fields }] });
      }
      find(id);
      const changed = destinations.map((other) => (other.id === id ? { id, ...fields } : other));
      write({ ...document, destinations: changed });
    },
    async remove(id) {
      find(id);
      await keys.remove(id);
      write({ ...document, destinations: document.destinations.filter((other) => other.id !== id) });
    },
    setMultiStream: (isMultiStream) => write({ ...document, isMultiStream }),
    async saveKey(id, key) {
      find(id);
      await keys.save(id, key);
    },
    async removeKey(id) {
      find(id);
      await keys.remove(id);
    },
  };
}

function read(path: string, log: Log): DestinationsDocument {
  if (!existsSync(path)) return EMPTY;
  try {
    return destinationsDocumentSchema.parse(readJsonSync(path, { mostBytes: MOST_BYTES }));
  } catch (error) {
    log.error('the stored destinations are damaged', error, { path });
    try {
      log.info('the damaged destinations are kept', { path: moveAside(path) });
    } catch (failure) {
      log.error('the damaged destinations could not be put aside', failure, { path });
    }
    return EMPTY;
  }
}
