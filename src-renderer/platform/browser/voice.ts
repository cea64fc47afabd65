import type { KeyProvider } from '../../../src-shared/contract/keys.ts';
import type { VoiceState } from '../../../src-shared/contract/voice.ts';
import { consentSchema, type Consent } from '../../../src-shared/domain/voiceAi/consent.ts';
import {
  createVoiceService,
  type ConsentStore,
  type OfflineSpeech,
  type VoiceService,
  type VoiceStore,
} from '../../../src-shared/handlers/voice/index.ts';

const STORE_KEY = 'sounddesk.voice';
const FOLDER = 'consents';

interface BrowserVoiceOptions {
  readKey: (provider: KeyProvider) => Promise<string | null>;
  /** null where this browser keeps no models. */
  offline: OfflineSpeech | null;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  nowMs: () => number;
  createId: () => string;
  log: (message: string, error: unknown) => void;
  onChanged: (state: VoiceState) => void;
}

/** Voice AI of a browser alone: keys, costs and consents stay in it, and the page asks the providers itself. */
export function createBrowserVoice(options: BrowserVoiceOptions): VoiceService {
  return createVoiceService({
    ...options,
    fetch: (input, init) => fetch(input, init),
    // A page alone has no license, and so knows no plan.
    assertAllowed: () => Promise.resolve(),
    store: createStore(options.storage),
    consents: createConsents(options.log),
  });
}

function createStore(storage: BrowserVoiceOptions['storage']): VoiceStore {
  return {
    read() {
      const text = storage.getItem(STORE_KEY);
      try {
        return Promise.resolve(text === null ? null : (JSON.parse(text) as unknown));
      } catch {
        // Somebody else's, or half of it: first values again.
        return Promise.resolve(null);
      }
    },
    write: (value) => Promise.resolve().then(() => storage.setItem(STORE_KEY, JSON.stringify(value))),
  };
}

/** In the files of this browser for this page. */
function createConsents(log: BrowserVoiceOptions['log']): ConsentStore {
  const open = async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  return {
    async save(consent, sound) {
      const folder = await open();
      await writeFile(folder, `${consent.voiceId}.consent`, new Uint8Array(sound));
      await writeFile(folder, `${consent.voiceId}.json`, JSON.stringify(consent));
    },
    async list() {
      const consents: Consent[] = [];
      try {
        for await (const [name, handle] of await open()) {
          if (!name.endsWith('.json') || handle.kind !== 'file') continue;
          const text = await (await handle.getFile()).text();
          consents.push(consentSchema.parse(JSON.parse(text)));
        }
      } catch (error) {
        log('the consents could not be read', error);
      }
      return consents;
    },
    async remove(voiceId) {
      const folder = await open();
      for (const ending of ['json', 'consent']) {
        await folder.removeEntry(`${voiceId}.${ending}`).catch((error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
        });
      }
    },
  };
}

async function writeFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const writer = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await writer.write(content);
  await writer.close();
}
