import { failWith } from '../../contract/errorTexts.ts';
import type { KeyProvider } from '../../contract/keys.ts';
import type { VoiceState } from '../../contract/voice.ts';
import { createTurns } from '../../lib/turns.ts';
import type { ConsentStore } from './consents.ts';
import { createElevenLabs } from './elevenLabs.ts';
import type { OfflineSpeech } from './offline.ts';
import { createOpenAi } from './openAi.ts';
import { PROVIDER_NAMES } from './providerCall.ts';
import { createSpending, type SpendingBook, type VoiceStore } from './spending.ts';

export interface VoiceServiceOptions {
  fetch: typeof fetch;
  /** null where none is configured. */
  readKey: (provider: KeyProvider) => Promise<string | null>;
  /** Throws `PLAN_LIMIT` where the plan has no Voice AI. */
  assertAllowed: () => Promise<void>;
  store: VoiceStore;
  consents: ConsentStore;
  /** null where this host has nothing of its own. */
  offline: OfflineSpeech | null;
  /** Instead of the one that is set. */
  engine?: string;
  /** Code of the language that is spoken, e.g. `de`; otherwise the engine finds it. */
  language?: string;
  nowMs: () => number;
  createId: () => string;
  log: (message: string, error: unknown) => void;
  onChanged: (state: VoiceState) => void;
}

/** What all calls of Voice AI need: the providers with the person's keys, and the book of costs. */
export function createVoiceContext(options: VoiceServiceOptions) {
  const { log } = options;
  const spending = createSpending(options);
  const inTurn = createTurns();

  async function keyOf(provider: KeyProvider): Promise<string> {
    const key = await options.readKey(provider);
    if (key !== null) return key;
    throw failWith('KEY_MISSING', 'keyMissing', { values: { provider: PROVIDER_NAMES[provider] } });
  }
  async function clientOptions(provider: KeyProvider, key?: string) {
    const { settings } = await spending.read();
    return {
      fetch: options.fetch,
      baseUrl: settings.baseUrls[provider],
      key: key ?? (await keyOf(provider)),
      prices: settings.prices,
      ...(options.language !== undefined && { language: options.language }),
    };
  }
  const announce = async () => options.onChanged(await spending.read());
  return {
    ...options,
    readEngine: async () => options.engine ?? (await spending.read()).settings.engine,
    spending,
    inTurn,
    announce,
    clientOptions,
    openAi: async () => {
      await options.assertAllowed();
      return createOpenAi(await clientOptions('openai'));
    },
    elevenLabs: async () => {
      await options.assertAllowed();
      return createElevenLabs(await clientOptions('elevenlabs'));
    },
    /** What was paid for is given out even where it cannot be noted. */
    note: (entry: Parameters<SpendingBook['add']>[0]) =>
      inTurn(() => spending.add(entry)).then(announce, (error: unknown) =>
        log('a cost could not be noted', error),
      ),
  };
}
export type VoiceContext = ReturnType<typeof createVoiceContext>;
