import { z } from 'zod';
import {
  MAX_CONSENT_BYTES,
  MAX_SAMPLE_BYTES,
  MAX_SPEECH_LENGTH,
  MAX_TRANSLATED_LENGTH,
  MAX_VOICE_DESCRIPTION_LENGTH,
  MAX_VOICE_NAME_LENGTH,
  DEFAULT_ENGINE,
  ONLINE_ENGINE_IDS,
  TRANSLATION_LANGUAGE_IDS,
  TRANSLATORS,
} from '../domain/voiceAi/index.ts';
import { modelIdSchema } from '../domain/models/index.ts';
import { DEFAULT_PRICES, pricesSchema } from '../domain/voiceAi/prices.ts';
import { defineEvent, defineProcedure, defineStream, defineUpload } from './define.ts';
import type { ErrorCode } from './errors.ts';
import { keyProviderSchema } from './keys.ts';

/** What every call of a provider may fail with. */
const PROVIDER_ERRORS: readonly ErrorCode[] = [
  'PLAN_LIMIT',
  'KEY_MISSING',
  'KEY_REFUSED',
  'QUOTA_USED_UP',
  'TOO_MANY_REQUESTS',
  'PROVIDER_REFUSED',
  'PROVIDER_UNREACHABLE',
  'SPENDING_CAP',
];

const soundTypeSchema = z.string().regex(/^(?:audio|video)\/[\w.+-]+(?:;.*)?$/, 'Choose a sound file.');
const fileNameSchema = z.string().trim().min(1).max(255);

/** What a key may do and what is left of it, as its provider says; null where it does not say. */
export const keyCheckSchema = z.object({
  isValid: z.boolean(),
  /** ElevenLabs: signs of speech of this period. */
  usedCharacters: z.int().nullable(),
  maxCharacters: z.int().nullable(),
  renewsAtMs: z.number().nullable(),
  /** ElevenLabs: whether its subscription clones voices. OpenAI: whether it has the model for transcription. */
  canClone: z.boolean().nullable(),
  canTranscribe: z.boolean().nullable(),
});
export type KeyCheck = z.infer<typeof keyCheckSchema>;

export const transcriptionSchema = z.object({
  text: z.string(),
  /** As the provider names it, e.g. `english`; null where it does not. */
  language: z.string().nullable(),
  durationSec: z.number().nullable(),
  usd: z.number().nullable(),
});
export type Transcription = z.infer<typeof transcriptionSchema>;

export const voiceSchema = z.object({
  voiceId: z.string(),
  name: z.string(),
  description: z.string(),
  /** `cloned` by this account; `offline`: of this computer; others are the provider's. */
  kind: z.enum(['cloned', 'provided', 'offline']),
  /** When consent was given here; null where this computer has no record of it. */
  consentAtMs: z.number().nullable(),
});
export type Voice = z.infer<typeof voiceSchema>;

export const spendingSchema = z.object({
  id: z.string(),
  atMs: z.number(),
  provider: keyProviderSchema,
  kind: z.enum(['transcription', 'translation', 'notes', 'speech', 'clone']),
  /** Seconds of sound, tokens, signs, or one voice: what the kind is billed by. */
  amount: z.number(),
  /** Null: the provider bills by a subscription. */
  usd: z.number().nullable(),
});
export type Spending = z.infer<typeof spendingSchema>;

/** An address of the provider's API: encrypted, or on this computer. */
export const providerAddressSchema = z
  .url()
  .max(300)
  .refine(
    (text) =>
      /^https:\/\//.test(text) || /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/|$)/.test(text),
    'Use an https:// address, or one of this computer.',
  );

export const voiceSettingsSchema = z.object({
  /** What turns sound into words: a provider, or a model of this computer by its id. */
  engine: z.union([z.enum(ONLINE_ENGINE_IDS), modelIdSchema]).default(DEFAULT_ENGINE),
  /** What translates: OpenAI, or models of this computer. */
  translator: z.enum(TRANSLATORS).default('openai'),
  /** US dollars, as the person has read them at the providers. */
  prices: pricesSchema.default(DEFAULT_PRICES),
  /** US dollars a calendar month; null: no cap. */
  capUsd: z.number().min(0).max(100_000).nullable(),
  baseUrls: z.object({ openai: providerAddressSchema, elevenlabs: providerAddressSchema }),
});
export type VoiceSettings = z.infer<typeof voiceSettingsSchema>;

export const voiceStateSchema = z.object({
  settings: voiceSettingsSchema,
  /** The newest first. */
  spendings: z.array(spendingSchema),
  /** US dollars of this calendar month. */
  monthUsd: z.number(),
});
export type VoiceState = z.infer<typeof voiceStateSchema>;

