import { failWith } from '../../contract/errorTexts.ts';
import type { voiceContract } from '../../contract/voice.ts';
import {
  isOnlineEngine,
  MAX_TRANSCRIBED_BYTES,
  ONLINE_ENGINES,
  TRANSLATION_MAX_TOKENS,
  type EngineKind,
  type OnlineEngine,
} from '../../domain/voiceAi/index.ts';
import { spokenLanguage, translationPath } from '../../domain/models/index.ts';
import { LIVE_RATE_HZ } from '../../domain/transcript/liveTrack.ts';
import type { SpokenWord } from '../../domain/transcript/piece.ts';
import { toWav } from '../../domain/transcript/wav.ts';
import { sentencesOf, type Sentence } from '../../domain/voiceAi/pieces.ts';
import { estimateTranslationUsd, transcriptionUsd } from '../../domain/voiceAi/prices.ts';
import type { Handlers } from '../../rpc/index.ts';
import type { VoiceContext } from './context.ts';
import type { OfflineSpeech } from './offline.ts';
import { takeBytes } from './takeBytes.ts';
import type { TimedWord } from './timedWords.ts';

/** A piece whose translation fits into the answer: about two signs a token for the widest of the languages. */
const MAX_TRANSLATED_PIECE_LENGTH = 2 * TRANSLATION_MAX_TOKENS;

/** From sound to text, and from one language to another. */
export function createWordHandlers(
  context: VoiceContext,
): Pick<Handlers<typeof voiceContract>, 'voice.transcribe' | 'voice.translate'> {
  const { openAi, spending, note } = context;
  return {
    async 'voice.transcribe'({ name, type, durationSec }, { bytes, signal }) {
      const { prices } = (await spending.read()).settings;
      const engine = await context.readEngine();
      if (!isOnlineEngine(engine)) {
        const offline = await openOffline(context, engine);
        const sound = await takeBytes(bytes, MAX_TRANSCRIBED_BYTES, name);
        const found = await offline.transcribeFile(engine, sound, signal);
        const text = found.words.map((word) => word.text).join(' ');
        return { text, language: found.language, durationSec: found.durationSec, usd: 0 };
      }
      const client = await clientOf(context, engine);
      await spending.assertWithinCap(
        durationSec === null ? 0 : transcriptionUsd(durationSec, prices, engine),
      );
      const sound = await takeBytes(bytes, MAX_TRANSCRIBED_BYTES, name);
      const { words: _, ...found } = await client.transcribe(new File([sound], name, { type }), signal);
      const amount = found.durationSec ?? durationSec ?? 0;
      await note({ provider: engine, kind: 'transcription', amount, usd: found.usd });
      return found;
    },

    async 'voice.translate'({ text, language, from }, { signal }) {
      if ((await spending.read()).settings.translator === 'offline') {
        const path = translationPath(spokenLanguage(from ?? null), language);
        return await translateHere(context, text, path, signal);
      }
      const client = await openAi();
      const { prices } = (await spending.read()).settings;
      await spending.assertWithinCap(estimateTranslationUsd(text, prices));
      const sentences: TranslatedSentence[] = [];
      let usd: number | null = 0;
      for (const piece of toPieces(sentencesOf(text, MAX_TRANSLATED_PIECE_LENGTH))) {
        const lines = piece.map((sentence) => sentence.text).join('\n');
        const translated = await client.translate(lines, language, signal);
        await note({
          provider: 'openai',
          kind: 'translation',
          amount: translated.tokens,
          usd: translated.usd,
        });
        sentences.push(...pairsOf(piece, translated.text));
        usd = usd === null || translated.usd === null ? null : usd + translated.usd;
      }
      return { text: textOf(sentences), sentences: sentences.map(toPair), usd };
    },
  };
}

/** Sentence by sentence, by models of this computer. */
async function translateHere(
  { assertAllowed, offline }: VoiceContext,
  text: string,
  path: readonly string[],
  signal: AbortSignal,
) {
  await assertAllowed();
  if (!offline) throw failWith('UNSUPPORTED', 'translationNoEngine');
  const sentences: TranslatedSentence[] = [];
  for (const piece of toGroups(sentencesOf(text, MAX_TRANSLATED_PIECE_LENGTH))) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    const translated = await offline.translate(
      path,
      piece.map((sentence) => sentence.text),
      signal,
    );
    sentences.push(...piece.map((sentence, index) => ({ ...sentence, translated: translated[index] ?? '' })));
  }
  return { text: textOf(sentences), sentences: sentences.map(toPair), usd: 0 };
}

/** So many that a stop is not waited for. */
const SENTENCES_AT_ONCE = 8;
const toGroups = (sentences: readonly Sentence[]): Sentence[][] =>
  Array.from({ length: Math.ceil(sentences.length / SENTENCES_AT_ONCE) }, (_, index) =>
    sentences.slice(index * SENTENCES_AT_ONCE, (index + 1) * SENTENCES_AT_ONCE),
  );

type TranslatedSentence = Sentence & { translated: string };

/** Sentences that are asked for together, a line each. */
function toPieces(sentences: readonly Sentence[]): Sentence[][] {
  const pieces: Sentence[][] = [];
  let length = 0;
  for (const sentence of sentences) {
    length += sentence.text.length + 1;
    const last = pieces.at(-1);
    if (last && length <= MAX_TRANSLATED_PIECE_LENGTH) last.push(sentence);
    else {
      pieces.push([sentence]);
      length = sentence.text.length + 1;
    }
  }
  return pieces;
}

