/** Voice AI Studio: its choices, limits and first values (document 1, sections 4 to 9). */

/** Into which languages a transcript is translated. The model is given the English name. */
export const TRANSLATION_LANGUAGES = {
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  it: 'Italian',
  pt: 'Portuguese',
  ru: 'Russian',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese',
} as const;
export type TranslationLanguage = keyof typeof TRANSLATION_LANGUAGES;
/** What turns a text into another language. */
export const TRANSLATORS = ['openai', 'offline'] as const;
export const TRANSLATION_LANGUAGE_IDS = Object.keys(TRANSLATION_LANGUAGES) as TranslationLanguage[];

/**
 * Engines of a transcription at a provider, with the model that is asked for, and how much sound it takes at once to separate
 * speakers: 25 MB at OpenAI. Any other is a model of this computer.
 */
export const ONLINE_ENGINES = {
  openai: { name: 'OpenAI', model: 'whisper-1', price: 'transcriptionMinute', maxApartSec: 720 },
  elevenlabs: { name: 'ElevenLabs', model: 'scribe_v2', price: 'scribeMinute', maxApartSec: 3600 },
} as const;
export type OnlineEngine = keyof typeof ONLINE_ENGINES;
export const ONLINE_ENGINE_IDS = ['openai', 'elevenlabs'] as const satisfies readonly OnlineEngine[];
export const DEFAULT_ENGINE: OnlineEngine = 'openai';
export const isOnlineEngine = (engine: string): engine is OnlineEngine =>
  Object.hasOwn(ONLINE_ENGINES, engine);
export const TRANSCRIPTION_MODEL = ONLINE_ENGINES.openai.model;
/** OpenAI's model that separates speakers; it costs what the other one does. */
export const APART_MODEL = 'gpt-4o-transcribe-diarize';
/** What made a transcript, and which line of the book it is. */
export const ENGINE_KINDS = [...ONLINE_ENGINE_IDS, 'offline'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];
export const TRANSLATION_MODEL = 'gpt-4o-mini';
export const TRANSLATION_MAX_TOKENS = 1000;
export const TRANSLATION_TEMPERATURE = 0.3;
export const SPEECH_MODEL = 'eleven_multilingual_v2';
export const DEFAULT_STABILITY = 0.5;
export const DEFAULT_SIMILARITY = 0.5;

/** OpenAI takes no larger file. */
export const MAX_TRANSCRIBED_BYTES = 25 * 1024 * 1024;
/** One request of `eleven_multilingual_v2`; longer texts are spoken in pieces. */
export const MAX_SPEECH_PIECE_LENGTH = 10_000;
/** Half an hour of speech: more is a mistake rather than a text. */
export const MAX_SPEECH_LENGTH = 40_000;
export const MAX_TRANSLATED_LENGTH = 100_000;
export const MAX_VOICE_NAME_LENGTH = 100;
export const MAX_VOICE_DESCRIPTION_LENGTH = 500;
/** ElevenLabs’ limit for a sample. */
export const MAX_SAMPLE_BYTES = 10 * 1024 * 1024;
export const MAX_CONSENT_BYTES = 5 * 1024 * 1024;
/** Shorter samples make poor voices, and a shorter consent is no sentence. */
export const MIN_SAMPLE_SEC = 10;
export const MIN_CONSENT_SEC = 2;

/** What a speaker says into the microphone before a voice is cloned. It is read aloud, and kept as it was written. */
export const consentStatement = (speaker: string): string =>
  `I, ${speaker}, agree that SoundDesk sends recordings of my voice to ElevenLabs to make a synthetic copy of it.`;

/** `transcript-2026-11-26.txt`. */
export const transcriptFileName = (day: string): string => `transcript-${day}.txt`;
/** `generated-voice-1764119936000.mp3`. */
export const speechFileName = (atMs: number): string => `generated-voice-${atMs}.mp3`;
