import { z } from 'zod';
import { CHANNEL_COLOURS } from '../domain/videoChannels.ts';
import { ENGINE_KINDS } from '../domain/voiceAi/index.ts';
import { defineEvent, defineProcedure } from './define.ts';
import { rpcFailureSchema } from './errors.ts';

/** More channels at once are no captions that anybody reads. */
export const MAX_CAPTIONED_CHANNELS = 16;
/** So many lines are kept while captions run, and after their end until the next begin. */
export const MAX_CAPTION_LINES = 1000;
/** A line is there within so much of the end of its phrase, or its engine is too slow for captions. */
export const PROMPT_CAPTION_SEC = 1.5;

const channelIdSchema = z.string().min(1).max(100);

/** A phrase of one person, as it was said. A line never changes once it is there. */
export const captionLineSchema = z.object({
  id: z.string(),
  channelId: z.string(),
  /** Of the channel, when it was said. */
  name: z.string(),
  colour: z.enum(CHANNEL_COLOURS),
  /** Milliseconds since 1970, by the session's clock. */
  startMs: z.number(),
  endMs: z.number(),
  text: z.string(),
});
export type CaptionLine = z.infer<typeof captionLineSchema>;

export const captionsStateSchema = z.object({
  isOn: z.boolean(),
  /** Whether the studio's channels run: without them there is nothing to hear. */
  isStudioOpen: z.boolean(),
  /** null: all channels of the studio. */
  channelIds: z.array(channelIdSchema).nullable(),
  /** What writes the words: a provider and its model, or a model of this computer. null before the first start. */
  engine: z.object({ kind: z.enum(ENGINE_KINDS), model: z.string() }).nullable(),
  /** Speech that the engine has not answered yet, in seconds. */
  waitingSec: z.number(),
  /** How long after the end of its phrase the newest line came, in seconds; null before the first one. */
  lateSec: z.number().nullable(),
  /** Speech without a line, since the start: the engine was too slow, or failed. */
  leftOutSec: z.number(),
  /** US dollars since the start. */
  usd: z.number(),
  /** Why captions ended, or why a phrase has no line; the next line clears it. */
  failure: rpcFailureSchema.nullable(),
});
export type CaptionsState = z.infer<typeof captionsStateSchema>;

export const captionsContract = {
  /** With the lines, the earliest first. */
  'captions.read': defineProcedure({
    input: z.void(),
    output: captionsStateSchema.extend({ lines: z.array(captionLineSchema) }),
  }),
  /**
   * Writes down what is said at the studio's channels, and opens them where they are closed. While it runs, only the choice of
   * channels changes. It ends when nobody follows the lines for half a minute.
   */
  'captions.start': defineProcedure({
    input: z.strictObject({
      channelIds: z.array(channelIdSchema).min(1).max(MAX_CAPTIONED_CHANNELS).nullable(),
    }),
    output: captionsStateSchema,
    errors: [
      'PLAN_LIMIT',
      'KEY_MISSING',
      'SPENDING_CAP',
      'FILE_NOT_FOUND',
      'NO_ENABLED_CHANNEL',
      'CHANNEL_NOT_FOUND',
      'DEVICE_NOT_FOUND',
      'DEVICE_UNAVAILABLE',
      'ENGINE_UNAVAILABLE',
      'BAD_OPTION',
    ],
  }),
  /** What was said until now still becomes lines. */
  'captions.stop': defineProcedure({ input: z.void(), output: captionsStateSchema }),
  /** Forgets the lines. */
  'captions.clear': defineProcedure({ input: z.void(), output: captionsStateSchema }),
  'captions.onChanged': defineEvent({ payload: captionsStateSchema, delivery: 'latest' }),
  'captions.onSpoken': defineEvent({ payload: captionLineSchema, delivery: 'every' }),
  'captions.onCleared': defineEvent({ payload: z.object({}), delivery: 'every' }),
};
