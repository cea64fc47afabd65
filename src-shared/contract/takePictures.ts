import { z } from 'zod';
import { bubblePlaceSchema } from '../domain/cameraBubble.ts';
import { framesSchema, sourceIdSchema } from '../domain/certificateSchema.ts';
import { PICTURE_KINDS } from '../domain/pictureChannels.ts';
import { errorCodeSchema } from './errors.ts';

/** A file beside `take.json`, never a path. */
export const fileNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);

/** The newest layout of `pictures.json`. */
export const PICTURES_SCHEMA_VERSION = 1;
/** Cameras and screens of one take. */
export const MAX_PICTURE_SOURCES = 16;
/** Their files: a source that was lost and is back begins another one. */
export const MAX_PICTURE_TRACKS = 500;

export const PICTURE_CODECS = ['avc1', 'vp9', 'vp8'] as const;
export const pictureCodecSchema = z.enum(PICTURE_CODECS);
export type PictureCodec = z.infer<typeof pictureCodecSchema>;

export const pictureKindSchema = z.enum(PICTURE_KINDS);

/** A camera or screen that a take was to have, whether or not a picture of it came. Frames of the take. */
export const armedSourceSchema = z.object({
  id: sourceIdSchema,
  name: z.string().max(500),
  kind: pictureKindSchema,
  fromFrame: framesSchema,
  /** From then on it was not wanted any more; null: to the end of the take. */
  untilFrame: framesSchema.nullable(),
});
export type ArmedSource = z.infer<typeof armedSourceSchema>;

/** A camera or a screen of a take, or a part of it: one Matroska or WebM file, whose times are those of the take. */
export const takePictureSchema = z.object({
  id: z.string().min(1).max(200),
  /** The source that this is a part of; null where it is a track by itself. */
  sourceId: sourceIdSchema.nullable().default(null),
  name: z.string().max(500),
  kind: pictureKindSchema,
  /** What the browser calls the camera, screen or window. */
  source: z.string().max(500),
  file: fileNameSchema,
  codec: pictureCodecSchema,
  width: z.int().min(2).max(16_384),
  height: z.int().min(2).max(16_384),
  /** The most that were asked for in a second; a screen that stands still gives fewer. */
  fps: z.number().min(1).max(240),
  /** Of its first picture, in frames of the take; null before there is one. */
  startFrame: framesSchema.nullable(),
  framesWritten: framesSchema,
  /** Arrived from the source and could not be kept, since the machine was too slow. */
  framesDropped: framesSchema,
  /** From the first picture to the end of the last. */
  durationSec: z.number().nonnegative(),
  /** Between two pictures, without pauses. */
  longestGapSec: z.number().nonnegative(),
  /** Why it ended by itself. */
  ended: z.object({ code: errorCodeSchema, message: z.string().max(2000) }).nullable(),
  /** Where it was shown upon the screen while it was recorded; null: nowhere. The file holds all of its picture. */
  bubble: bubblePlaceSchema.nullable().default(null),
});
export type TakePicture = z.infer<typeof takePictureSchema>;

/** Who records: its process, since when, and in which start of the machine, where the system tells that. */
export const takeWriterSchema = z.object({
  pid: framesSchema,
  startedTicks: framesSchema,
  bootId: z.string().max(100).nullish(),
});

/** `pictures.json` beside `take.json`: the recorder of the sound writes that one anew when it ends, and knows none. */
export const picturesDocumentSchema = z.object({
  schemaVersion: z.literal(PICTURES_SCHEMA_VERSION),
  status: z.enum(['recording', 'finished', 'recovered']),
  writer: takeWriterSchema,
  pictures: z.array(takePictureSchema).max(MAX_PICTURE_TRACKS),
  /** Of files that are being written: so much is on the disk, whatever happens to the machine. */
  syncedBytes: z.record(fileNameSchema, framesSchema).optional(),
  /** Of takes of earlier versions nobody knows which there were to be. */
  sources: z.array(armedSourceSchema).max(MAX_PICTURE_SOURCES).default([]),
});
export type PicturesDocument = z.infer<typeof picturesDocumentSchema>;

/** Where the pictures of a file lie: each part begins with a key picture, or follows one that does. */
export const takePictureIndexSchema = z.object({
  codecPrivate: z.string().nullable(),
  /** The number of their track in the file, which may hold sound as well. */
  track: z.literal([1, 2]).default(1),
  clusters: z.array(z.object({ atMs: framesSchema, fromByte: framesSchema, lengthBytes: framesSchema })),
});
export type TakePictureIndex = z.infer<typeof takePictureIndexSchema>;