/** As it is kept: what a screen sees is a part of it. */
export const voiceDocumentSchema = z.object({
  settings: voiceSettingsSchema,
  spendings: z.array(spendingSchema),
  /** US dollars by calendar month, e.g. `2026-11`. */
  months: z.record(z.string(), z.number()),
});
export type VoiceDocument = z.infer<typeof voiceDocumentSchema>;

const voiceIdSchema = z.string().regex(/^[\w-]{1,64}$/);

export const voiceContract = {
  'voice.read': defineProcedure({ input: z.void(), output: voiceStateSchema }),
  'voice.updateSettings': defineProcedure({
    input: z.strictObject({
      capUsd: voiceSettingsSchema.shape.capUsd.optional(),
      engine: voiceSettingsSchema.shape.engine.unwrap().optional(),
      translator: voiceSettingsSchema.shape.translator.unwrap().optional(),
      /** That the person has read them at the providers, is noted with the time. */
      prices: pricesSchema.omit({ confirmedAtMs: true }).optional(),
      baseUrls: voiceSettingsSchema.shape.baseUrls.partial().optional(),
    }),
    output: voiceStateSchema,
    errors: ['SETTINGS_UNWRITABLE'],
  }),
  /** Asks the provider whether a key is good: the one that is given, else the one that is kept. */
  'voice.checkKey': defineProcedure({
    input: z.strictObject({ provider: keyProviderSchema, key: z.string().trim().min(1).max(500).optional() }),
    output: keyCheckSchema,
    errors: ['KEY_MISSING', 'QUOTA_USED_UP', 'TOO_MANY_REQUESTS', 'PROVIDER_REFUSED', 'PROVIDER_UNREACHABLE'],
  }),
  /** The bytes are a sound file of at most 25 MB. */
  'voice.transcribe': defineUpload({
    input: z.strictObject({
      name: fileNameSchema,
      type: soundTypeSchema,
      /** For the cap, before it is sent; null where it is not known. */
      durationSec: z.number().min(0).max(86_400).nullable(),
    }),
    output: transcriptionSchema,
    errors: [...PROVIDER_ERRORS, 'FILE_EMPTY', 'FILE_BEYOND_LIMITS'],
  }),
  'voice.translate': defineProcedure({
    input: z.strictObject({
      text: z.string().trim().min(1, 'There is nothing to translate.').max(MAX_TRANSLATED_LENGTH),
      language: z.enum(TRANSLATION_LANGUAGE_IDS),
      /** Of the text, as its transcription named it; models of this computer need it. English where it is not given. */
      from: z.string().max(64).nullable().optional(),
    }),
    output: z.object({
      text: z.string(),
      /** In their order; several are one where the provider has made others of them. */
      sentences: z.array(z.object({ original: z.string(), translated: z.string() })),
      usd: z.number().nullable(),
    }),
    errors: PROVIDER_ERRORS,
  }),
  'voice.listVoices': defineProcedure({
    input: z.void(),
    output: z.array(voiceSchema),
    errors: PROVIDER_ERRORS,
  }),
  /** The bytes are the sample, then the spoken consent, of the sizes that are named. */
  'voice.clone': defineUpload({
    input: z.strictObject({
      name: z.string().trim().min(1, 'Name the voice.').max(MAX_VOICE_NAME_LENGTH),
      description: z.string().trim().max(MAX_VOICE_DESCRIPTION_LENGTH),
      speaker: z.string().trim().min(1, 'Name the speaker.').max(MAX_VOICE_NAME_LENGTH),
      sample: z.strictObject({
        name: fileNameSchema,
        type: soundTypeSchema,
        sizeBytes: z.int().min(1).max(MAX_SAMPLE_BYTES),
      }),
      consent: z.strictObject({ type: soundTypeSchema, sizeBytes: z.int().min(1).max(MAX_CONSENT_BYTES) }),
    }),
    output: voiceSchema,
    errors: [...PROVIDER_ERRORS, 'FILE_EMPTY', 'FILE_UNWRITABLE', 'DISK_FULL'],
  }),
  /** At the provider first: its record here stays where that fails. */
  'voice.deleteVoice': defineProcedure({
    input: z.strictObject({ voiceId: voiceIdSchema }),
    output: z.void(),
    errors: [...PROVIDER_ERRORS, 'FILE_UNWRITABLE'],
  }),
  /** An MP3 file. */
  'voice.speak': defineStream({
    input: z.strictObject({
      voiceId: voiceIdSchema,
      text: z.string().trim().min(1, 'There is nothing to speak.').max(MAX_SPEECH_LENGTH),
      stability: z.number().min(0).max(1),
      similarity: z.number().min(0).max(1),
    }),
    errors: PROVIDER_ERRORS,
  }),
  'voice.onChanged': defineEvent({ payload: voiceStateSchema, delivery: 'latest' }),
};
