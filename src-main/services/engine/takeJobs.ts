import { z } from 'zod';

const pathSchema = z.string().min(1).max(4096);

/** What the engine process does with the files of a take; `native/take/track_job.hpp` says it precisely. */
export const takeJobSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('inspect'), path: pathSchema, mostFrames: z.int().nonnegative() }),
  z.object({
    kind: z.literal('repair'),
    path: pathSchema,
    wantedFrames: z.int().nonnegative().nullable(),
    /** Silence that needs more is refused. */
    mostAddedBytes: z.int().nonnegative(),
  }),
  z.object({
    kind: z.literal('export'),
    inputs: z
      .array(z.object({ path: pathSchema, offsetFrames: z.int(), gainDb: z.number() }))
      .min(1)
      .max(65),
    outputPath: pathSchema,
    container: z.enum(['wav', 'flac']),
    encoding: z.enum(['pcm16', 'pcm24', 'float32']),
    frames: z.int().positive(),
    channels: z.union([z.literal(1), z.literal(2)]),
    sampleRate: z.int().positive(),
    targetLufs: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('align'),
    referencePath: pathSchema,
    path: pathSchema,
    mostOffsetSec: z.number().positive(),
  }),
  z.object({ kind: z.literal('timecode'), path: pathSchema, channel: z.int().nonnegative() }),
]);
export type TakeJob = z.infer<typeof takeJobSchema>;

export const takeJobResultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('inspect'),
    frames: z.int().nonnegative(),
    channels: z.int().positive(),
    sampleRate: z.int().positive(),
    clippedSamples: z.int().nonnegative(),
    integratedLufs: z.number().nullable(),
    truePeakDb: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('repair'),
    frames: z.int().nonnegative(),
    removedBytes: z.int().nonnegative(),
    paddedFrames: z.int().nonnegative(),
    addedBytes: z.int().nonnegative(),
    wasChanged: z.boolean(),
  }),
  z.object({
    kind: z.literal('export'),
    frames: z.int().nonnegative(),
    clippedSamples: z.int().nonnegative(),
    integratedLufs: z.number().nullable(),
    gainDb: z.number(),
  }),
  z.object({
    kind: z.literal('align'),
    offsetFrames: z.int(),
    correlation: z.number(),
    prominence: z.number(),
  }),
  z.object({
    kind: z.literal('timecode'),
    reading: z.object({ startSec: z.number(), fps: z.number(), isDropFrame: z.boolean() }).nullable(),
  }),
]);
export type TakeJobResult = z.infer<typeof takeJobResultSchema>;
export type TakeJobResultOf<K extends TakeJob['kind']> = Extract<TakeJobResult, { kind: K }>;
