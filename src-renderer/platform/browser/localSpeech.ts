import { modelsContract, type ModelsState } from '../../../src-shared/contract/models.ts';
import type { OfflineSpeech } from '../../../src-shared/handlers/voice/index.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { lazyHandlers } from './lazyHandlers.ts';

interface LocalSpeechOptions {
  storage: StorageManager;
  settings: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  onChanged: (state: ModelsState) => void;
  log: (message: string, error: unknown) => void;
}

/** Models of a browser alone, and what they are for: read with the first call, few pages have one. */
export function createLocalSpeech(options: LocalSpeechOptions): {
  models: Handlers<typeof modelsContract>;
  offline: OfflineSpeech;
} {
  let opened: ReturnType<typeof open> | null = null;
  const load = () => {
    opened ??= open(options);
    opened.catch(() => (opened = null));
    return opened;
  };
  const speech = async () => (await load()).speech;
  return {
    models: lazyHandlers(modelsContract, async () => (await load()).models.handlers),
    offline: {
      assertModel: async (modelId) => (await speech()).assertModel(modelId),
      transcribeWav: async (...given) => (await speech()).transcribeWav(...given),
      transcribeFile: async (...given) => (await speech()).transcribeFile(...given),
      translate: async (...given) => (await speech()).translate(...given),
      align: (_wav, words) => Promise.resolve(words),
      listVoices: () => Promise.resolve([]),
      async *speak(...given) {
        yield* (await speech()).speak(...given);
      },
    },
  };
}

async function open(options: LocalSpeechOptions) {
  const [{ createBrowserModels }, { createBrowserSpeech }] = await Promise.all([
    import('./models/index.ts'),
    import('./speech/index.ts'),
  ]);
  const models = createBrowserModels(options);
  return { models, speech: createBrowserSpeech(models) };
}
