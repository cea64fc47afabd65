import { z } from 'zod';
import { VIDEO_FORMATS, VIDEO_QUALITIES } from '../domain/videoExport.ts';
import { capabilitySchema } from './host.ts';
import { takeRangeSchema, takeTrackIdsSchema } from './takeExport.ts';
import { bubblePlaceSchema } from '../domain/cameraBubble.ts';

/** A kind of file, or the sentence that explains to the user why it cannot be written here. */
export const videoFormatOfferSchema = z.object({
  format: z.enum(VIDEO_FORMATS),
  capability: capabilitySchema,
});
export type VideoFormatOffer = z.infer<typeof videoFormatOfferSchema>;

const videoIdSchema = z.string().min(1).max(200);
/** Beside the first one. */
const MOST_BESIDE = 3;

/** What else is in the video. */
export const videoLayoutSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single') }),
  /** A camera, round, on the video. */
  z.strictObject({ kind: z.literal('bubble'), videoId: videoIdSchema, place: bubblePlaceSchema }),
  /** Two beside each other, three and four in two rows. */
  z.strictObject({
    kind: z.literal('sideBySide'),
    videoIds: z.array(videoIdSchema).min(1).max(MOST_BESIDE),
  }),
]);
export type VideoLayout = z.infer<typeof videoLayoutSchema>;

export const videoExportSchema = z.strictObject({
  /** The camera or screen. */
  videoId: videoIdSchema,
  layout: videoLayoutSchema.default({ kind: 'single' }),
  format: z.enum(VIDEO_FORMATS),
  quality: z.enum(VIDEO_QUALITIES),
  /** Of the mix, with true peaks at most at -1 dBTP; null: as recorded. */
  targetLufs: z.number().min(-60).max(-5).nullable(),
  /** `clean`: with a mix of the voices as they were cleaned. */
  voices: z.enum(['recorded', 'clean']).optional(),
  /** Of a part the frames are encoded again, so that it begins and ends where it should; null: all. */
  range: takeRangeSchema.nullable().default(null),
  /** Tracks that are mixed; null: all. */
  trackIds: takeTrackIdsSchema.nullable().default(null),
});
export type VideoExport = z.infer<typeof videoExportSchema>;

export const exportedVideoSchema = z.object({
  path: z.string(),
  /** In the folder of the export: what `takes.readExport` reads. */
  name: z.string(),
  sizeBytes: z.int().nonnegative(),
  seconds: z.number().nonnegative(),
  /** Counted by decoding the new file. */
  frames: z.int().nonnegative(),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Whether the frames are those of the recording, bit for bit. */
  isCopied: z.boolean(),
  /** Measured in the new file; null where it has no sound, or too little for a figure. */
  integratedLufs: z.number().nullable(),
  truePeakDb: z.number().nullable(),
});
export type ExportedVideo = z.infer<typeof exportedVideoSchema>;
