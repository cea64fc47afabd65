import { z } from 'zod';
import { ENCODED_FORMATS, SOUND_FORMATS, SOUND_KBPS, USUAL_KBPS } from '../domain/soundExport.ts';
import { capabilitySchema } from './host.ts';

/** JPEG or PNG. */
export const MAX_COVER_BYTES = 8 << 20;
const MOST_FRAMES = 2 ** 48;
const lineSchema = z.string().trim().max(500);

/** What players show of a file; an empty one is left out. */
export const soundTagsSchema = z.strictObject({
  title: lineSchema,
  artist: lineSchema,
  /** The podcast. */
  show: lineSchema,
  episode: z.int().min(1).max(99_999).nullable(),
});
export type SoundTags = z.infer<typeof soundTagsSchema>;

/** Frames of the recording. */
export const takeRangeSchema = z.strictObject({
  fromFrame: z.int().min(-MOST_FRAMES).max(MOST_FRAMES),
  frames: z.int().min(1).max(MOST_FRAMES),
});
export type TakeRange = z.infer<typeof takeRangeSchema>;

export const takeTrackIdsSchema = z.array(z.string().min(1).max(200)).min(1).max(64);

export const takeExportSchema = z.object({
  what: z.enum(['stems', 'mix', 'both']),
  container: z.enum(SOUND_FORMATS),
  /** Of WAV and FLAC. FLAC takes no float32. */
  encoding: z.enum(['pcm16', 'pcm24', 'float32']),
  /** Of the others. */
  kbps: z.literal(SOUND_KBPS).default(USUAL_KBPS),
  /** Of each file, with true peaks at most at -1 dBTP; null: as recorded. */
  targetLufs: z.number().min(-60).max(-5).nullable(),
  /** `clean`: the voices as they were cleaned, and a mix of them. */
  voices: z.enum(['recorded', 'clean']).optional(),
  /** Tags, cover and chapters are written into MP3, M4A and Opus. */
  tags: soundTagsSchema.nullable().default(null),
  /** The one of `takes.writeCover`. */
  hasCover: z.boolean().default(false),
  /** From the markers. */
  hasChapters: z.boolean().default(false),
  /** null: from the first sound to the last. */
  range: takeRangeSchema.nullable().default(null),
  /** Tracks that are exported and mixed; null: all. */
  trackIds: takeTrackIdsSchema.nullable().default(null),
});

export type SoundExportRequest = z.infer<typeof takeExportSchema>;

export const exportedFileSchema = z.object({
  path: z.string(),
  /** In the folder of the export: what `takes.readExport` reads. */
  name: z.string(),
  sizeBytes: z.int().nonnegative(),
  /** The rest is measured in the new file. */
  seconds: z.number().nonnegative(),
  integratedLufs: z.number().nullable(),
  truePeakDb: z.number().nullable(),
  /** Cut off at full scale as the file was written. */
  clippedSamples: z.int().nonnegative(),
});
export type ExportedSound = z.infer<typeof exportedFileSchema>;

/** WAV is written by every host. */
export const soundFormatOfferSchema = z.object({
  format: z.enum([...ENCODED_FORMATS, 'flac']),
  capability: capabilitySchema,
});
export type SoundFormatOffer = z.infer<typeof soundFormatOfferSchema>;
