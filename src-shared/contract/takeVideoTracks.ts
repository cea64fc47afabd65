import { z } from 'zod';
import { bubblePlaceSchema } from '../domain/cameraBubble.ts';
import { framesSchema, sourceIdSchema } from '../domain/certificateSchema.ts';
import { VIDEO_KINDS } from '../domain/videoChannels.ts';
import { errorCodeSchema } from './errors.ts';
import { fromStored } from '../domain/storedNames.ts';

/** A file beside `take.json`, never a path. */
export const fileNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);

/** The newest layout of `pictures.json`. */
export const VIDEO_SCHEMA_VERSION = 1;
/** Cameras and screens of one take. */
export const MAX_VIDEO_SOURCES = 16;
/** Their files: a source that was lost and is back begins another one. */
export const MAX_VIDEO_TRACKS = 500;

export const VIDEO_CODECS = ['avc1', 'vp9', 'vp8'] as const;
export const videoCodecSchema = z.enum(VIDEO_CODECS);
export type VideoCodec = z.infer<typeof videoCodecSchema>;

export const videoKindSchema = z.enum(VIDEO_KINDS);

/** A camera or screen that a take was to have, whether or not any of it came. Frames of the take. */
export const armedSourceSchema = z.object({
  id: sourceIdSchema,
  name: z.string().max(500),
  kind: videoKindSchema,
  fromFrame: framesSchema,
  /** From then on it was not wanted any more; null: to the end of the take. */
  untilFrame: framesSchema.nullable(),
});
export type ArmedSource = z.infer<typeof armedSourceSchema>;

/** A camera or a screen of a take, or a part of it: one Matroska or WebM file, whose times are those of the take. */
export const takeVideoTrackSchema = z.object({
  id: z.string().min(1).max(200),
  /** The source that this is a part of; null where it is an independent track. */
  sourceId: sourceIdSchema.nullable().default(null),
  name: z.string().max(500),
  kind: videoKindSchema,
  /** What the browser calls the camera, screen or window. */
  source: z.string().max(500),
  file: fileNameSchema,
  codec: videoCodecSchema,
  width: z.int().min(2).max(16_384),
  height: z.int().min(2).max(16_384),
  /** The most that were requested in a second; a screen without changes gives fewer. */
  fps: z.number().min(1).max(240),
  /** Of its first frame, in frames of the take; null before there is one. */
  startFrame: framesSchema.nullable(),
  framesWritten: framesSchema,
  /** Arrived from the source and could not be kept, since the machine was too slow. */
  framesDropped: framesSchema,
  /** From the first frame to the end of the last. */
  durationSec: z.number().nonnegative(),
  /** Between two frames, without pauses. */
  longestGapSec: z.number().nonnegative(),
  /** Why it ended on its own. */
  ended: z.object({ code: errorCodeSchema, message: z.string().max(2000) }).nullable(),
  /** Where it was shown on the screen while it was recorded; null: nowhere. The file holds the whole frame. */
  bubble: bubblePlaceSchema.nullable().default(null),
});
export type TakeVideoTrack = z.infer<typeof takeVideoTrackSchema>;

/** Who records: its process, since when, and in which start of the machine, where the system says that. */
export const takeWriterSchema = z.object({
  pid: framesSchema,
  /** Clock ticks since the machine's start (Linux), milliseconds since 1970 (Windows, macOS); 0 where it is not known. */
  startedTicks: framesSchema,
  bootId: z.string().max(100).nullish(),
});

/** `pictures.json` beside `take.json`: the recorder of the sound rewrites that one when it ends, and knows nothing of video. */
export const videoDocumentSchema = z.preprocess(
  fromStored,
  z.object({
    schemaVersion: z.literal(VIDEO_SCHEMA_VERSION),
    status: z.enum(['recording', 'finished', 'recovered']),
    writer: takeWriterSchema,
    videoTracks: z.array(takeVideoTrackSchema).max(MAX_VIDEO_TRACKS),
    /** Of files that are being written: so much is on the disk, whatever happens to the machine. */
    syncedBytes: z.record(fileNameSchema, framesSchema).optional(),
    /** For takes of earlier versions it is unknown which were expected. */
    sources: z.array(armedSourceSchema).max(MAX_VIDEO_SOURCES).default([]),
  }),
);
export type VideoDocument = z.infer<typeof videoDocumentSchema>;

/** Where the frames of a file lie: each part begins with a key frame, or follows one that does. */
export const videoIndexSchema = z.object({
  codecPrivate: z.string().nullable(),
  /** The number of their track in the file, which may hold sound as well. */
  track: z.literal([1, 2]).default(1),
  clusters: z.array(z.object({ atMs: framesSchema, fromByte: framesSchema, lengthBytes: framesSchema })),
});
export type VideoIndex = z.infer<typeof videoIndexSchema>;
