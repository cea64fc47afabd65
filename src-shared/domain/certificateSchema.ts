import { z } from 'zod';
import { GAP_REASONS, noteSchema } from './certificateNotes.ts';
import { fromStored } from './storedNames.ts';
import { VIDEO_KINDS } from './videoChannels.ts';

/** Raised when an older reader would misread a newer `take.json`. */
export const TAKE_SCHEMA_VERSION = 1;

/** Of a folder that anybody may have written: limits keep what is read in bounds. */
export const MOST_FRAMES = 2 ** 48;
export const framesSchema = z.int().nonnegative().max(MOST_FRAMES);

/** The name that the capturing page has for a camera or screen, whichever page that is. */
export const sourceIdSchema = z.string().min(1).max(200);

/** Silence in place of sound that did not arrive. Frames are at the take's rate. */
export const takeGapSchema = z.object({
  /** Where it begins, in frames of the take. */
  atFrame: framesSchema,
  /** Its length; of these frames `missingFrames` are silence in place of sound. */
  spanFrames: framesSchema,
  missingFrames: framesSchema,
  /**
   * The device delivered nothing; SoundDesk stood still with it (a sleep, a stopped process); the disk was too slow;
   * nothing arrived; cut off by the end of the program.
   */
  reason: z.enum(GAP_REASONS),
});
export type TakeGap = z.infer<typeof takeGapSchema>;

const certifiedTrackSchema = z.object({
  id: z.string(),
  name: z.string(),
  file: z.string(),
  sizeBytes: z.int().nonnegative(),
  /** Null where the file is not there. */
  sha256: z.string().nullable(),
  framesExpected: framesSchema,
  /** Counted by decoding; null where that fails, with the reason in `problem`. */
  framesDecoded: framesSchema.nullable(),
  problem: z.string().nullable(),
  gapCount: z.int().nonnegative(),
  missingFrames: framesSchema,
  dryFrames: framesSchema.default(0),
  xruns: z.int().nonnegative().default(0),
  driftPpm: z.number().nullable(),
  clippedSamples: z.int().nonnegative(),
  integratedLufs: z.number().nullable(),
  truePeakDb: z.number().nullable(),
});
export type CertifiedTrack = z.infer<typeof certifiedTrackSchema>;

export const certifiedVideoTrackSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(VIDEO_KINDS),
  file: z.string(),
  sizeBytes: framesSchema,
  /** Null where the file is not there. */
  sha256: z.string().nullable(),
  framesExpected: framesSchema,
  /** Counted by decoding; null where that could not be done, with the reason in `problem`. */
  framesDecoded: framesSchema.nullable(),
  framesDropped: framesSchema,
  durationSec: z.number().nonnegative(),
  longestGapSec: z.number().nonnegative(),
  problem: z.string().nullable(),
  /** FFmpeg is not installed: the file's structure was looked through, its video was not decoded. */
  isUndecoded: z.boolean(),
});
export type CertifiedVideoTrack = z.infer<typeof certifiedVideoTrackSchema>;

/** Nothing of a source was written, though it was armed. */
export const sourceGapSchema = z.object({
  atSec: z.number().nonnegative(),
  lengthSec: z.number().nonnegative(),
  /** Whether it was recorded again behind it. */
  isBack: z.boolean(),
  /** Whether what was recorded before had ended on its own; false where there was nothing, or its end was asked for. */
  isLost: z.boolean().default(false),
});
export type SourceGap = z.infer<typeof sourceGapSchema>;

/** A camera or screen that was armed, and where nothing of it was written. */
export const certifiedSourceSchema = z.object({
  id: sourceIdSchema,
  name: z.string(),
  kind: z.enum(VIDEO_KINDS),
  /** Whether there is any video of it. */
  isRecorded: z.boolean(),
  gaps: z.array(sourceGapSchema),
});
export type CertifiedSource = z.infer<typeof certifiedSourceSchema>;

export const GRADES = ['green', 'amber', 'red'] as const;

export const takeCertificateSchema = z.preprocess(
  fromStored,
  z.object({
    schemaVersion: z.literal(TAKE_SCHEMA_VERSION),
    verifiedAtMs: z.number(),
    /** Red: something that was recorded cannot be read. Amber: it is all there, with something to know. */
    grade: z.enum(GRADES),
    /**
     * `complete`: all that the devices delivered is there. `gaps`: it is as long as its time, with silence at reported places
     * where sound did not arrive, or a camera or screen was not recorded for a time. `damaged`: something that was recorded
     * cannot be read.
     */
    condition: z.enum(['complete', 'gaps', 'damaged']),
    /** The condition in a few words. */
    summary: z.string(),
    /** The most that any track misses. */
    missingSec: z.number().nonnegative(),
    /** One sentence each, the worst first. */
    reasons: z.array(z.string()),
    /** The same as codes and values, for other languages; absent in certificates of an earlier version. */
    summaryNote: noteSchema.optional(),
    notes: z.array(noteSchema).optional(),
    missedDeadlines: z.int().nonnegative(),
    tracks: z.array(certifiedTrackSchema),
    /** Files of cameras and screens. */
    videoTracks: z.array(certifiedVideoTrackSchema).default([]),
    /** Cameras and screens that were armed. */
    sources: z.array(certifiedSourceSchema).default([]),
  }),
);
export type TakeCertificate = z.infer<typeof takeCertificateSchema>;
