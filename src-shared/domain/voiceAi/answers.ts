/** What providers answer, as far as we read it. */
import { z } from 'zod';

/** Where an answer is looked at. */
export type AnswerSchema<T> = z.ZodType<T>;

/** OpenAI: `whisper-1` with `verbose_json`. */
export const transcriptionAnswer = z.object({
  text: z.string(),
  language: z.string().nullish(),
  duration: z.coerce.number().nullish(),
  words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })).nullish(),
  segments: z
    .array(z.object({ start: z.number(), end: z.number(), avg_logprob: z.number().nullish() }))
    .nullish(),
});

export type TranscriptionAnswer = z.infer<typeof transcriptionAnswer>;

/** OpenAI: `gpt-4o-transcribe-diarize` with `diarized_json`. It times what one person says, and no words. */
export const diarizedAnswer = z.object({
  text: z.string(),
  duration: z.coerce.number().nullish(),
  segments: z.array(
    z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.string().nullish() }),
  ),
});
export type DiarizedAnswer = z.infer<typeof diarizedAnswer>;

export const chatAnswer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

export const modelsAnswer = z.object({ data: z.array(z.object({ id: z.string() })) });

/** ElevenLabs: `scribe_v2`, https://elevenlabs.io/docs/api-reference/speech-to-text/convert. */
export const scribeAnswer = z.object({
  text: z.string(),
  language_code: z.string().nullish(),
  audio_duration_secs: z.number().nullish(),
  words: z
    .array(
      z.object({
        text: z.string(),
        /** `spacing` and `audio_event` are no words. */
        type: z.string().nullish(),
        start: z.number().nullish(),
        end: z.number().nullish(),
        logprob: z.number().nullish(),
        /** Where it was asked to separate speakers. */
        speaker_id: z.string().nullish(),
      }),
    )
    .nullish(),
});
export type ScribeAnswer = z.infer<typeof scribeAnswer>;

/** ElevenLabs: voices. */
export const voicesAnswer = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string(),
      name: z.string(),
      category: z.string().nullish(),
      description: z.string().nullish(),
    }),
  ),
});
export const addedAnswer = z.object({ voice_id: z.string() });
export const subscriptionAnswer = z.object({
  character_count: z.int().nullish(),
  character_limit: z.int().nullish(),
  next_character_count_reset_unix: z.number().nullish(),
  can_use_instant_voice_cloning: z.boolean().nullish(),
});
