import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { findModel, modelNameOf, onlyLanguageOf } from '../../../../src-shared/domain/models/index.ts';
import { joinTokens, type OfflineSpeech } from '../../../../src-shared/handlers/voice/index.ts';
import { readableKinds } from '../clean/decodeInBrowser.ts';
import type { BrowserModels } from '../models/index.ts';
import { trustedScript } from '../../../lib/trustedScripts.ts';
import type {
  FromSpeechWorker,
  FromTranslationWorker,
  ToSpeechWorker,
  ToTranslationWorker,
} from '../../../media/speech/speechMessages.ts';
import speechWorker from '../../../media/speech/speechWorker.ts?worker&url';
import translationWorker from '../../../media/speech/translationWorker.ts?worker&url';
import { createWorkerLink } from './link.ts';

const RATE_HZ = 16_000;
const WAV_HEADER_BYTES = 44;

/** Speech of a browser alone, without a network: Whisper, Moonshine and Bergamot as WebAssembly, by models that the person brought. */
export function createBrowserSpeech(models: Pick<BrowserModels, 'openFiles'>): OfflineSpeech {
  const hearing = createWorkerLink<ToSpeechWorker, FromSpeechWorker>(
    () => new Worker(trustedScript(speechWorker), { type: 'module', name: 'speech' }),
  );
  const translating = createWorkerLink<ToTranslationWorker, FromTranslationWorker>(
    () => new Worker(trustedScript(translationWorker), { name: 'translation' }),
  );
  const open = async (modelId: string): Promise<File[]> => {
    const files = await models.openFiles(modelId);
    if (files) return files;
    throw failWith('FILE_NOT_FOUND', 'modelMissing', { values: { name: modelNameOf(modelId) } });
  };
  async function transcribe(modelId: string, samples: Float32Array<ArrayBuffer>, signal: AbortSignal) {
    const files = await open(modelId);
    const format = findModel(modelId)?.format === 'moonshine' ? 'moonshine' : 'whisper';
    const work = { modelId, format, files, samples, language: null } as const;
    const { tokens, language } = await hearing.ask(work, signal, [samples.buffer]);
    return { words: joinTokens(tokens), language: language ?? onlyLanguageOf(modelId) };
  }
  return {
    assertModel: async (modelId) => void (await open(modelId)),
    transcribeWav: (modelId, wav, signal) => transcribe(modelId, samplesOf(wav), signal),
    async transcribeFile(modelId, sound, signal) {
      const samples = await decode(sound);
      return { ...(await transcribe(modelId, samples, signal)), durationSec: samples.length / RATE_HZ };
    },
    // The model's own times: PocketSphinx is a program of the system.
    align: (_wav, words) => Promise.resolve(words),
    async translate(modelIds, texts, signal) {
      const files = await Promise.all(modelIds.map(open));
      if (files.length === 0 || texts.length === 0) return [...texts];
      const work = { key: modelIds.join(' '), models: files, texts: [...texts] };
      return (await translating.ask(work, signal)).texts;
    },
    listVoices: () => Promise.resolve([]),
    speak() {
      throw failWith('UNSUPPORTED', 'speechNeedsEspeak');
    },
  };
}

function samplesOf(wav: Uint8Array): Float32Array<ArrayBuffer> {
  const view = new DataView(wav.buffer, wav.byteOffset + WAV_HEADER_BYTES, wav.byteLength - WAV_HEADER_BYTES);
  return Float32Array.from(
    { length: view.byteLength >> 1 },
    (_, index) => view.getInt16(2 * index, true) / 0x8000,
  );
}

/** One channel of 16 kHz: the browser's decoder makes the rate its own. */
async function decode(sound: Uint8Array): Promise<Float32Array<ArrayBuffer>> {
  try {
    const context = new OfflineAudioContext({ numberOfChannels: 1, length: 1, sampleRate: RATE_HZ });
    const decoded = await context.decodeAudioData(new Uint8Array(sound).buffer);
    const mono = new Float32Array(decoded.length);
    for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
      const samples = decoded.getChannelData(channel);
      for (let at = 0; at < mono.length; at += 1)
        mono[at] = (mono[at] ?? 0) + (samples[at] ?? 0) / decoded.numberOfChannels;
    }
    return mono;
  } catch (error) {
    const values = { name: 'The recording', kinds: readableKinds() };
    throw failWith('FILE_UNREADABLE', 'browserFileUnreadable', { values, cause: error });
  }
}