/** A line for each sentence; where the model has made others of them, all are one. */
function pairsOf(piece: readonly Sentence[], translated: string): TranslatedSentence[] {
  const lines = translated.split(/\n+/).filter((line) => line.trim() !== '');
  if (lines.length === piece.length)
    return piece.map((sentence, index) => ({ ...sentence, translated: (lines[index] ?? '').trim() }));
  return [{ text: textOf(piece), endsParagraph: true, translated }];
}

const textOf = (sentences: readonly (Sentence | TranslatedSentence)[]): string =>
  sentences
    .map((sentence) => {
      const said = 'translated' in sentence ? sentence.translated : sentence.text;
      return said + (sentence.endsParagraph ? '\n' : ' ');
    })
    .join('')
    .trim();

const toPair = ({ text, translated }: TranslatedSentence) => ({ original: text, translated });

/** The provider of an engine, with the person's key. */
const clientOf = async ({ openAi, elevenLabs }: VoiceContext, engine: OnlineEngine) =>
  engine === 'openai' ? await openAi() : await elevenLabs();

/** The engines of this computer, where the plan has Voice AI and the model is installed. */
async function openOffline(
  { assertAllowed, offline }: VoiceContext,
  modelId: string,
): Promise<OfflineSpeech> {
  await assertAllowed();
  if (!offline) throw failWith('UNSUPPORTED', 'speechNoEngine');
  await offline.assertModel(modelId);
  return offline;
}

/** What turns a short piece of sound into words: for transcripts of recordings. */
export interface SpanEngine {
  engine: EngineKind;
  model: string;
  /** US dollars for so many seconds. */
  priceOf: (durationSec: number) => number;
  /** Throws where the plan, the key, the model or the cap of the month stand against it. */
  assertReady: (durationSec: number) => Promise<void>;
  transcribe: (
    sound: Uint8Array<ArrayBuffer>,
    durationSec: number,
    signal: AbortSignal,
  ) => Promise<{ words: TimedWord[]; language: string | null; usd: number }>;
  /** Reads a model of this computer, which the first piece would wait for. */
  prepare?: (signal: AbortSignal) => Promise<void>;
  /** Separates several people on one track; none where the engine cannot. `priceOf` holds for it too. */
  apart?: SpeakerEngine;
  /** Sets words to where they are heard in the sound, where this host can do that. `transcribe` has done it. */
  align?: OfflineSpeech['align'];
}

export interface SpeakerEngine {
  /** Longer pieces are refused. */
  maxSec: number;
  /** `mostSpeakers`: null where nobody knows. */
  transcribe: (
    sound: Uint8Array<ArrayBuffer>,
    durationSec: number,
    mostSpeakers: number | null,
    signal: AbortSignal,
  ) => Promise<{ words: SpokenWord[]; language: string | null; usd: number }>;
}

/** That which is chosen now. With `isTimed`, words are set to where they are heard, where this host can do that. */
export async function openSpanEngine(
  context: VoiceContext,
  { isTimed }: { isTimed: boolean },
): Promise<SpanEngine> {
  const engine = await context.readEngine();
  const chosen = isOnlineEngine(engine)
    ? await openOnlineSpans(context, engine)
    : openOfflineSpans(context, engine);
  const { offline } = context;
  if (!offline || !isTimed) return chosen;
  return {
    ...chosen,
    align: (...given) => offline.align(...given),
    async transcribe(sound, durationSec, signal) {
      const found = await chosen.transcribe(sound, durationSec, signal);
      return { ...found, words: await offline.align(sound, found.words, found.language, signal) };
    },
  };
}

async function openOnlineSpans(context: VoiceContext, engine: OnlineEngine): Promise<SpanEngine> {
  const { spending, note } = context;
  const { prices } = (await spending.read()).settings;
  const priceOf = (durationSec: number) => transcriptionUsd(durationSec, prices, engine);
  return {
    engine,
    model: ONLINE_ENGINES[engine].model,
    priceOf,
    async assertReady(durationSec) {
      await clientOf(context, engine);
      await spending.assertWithinCap(priceOf(durationSec));
    },
    async transcribe(sound, durationSec, signal) {
      const client = await clientOf(context, engine);
      const found = await client.transcribe(new File([sound], 'speech.wav', { type: 'audio/wav' }), signal);
      const amount = found.durationSec ?? durationSec;
      const usd = found.usd ?? priceOf(durationSec);
      await note({ provider: engine, kind: 'transcription', amount, usd });
      return { words: found.words, language: found.language, usd };
    },
    apart: {
      maxSec: ONLINE_ENGINES[engine].maxApartSec,
      async transcribe(sound, durationSec, mostSpeakers, signal) {
        const client = await clientOf(context, engine);
        const file = new File([sound], 'speech.wav', { type: 'audio/wav' });
        const found = await client.diarize(file, mostSpeakers, signal);
        const amount = found.durationSec ?? durationSec;
        const usd = priceOf(amount);
        await note({ provider: engine, kind: 'transcription', amount, usd });
        return { words: found.words, language: found.language, usd };
      },
    },
  };
}

function openOfflineSpans(context: VoiceContext, modelId: string): SpanEngine {
  return {
    engine: 'offline',
    model: modelId,
    priceOf: () => 0,
    assertReady: async () => void (await openOffline(context, modelId)),
    async prepare(signal) {
      const offline = await openOffline(context, modelId);
      await offline.transcribeWav(modelId, toWav([new Float32Array()], LIVE_RATE_HZ), signal);
    },
    async transcribe(sound, _, signal) {
      const offline = await openOffline(context, modelId);
      return { ...(await offline.transcribeWav(modelId, sound, signal)), usd: 0 };
    },
  };
}
