import { z } from 'zod';
import { CLEAN_CONTAINERS, CLEAN_PIECE_BYTES, MAX_CLEAN_FILE_BYTES } from '../domain/fileCleaning.ts';
import { effectSchemasOrOff, stripFields } from '../domain/stripSchema.ts';
import { defineEvent, defineProcedure, defineStream } from './define.ts';

const fileIdSchema = z.string().min(1).max(100);
const fileInput = z.strictObject({ fileId: fileIdSchema });
const count = z.int().nonnegative();
/** Four characters carry three bytes. */
const MAX_PIECE_CHARS = Math.ceil(CLEAN_PIECE_BYTES / 3) * 4;

/** What can be heard of a file: as it came, or cleaned. Both have the same frames. */
export const cleanSideSchema = z.enum(['before', 'after']);
export type CleanSide = z.infer<typeof cleanSideSchema>;

/** Peaks over the whole length, linear 0-1, in as many parts as were asked for, fewer where there are fewer frames. */
const peaksSchema = z.array(z.number().nonnegative()).max(4000);
const partsSchema = z.int().min(1).max(4000);

export const cleanSoundSchema = z.object({
  durationSec: z.number().nonnegative(),
  frames: count,
  sampleRate: z.number().positive(),
  channels: z.int().positive(),
  /** Of those that are played: the first two at most. */
  heardChannels: z.int().min(1).max(2),
  peaks: peaksSchema,
  /** The recording has video, and the host writes it with the cleaned sound. */
  hasVideo: z.boolean(),
});
export type CleanSound = z.infer<typeof cleanSoundSchema>;

/** What of a chain works on a file; gains and loudness follow from the target. */
export const cleanChainSchema = z.strictObject({
  denoise: stripFields.denoise,
  ...effectSchemasOrOff,
});
export type CleanChain = z.infer<typeof cleanChainSchema>;

export const cleanedSchema = cleanSoundSchema.extend({
  integratedLufsBefore: z.number().nullable(),
  integratedLufsAfter: z.number().nullable(),
  truePeakDbAfter: z.number().nullable(),
  meanReductionDb: z.number().nullable(),
  /** Seconds of sound for each second of work. */
  realTimeFactor: z.number().nonnegative(),
});
export type Cleaned = z.infer<typeof cleanedSchema>;

const WORK_ERRORS = [
  'FILE_NOT_FOUND',
  'FILE_EMPTY',
  'FILE_UNREADABLE',
  'FILE_BEYOND_LIMITS',
  'FILE_UNWRITABLE',
  'FORMAT_UNSUPPORTED',
  'DISK_FULL',
  'BAD_OPTION',
  'ENGINE_UNAVAILABLE',
  'ENGINE_STOPPED',
] as const;

/**
 * Cleaning of a file that the screen has: it is handed over in pieces, decoded, cleaned as often as the settings
 * change, heard, and read back. All of it lies in a folder of its own until `clean.closeFile`, or the host's end.
 * An abort of a call ends its work and leaves the file as it was before.
 */
export const cleanContract = {
  'clean.openFile': defineProcedure({
    input: z.strictObject({
      name: z.string().trim().min(1).max(255),
      sizeBytes: z.int().min(0).max(MAX_CLEAN_FILE_BYTES),
    }),
    output: z.object({ fileId: fileIdSchema }),
    errors: ['FILE_EMPTY', 'DISK_FULL', 'FILE_UNWRITABLE', 'BAD_OPTION'],
  }),
  /** The pieces come in order; `atByte` is what has arrived until then. */
  'clean.appendBytes': defineProcedure({
    input: fileInput.extend({ atByte: count, base64: z.base64().max(MAX_PIECE_CHARS) }),
    output: z.object({ receivedBytes: count }),
    errors: ['FILE_NOT_FOUND', 'DISK_FULL', 'FILE_UNWRITABLE', 'BAD_OPTION'],
  }),
  'clean.decodeFile': defineProcedure({
    input: fileInput.extend({ parts: partsSchema }),
    output: cleanSoundSchema,
    errors: WORK_ERRORS,
  }),
  /** Of a decoded file. A later result takes the place of an earlier one. */
  'clean.run': defineProcedure({
    input: fileInput.extend({
      chain: cleanChainSchema,
      targetLufs: z.number().min(-60).max(-5).nullable(),
      parts: partsSchema,
    }),
    output: cleanedSchema,
    errors: [...WORK_ERRORS, 'PLAN_LIMIT'],
  }),
  /** Makes the result ready to be read as a file of that kind. */
  'clean.prepareResult': defineProcedure({
    input: fileInput.extend({ container: z.enum(CLEAN_CONTAINERS) }),
    output: z.object({ name: z.string(), sizeBytes: count }),
    errors: WORK_ERRORS,
  }),
  /** The file that was prepared last, from its first byte to its last. */
  'clean.readResult': defineStream({ input: fileInput, errors: ['FILE_NOT_FOUND', 'FILE_UNREADABLE'] }),
  /** Little-endian float32 frames of `heardChannels` channels, interleaved. */
  'clean.readSound': defineStream({
    input: fileInput.extend({ side: cleanSideSchema, fromFrame: count, frames: count.max(4_000_000) }),
    errors: ['FILE_NOT_FOUND', 'FILE_UNREADABLE'],
  }),
  /** Removes all of it. Does nothing where there is no such file. */
  'clean.closeFile': defineProcedure({ input: fileInput, output: z.void() }),
  'clean.onProgressed': defineEvent({
    payload: z.object({
      fileId: fileIdSchema,
      step: z.enum(['decode', 'clean', 'save']),
      /** 0 to 1; null where the length is not known. */
      done: z.number().min(0).max(1).nullable(),
      /** Of sound. */
      doneSec: z.number().nonnegative(),
    }),
    delivery: 'latest',
  }),
};
