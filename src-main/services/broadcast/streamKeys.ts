import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Log, SecretStore } from '../ports.ts';

const nameOf = (id: string) => `stream-key-${id}`;

export interface StreamKeys {
  /** Throws `KEYS_UNWRITABLE`. */
  save: (id: string, key: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** For the publisher alone; null where none is kept, or it cannot be read. */
  read: (id: string) => Promise<string | null>;
  has: (id: string) => Promise<boolean>;
}

/** The keys of destinations, in the store of secrets. */
export function openStreamKeys({ secrets, log }: { secrets: SecretStore; log: Log }): StreamKeys {
  /** As far as it was asked for: the keychain is not opened each second. */
  const known = new Map<string, boolean>();

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

  async function read(id: string): Promise<string | null> {
    try {
      const key = (await secrets.read(nameOf(id)))?.trim() || null;
      known.set(id, key !== null);
      return key;
    } catch (error) {
      log.error('a stream key could not be read', error, { id });
      return null;
    }
  }

  return {
    async save(id, key) {
      await change('saved', () => secrets.write(nameOf(id), key));
      known.set(id, true);
    },
    async remove(id) {
      await change('removed', () => secrets.remove(nameOf(id)));
      known.set(id, false);
    },
    read,
    has: async (id) => known.get(id) ?? (await read(id)) !== null,
  };
}
