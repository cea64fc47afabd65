import { z } from 'zod';

/** What the process is asked for. */
export const speechRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transcribe'),
    id: z.int(),
    /** What reads the model, and its files. */
    engine: z.discriminatedUnion('format', [
      z.object({ format: z.literal('whisper'), addonPath: z.string(), modelPath: z.string() }),
      z.object({ format: z.literal('moonshine'), onnxDir: z.string(), files: z.array(z.string()) }),
    ]),
    /** Code of the language; null: the engine finds it. */
    language: z.string().nullable(),
    /** 16 kHz, one channel, 16 bits. */
    pcm: z.instanceof(Uint8Array),
  }),
  z.object({
    kind: z.literal('translate'),
    id: z.int(),
    /** Where the program lies that reads the models. */
    translatorDir: z.string(),
    /** The files of each model, packed as they came; one is used after the other. */
    models: z.array(z.array(z.string()).min(1)).min(1).max(2),
    texts: z.array(z.string()),
  }),
  z.object({ kind: z.literal('stop'), id: z.int() }),
]);
export type SpeechRequest = z.infer<typeof speechRequestSchema>;
type Transcribe = Extract<SpeechRequest, { kind: 'transcribe' }>;
/** What one engine is asked for. */
export type WorkOf<Format extends Transcribe['engine']['format']> = Omit<Transcribe, 'kind' | 'engine'> & {
  engine: Extract<Transcribe['engine'], { format: Format }>;
};

const tokenSchema = z.object({
  text: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  probability: z.number().optional(),
});

export const speechAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    id: z.int(),
    tokens: z.array(tokenSchema),
    language: z.string().nullable(),
  }),
  z.object({ kind: z.literal('translated'), id: z.int(), texts: z.array(z.string()) }),
  z.object({ kind: z.literal('failed'), id: z.int(), reason: z.string() }),
]);
export type SpeechAnswer = z.infer<typeof speechAnswerSchema>;
