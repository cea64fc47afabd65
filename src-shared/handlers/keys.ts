import { failWith } from '../contract/errorTexts.ts';
import {
  endingOf,
  KEY_PROVIDERS,
  type KeyProvider,
  type keysContract,
  type KeysState,
} from '../contract/keys.ts';
import type { Handlers } from '../rpc/index.ts';
import { createTurns } from '../lib/turns.ts';

/** Where keys rest: the host's store of secrets, or a browser's storage. */
export interface KeyStore {
  readonly keptIn: KeysState['keptIn'];
  /** null where none was written; rejects where it cannot be read. */
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface KeysService {
  handlers: Handlers<typeof keysContract>;
  /** For calls to the provider, inside the host alone; null where none is configured. */
  readKey(provider: KeyProvider): Promise<string | null>;
  /** Another window changed them. */
  announce(): Promise<void>;
}

const nameOf = (provider: KeyProvider) => `key-${provider}`;

/** The user's own keys of providers. A key goes in and never comes out whole. The same in every host. */
export function createKeysService(options: {
  store: KeyStore;
  /** Hears failures without any part of a key. */
  log: (message: string, error: unknown) => void;
  onChanged: (state: KeysState) => void;
}): KeysService {
  const { store, log, onChanged } = options;
  const inTurn = createTurns();

  async function readKey(provider: KeyProvider): Promise<string | null> {
    const key = (await store.read(nameOf(provider)))?.trim() ?? '';
    return key === '' ? null : key;
  }

  async function describe(provider: KeyProvider): Promise<KeysState['keys'][number]> {
    try {
      const key = await readKey(provider);
      return { provider, isConfigured: key !== null, ending: key && endingOf(key), problem: null };
    } catch (error) {
      log(`the key of ${provider} could not be read`, error);
      const problem =
        'It is kept, but cannot be read now. Open the keychain of this computer, or save it again.';
      return { provider, isConfigured: true, ending: null, problem };
    }
  }

  async function read(): Promise<KeysState> {
    const keys = await Promise.all(KEY_PROVIDERS.map(describe));
    // Known for certain only after the store was asked.
    return { keys, keptIn: store.keptIn };
  }

  async function change(what: 'saved' | 'removed', work: () => Promise<void>): Promise<KeysState> {
    try {
      await work();
    } catch (error) {
      log(`a key could not be ${what}`, error);
      const reason = error instanceof Error ? error.message : String(error);
      const text = what === 'saved' ? 'keyNotSaved' : 'keyNotRemoved';
      throw failWith('KEYS_UNWRITABLE', text, { values: { reason }, cause: error, retryable: true });
    }
    const state = await read();
    onChanged(state);
    return state;
  }

  return {
    readKey,
    announce: async () => onChanged(await read()),
    handlers: {
      'keys.read': () => inTurn(read),
      'keys.save': ({ provider, key }) =>
        inTurn(() => change('saved', () => store.write(nameOf(provider), key.trim()))),
      'keys.remove': ({ provider }) => inTurn(() => change('removed', () => store.remove(nameOf(provider)))),
    },
  };
}
