import { existsSync } from 'node:fs';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  destinationsDocumentSchema,
  MAX_DESTINATIONS,
  type BroadcastDestination,
  type DestinationsDocument,
} from '../../../src-shared/domain/broadcast/destinations.ts';
import { moveAside, readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log, SecretStore } from '../ports.ts';

const MOST_BYTES = 1 << 20;
const EMPTY: DestinationsDocument = { version: 1, isMultiStream: true, destinations: [] };
const secretName = (id: string) => `stream-key-${id}`;

export interface Destinations {
  readonly document: DestinationsDocument;
  /** Throws `DESTINATION_NOT_FOUND`, `BAD_OPTION`, `SETTINGS_UNWRITABLE`. */
  save(given: Omit<BroadcastDestination, 'id'> & { id: string | null }): void;
  remove(id: string): Promise<void>;
  setMultiStream(isOn: boolean): void;
  saveKey(id: string, key: string): Promise<void>;
  removeKey(id: string): Promise<void>;
  hasKey(id: string): Promise<boolean>;
  /** For the publisher alone; null where none is kept. */
  readKey(id: string): Promise<string | null>;
}

/** Where the user's broadcasts go: a file of this installation, and the keys in its store of secrets. */
export function openDestinations(options: {
  path: string;
  secrets: SecretStore;
  createId: () => string;
  log: Log;
}): Destinations {
  const { path, secrets, createId, log } = options;
  let document = read(path, log);
  /** As far as it was asked for: the keychain is not opened each second. */
  const known = new Map<string, boolean>();

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

  async function change(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error(`a stream key could not be ${what}`, error);
      const reason = error instanceof Error ? error.message : String(error);
      throw new RpcError('KEYS_UNWRITABLE', `The stream key could not be ${what}: ${reason}.`, {
        cause: error,
        retryable: true,
      });
    }
  }

  async function readKey(id: string): Promise<string | null> {
    try {
      const key = (await secrets.read(secretName(id)))?.trim() || null;
      known.set(id, key !== null);
      return key;
    } catch (error) {
      log.error('a stream key could not be read', error, { id });
      return null;
    }
  }

  return {
    get document() {
      return document;
    },
    save({ id, ...fields }) {
      const { destinations } = document;
      if (id === null) {
        if (destinations.length >= MAX_DESTINATIONS) {
          throw new RpcError('BAD_OPTION', `There can be ${MAX_DESTINATIONS} destinations. Remove one first.`);
        }
        return write({ ...document, destinations: [...destinations, { id: createId(), ...fields }] });
      }
      find(id);
      const changed = destinations.map((other) => (other.id === id ? { id, ...fields } : other));
      write({ ...document, destinations: changed });
    },
    async remove(id) {
      find(id);
      await change('removed', () => secrets.remove(secretName(id)));
      write({ ...document, destinations: document.destinations.filter((other) => other.id !== id) });
    },
    setMultiStream: (isMultiStream) => write({ ...document, isMultiStream }),
    async saveKey(id, key) {
      find(id);
      await change('saved', () => secrets.write(secretName(id), key));
      known.set(id, true);
    },
    async removeKey(id) {
      find(id);
      await change('removed', () => secrets.remove(secretName(id)));
      known.set(id, false);
    },
    hasKey: async (id) => known.get(id) ?? (await readKey(id)) !== null,
    readKey,
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
