import { z } from 'zod';
import { BUBBLE_SIZES } from '../domain/cameraBubble.ts';
import { errorCodeSchema } from './errors.ts';
import { fromStored } from './storedNames.ts';

/** Of a folder that anybody may have written: limits keep what is read in bounds. */
const countSchema = z
  .int()
  .nonnegative()
  .max(2 ** 48);
const fileNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);

/** The newest layout of `pictures.json`. */
export const VIDEO_SCHEMA_VERSION = 1;
/** Cameras and screens of one take. */
export const MAX_VIDEO_SOURCES = 16;
/** Their files: a source that was lost and is back begins another one. */
export const MAX_VIDEO_TRACKS = 500;

export const VIDEO_CODECS = ['avc1', 'vp9', 'vp8'] as const;
export const videoCodecSchema = z.enum(VIDEO_CODECS);
export type VideoCodec = z.infer<typeof videoCodecSchema>;

export const videoKindSchema = z.enum(['video', 'screen']);

/** Where a camera's bubble lies on the screen: parts of the room beside it. */
export const bubblePlaceSchema = z.object({
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  size: z.enum(BUBBLE_SIZES),
  isMirrored: z.boolean(),
});

/** What a camera or screen is called by whoever captures it, whichever page that is. */
export const sourceIdSchema = z.string().min(1).max(200);

/** A camera or screen that a take was to have, whether or not any of it came. Frames of the take. */
export const armedSourceSchema = z.object({
  id: sourceIdSchema,
  name: z.string().max(500),
  kind: videoKindSchema,
  fromFrame: countSchema,
  /** From then on it was not wanted any more; null: to the end of the take. */
  untilFrame: countSchema.nullable(),
});
export type ArmedSource = z.infer<typeof armedSourceSchema>;

/** A camera or a screen of a take, or a part of it: one Matroska or WebM file, whose times are those of the take. */
export const takeVideoTrackSchema = z.object({
  id: z.string().min(1).max(200),
  /** The source that this is a part of; null where it is a track by itself. */
  sourceId: sourceIdSchema.nullable().default(null),
  name: z.string().max(500),
  kind: videoKindSchema,
  /** What the browser calls the camera, screen or window. */
  source: z.string().max(500),
  file: fileNameSchema,
  codec: videoCodecSchema,
  width: z.int().min(2).max(16_384),
  height: z.int().min(2).max(16_384),
  /** The most that were asked for in a second; a screen that stands still gives fewer. */
  fps: z.number().min(1).max(240),
  /** Of its first frame, in frames of the take; null before there is one. */
  startFrame: countSchema.nullable(),
  framesWritten: countSchema,
  /** Arrived from the source and could not be kept, since the machine was too slow. */
  framesDropped: countSchema,
  /** From the first frame to the end of the last. */
  durationSec: z.number().nonnegative(),
  /** Between two frames, without pauses. */
  longestGapSec: z.number().nonnegative(),
  /** Why it ended by itself. */
  ended: z.object({ code: errorCodeSchema, message: z.string().max(2000) }).nullable(),
  /** Where it was shown upon the screen while it was recorded; null: nowhere. The file holds the whole frame. */
  bubble: bubblePlaceSchema.nullable().default(null),
});
export type TakeVideoTrack = z.infer<typeof takeVideoTrackSchema>;

/** Who records: its process, since when, and in which start of the machine, where the system says that. */
export const takeWriterSchema = z.object({
  pid: countSchema,
  startedTicks: countSchema,
  bootId: z.string().max(100).nullish(),
});

/** `pictures.json` beside `take.json`: the recorder of the sound writes that one anew when it ends, and knows none. */
export const videoDocumentSchema = z.preprocess(
  fromStored,
  z.object({
    schemaVersion: z.literal(VIDEO_SCHEMA_VERSION),
    status: z.enum(['recording', 'finished', 'recovered']),
    writer: takeWriterSchema,
    videoTracks: z.array(takeVideoTrackSchema).max(MAX_VIDEO_TRACKS),
    /** Of files that are being written: so much is on the disk, whatever happens to the machine. */
    syncedBytes: z.record(fileNameSchema, countSchema).optional(),
    /** Of takes of earlier versions nobody knows which there were to be. */
    sources: z.array(armedSourceSchema).max(MAX_VIDEO_SOURCES).default([]),
  }),
);
export type VideoDocument = z.infer<typeof videoDocumentSchema>;

export const certifiedVideoTrackSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: videoKindSchema,
  file: z.string(),
  sizeBytes: countSchema,
  /** Null where the file is not there. */
  sha256: z.string().nullable(),
  framesExpected: countSchema,
  /** Counted by decoding; null where that could not be done, with the reason in `problem`. */
  framesDecoded: countSchema.nullable(),
  framesDropped: countSchema,
  durationSec: z.number().nonnegative(),
  longestGapSec: z.number().nonnegative(),
  problem: z.string().nullable(),
  /** FFmpeg is not installed: the file's structure was looked through, its video was not decoded. */
  isUndecoded: z.boolean(),
});
export type CertifiedVideoTrack = z.infer<typeof certifiedVideoTrackSchema>;

/** A camera or screen that was armed, and where nothing of it was written. */
export const certifiedSourceSchema = z.object({
  id: sourceIdSchema,
  name: z.string(),
  kind: videoKindSchema,
  /** Whether there is any video of it. */
  isRecorded: z.boolean(),
  gaps: z.array(
    z.object({
      atSec: z.number().nonnegative(),
      lengthSec: z.number().nonnegative(),
      /** Whether it was recorded again behind the gap. */
      isBack: z.boolean(),
      /** Whether what was recorded before had ended by itself. */
      isLost: z.boolean().default(false),
    }),
  ),
});

/** Where the frames of a file lie: each part begins with a key frame, or follows one that does. */
export const videoIndexSchema = z.object({
  codecPrivate: z.string().nullable(),
  /** The number of their track in the file, which may hold sound as well. */
  track: z.literal([1, 2]).default(1),
  clusters: z.array(z.object({ atMs: countSchema, fromByte: countSchema, lengthBytes: countSchema })),
});
export type VideoIndex = z.infer<typeof videoIndexSchema>;
