import { z } from 'zod';
import {
  framesSchema,
  GRADES,
  MOST_FRAMES,
  TAKE_SCHEMA_VERSION,
  takeCertificateSchema,
  takeGapSchema,
} from '../domain/certificateSchema.ts';
import { MAX_SOUNDS } from '../domain/broadcast/sounds.ts';
import { MAX_CAPTURE_CHANNELS, TAPS } from '../domain/captureSetUp.ts';
import { VOICE_ENGINES } from '../domain/denoise.ts';
import { VOLUME_PERCENT } from '../domain/gain.ts';
import { PAN_LIMITS } from '../domain/pan.ts';
import { levelLufsSchema, percentSchema } from '../domain/stripSchema.ts';
import { TRACK_KINDS } from '../domain/takeVoices.ts';
import { CHANNEL_COLOURS } from '../domain/videoChannels.ts';
import { defineEvent, defineProcedure, defineStream, defineUpload } from './define.ts';
import { errorCodeSchema } from './errors.ts';
import {
  fileNameSchema,
  MAX_VIDEO_TRACKS,
  videoIndexSchema,
  takeVideoTrackSchema,
  takeWriterSchema,
} from './takeVideoTracks.ts';
import {
  exportedFileSchema,
  MAX_COVER_BYTES,
  soundFormatOfferSchema,
  takeExportSchema,
  takeRangeSchema,
} from './takeExport.ts';
import { exportedVideoSchema, videoExportSchema, videoFormatOfferSchema } from './takeVideo.ts';

/** Every channel raw, processed and cleaned, the mix, and sound files. */
const MOST_TRACKS = 3 * MAX_CAPTURE_CHANNELS + 1 + MAX_SOUNDS;
const nameSchema = z.string().max(500);
/** No recording is longer: what claims to be is not written out, nor looked through. */
export const MOST_TAKE_SEC = 7 * 86_400;

export const takeMarkersSchema = z.array(z.object({ atFrame: framesSchema, label: nameSchema })).max(100_000);
export type TakeMarker = z.infer<typeof takeMarkersSchema>[number];

/** How a user keeps takes in order. */
export const takeLabelsSchema = z.strictObject({
  /** Empty: in none. */
  folder: z.string().trim().max(100),
  tags: z.array(z.string().trim().min(1).max(50)).max(20),
});
export type TakeLabels = z.infer<typeof takeLabelsSchema>;

/** How a channel stood from a frame of the take on. */
const trackFaderSchema = z.object({
  atFrame: framesSchema,
  volume: z.number().min(VOLUME_PERCENT.min).max(VOLUME_PERCENT.max),
  pan: z.number().min(PAN_LIMITS.min).max(PAN_LIMITS.max),
  isMuted: z.boolean(),
});
export type TrackFader = z.infer<typeof trackFaderSchema>;

export const takeTrackSchema = z.object({
  id: z.string().min(1).max(200),
  name: nameSchema,
  /** `processed`: left the strip beside the raw channel. `cleaned`: by `takes.cleanVoices`. `played`: a sound file beside the mix. */
  kind: z.enum(TRACK_KINDS),
  /** Of a processed or cleaned track: the id of the recorded one. */
  of: z.string().max(200).nullish(),
  /** Of its channel. */
  colour: z.enum(CHANNEL_COLOURS).optional(),
  channels: z.int().min(1).max(8),
  file: fileNameSchema,
  peaks: fileNameSchema,
  device: z
    .object({ id: nameSchema, name: nameSchema, channels: z.array(z.int().nonnegative()).max(64) })
    .nullable(),
  /** On the session's clock. */
  startFrame: framesSchema.nullable(),
  framesExpected: framesSchema,
  framesWritten: framesSchema,
  /** The first 10,000. */
  gaps: z.array(takeGapSchema).max(100_000),
  gapCount: z.int().nonnegative(),
  missingFrames: framesSchema,
  /** Without the plug-ins that were heard before: they were late, started again, or changed their delay. */
  dryFrames: framesSchema.default(0),
  /** How often the sound system said that it lost its time: some milliseconds there may lack or come twice. */
  xruns: z.int().nonnegative().default(0),
  clippedSamples: z.int().nonnegative(),
  /** The device's clock against the session's, as it was corrected. */
  driftPpm: z.number().nullable(),
  /** How much later the track is laid than recorded, by synchronisation. */
  offsetFrames: z.int().min(-MOST_FRAMES).max(MOST_FRAMES),
  /** Why it ended before the take did: its device was lost, and the recorder does not wait for one. */
  ended: z.object({ code: errorCodeSchema, message: z.string().max(2000) }).nullish(),
  /** Of a channel, where its recorder mixes later: what the mix of an export follows. */
  faders: z.array(trackFaderSchema).max(100_000).optional(),
});
export type TakeTrack = z.infer<typeof takeTrackSchema>;

/** What voices were cleaned with, and when. */
export const takeCleaningSchema = z.object({
  engine: z.enum(VOICE_ENGINES),
  sensitivity: percentSchema,
  reduction: percentSchema,
  /** Speech of each voice was brought to this loudness by the leveler; null or missing: as loud as it was recorded. */
  levelLufs: levelLufsSchema,
  /** Each microphone is silent where it only heard the others; missing: as it was recorded. */
  muteCrosstalk: z.boolean().optional(),
  cleanedAtMs: z.number(),
});
export type TakeCleaning = z.infer<typeof takeCleaningSchema>;

/** `take.json`; the native recorder (`native/take/take_document.cpp`) writes it too. */
export const takeDocumentSchema = z.object({
  schemaVersion: z.literal(TAKE_SCHEMA_VERSION),
  name: nameSchema,
  status: z.enum(['recording', 'finished', 'recovered']),
  mode: z.enum(['multitrack', 'mixed', 'both']),
  tap: z.enum(TAPS),
  /** Of the sound. WebM with Opus is what a browser records; its frames are counted as they are decoded. */
  container: z.enum(['rf64', 'flac', 'webm']),
  encoding: z.enum(['pcm24', 'float32', 'opus']),
  sampleRate: z.int().min(8000).max(192_000),
  /** Wall clock of the first frame, milliseconds since 1970; null where it never had one. */
  startedAtMs: z.number().nullable(),
  startFrame: framesSchema.nullable(),
  frames: framesSchema,
  timecode: z.object({
    source: z.enum(['timeOfDay', 'ltc', 'none']),
    /** Samples since midnight at the first frame. */
    timeReference: z.int().nonnegative().nullable(),
    fps: z.number().positive().nullable(),
  }),
  markers: takeMarkersSchema,
  /** Absent in takes without any, such as all of earlier versions. */
  labels: takeLabelsSchema.optional(),
  /** It came with the product; the user did not record it. */
  isDemo: z.literal(true).optional(),
  /** Left out of all tracks, `frames` long, at `atFrame` of the take. */
  pauses: z.array(z.object({ atFrame: framesSchema, frames: framesSchema })).max(100_000),
  missedDeadlines: z.int().nonnegative(),
  /** Why it ended on its own. */
  ended: z.object({ code: errorCodeSchema, message: z.string().max(2000) }).nullable(),
  writer: takeWriterSchema,
  tracks: z.array(takeTrackSchema).max(MOST_TRACKS),
  /** Of its cleaned tracks. */
  cleaning: takeCleaningSchema.nullish(),
  /** Out of `pictures.json`, which is beside it. */
  videoTracks: z.array(takeVideoTrackSchema).max(MAX_VIDEO_TRACKS).default([]),
});
export type TakeDocument = z.infer<typeof takeDocumentSchema>;

/** A line of `take.journal.jsonl`, which is beside the `take.json` of a take without an end. */
export const takeJournalLineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    sessionFrame: framesSchema,
    startedAtMs: z.number(),
    timeReference: z.int().nonnegative().nullable(),
  }),
  z.object({ type: z.literal('gap'), track: z.string().max(200), gap: takeGapSchema }),
  z.object({ type: z.literal('marker'), atFrame: framesSchema, label: nameSchema }),
  z.object({ type: z.literal('pause'), atFrame: framesSchema, sessionFrame: framesSchema }),
  z.object({ type: z.literal('resume'), atFrame: framesSchema, sessionFrame: framesSchema }),
  z.object({
    type: z.literal('timecode'),
    timeReference: z.int().nonnegative(),
    fps: z.number().positive(),
  }),
  z.object({
    type: z.literal('progress'),
    sessionFrame: framesSchema,
    frames: framesSchema,
    missedDeadlines: z.int().nonnegative(),
    driftPpm: z.array(z.number().nullable()).max(MOST_TRACKS),
    dryFrames: z.array(framesSchema).max(MOST_TRACKS).default([]),
    xruns: z.array(z.int().nonnegative()).max(MOST_TRACKS).default([]),
  }),
  /** How many bytes of each track's file are on the disk, whatever happens to the machine. */
  z.object({ type: z.literal('synced'), bytes: z.array(z.int().nonnegative()).max(MOST_TRACKS) }),
]);

/** More than a screen has pixels across. */
const MAX_PEAK_PARTS = 4000;
/** Of one read: more than a minute at 48 kHz. */
const MAX_SOUND_FRAMES = 4_000_000;
/** Of one read: five seconds at the highest rate that is recorded. */
const MAX_VIDEO_BYTES = 64 << 20;

/** The name of a take's folder in the library. */
export const takeIdSchema = z.string().regex(/^[^./\\\u0000-\u001f][^/\\\u0000-\u001f]{0,199}$/);

export const takeSummarySchema = z.object({
  id: takeIdSchema,
  name: z.string(),
  /** `unfinished`: its recording was cut off, and it waits for `takes.repair`. `damaged`: `problem` says why. */
  status: z.enum(['recording', 'finished', 'recovered', 'unfinished', 'damaged']),
  problem: z.string().nullable(),
  startedAtMs: z.number().nullable(),
  durationSec: z.number().nonnegative(),
  trackCount: z.int().nonnegative(),
  /** The same by kind; the mix is beside the channels that it is made of. */
  tracks: z.object({
    audio: z.int().nonnegative(),
    video: z.int().nonnegative(),
    screen: z.int().nonnegative(),
    mix: z.int().nonnegative(),
  }),
  /** What a screen was recorded with. */
  sound: z.object({ system: z.boolean(), microphone: z.boolean() }),
  sizeBytes: z.int().nonnegative(),
  /** Of the last verification. */
  grade: z.enum(GRADES).nullable(),
  /** Its voices can be heard and exported clean: they were recorded so, or cleaned later. */
  hasCleanVoices: z.boolean().optional(),
  /** How they were cleaned later. */
  cleaning: takeCleaningSchema.nullish(),
  labels: takeLabelsSchema.optional(),
  /** It came with the product; the user did not record it. */
  isDemo: z.literal(true).optional(),
});
export type TakeSummary = z.infer<typeof takeSummarySchema>;

export const takeDetailsSchema = z.object({
  summary: takeSummarySchema,
  document: takeDocumentSchema.nullable(),
  certificate: takeCertificateSchema.nullable(),
});
export type TakeDetails = z.infer<typeof takeDetailsSchema>;

/** How long a deleted take is kept. */
export const KEPT_IN_BIN_MS = 30 * 86_400_000;

export const deletedTakeSchema = takeSummarySchema.extend({
  /** Of this one alone: others in the bin may have its `id`. */
  key: z.string().min(1).max(64),
  deletedAtMs: z.number(),
  /** It is removed for good at the first start after this. */
  keptUntilMs: z.number(),
});
export type DeletedTake = z.infer<typeof deletedTakeSchema>;

/** What a bin cannot look at. It may be a deleted take: it is neither restored nor removed. */
export const unreadableInBinSchema = z.object({
  path: z.string(),
  /** Of the system: "EACCES", "EIO" …; null where the system gave none. */
  code: z.string().nullable(),
  problem: z.string(),
});
export type UnreadableInBin = z.infer<typeof unreadableInBinSchema>;

export const binSchema = z.object({
  /** What was deleted and can be restored, the latest first. */
  takes: z.array(deletedTakeSchema),
  unreadable: z.array(unreadableInBinSchema),
});
export type Bin = z.infer<typeof binSchema>;

export const takeStorageSchema = z.object({
  /** Takes, their waveforms and what lies in the bin. */
  libraryBytes: z.int().nonnegative(),
  binBytes: z.int().nonnegative(),
  /** Things in the bin that cannot be looked at; they are in no sum. */
  binUnreadable: z.int().nonnegative(),
  takeCount: z.int().nonnegative(),
  /** Projects and exports of the video editor, where they share the library's storage: in a browser. */
  editorBytes: z.int().nonnegative(),
  /** Of the disk that the library is on. */
  freeBytes: z.int().nonnegative(),
  totalBytes: z.int().nonnegative(),
  folder: z.string(),
  exportsFolder: z.string(),
  /** false: the system may clear it where the disk gets full. */
  isKept: z.boolean(),
});
export type TakeStorage = z.infer<typeof takeStorageSchema>;

/** Points of a track's waveform: the lowest and the highest sample of equal parts of it, both in ±1. */
export const takePeaksSchema = z.object({
  lowest: z.array(z.number()).max(MAX_PEAK_PARTS),
  highest: z.array(z.number()).max(MAX_PEAK_PARTS),
});
export type TakePeaks = z.infer<typeof takePeaksSchema>;

export const takeSyncSchema = z.discriminatedUnion('by', [
  /** By the LTC in one channel of each track; a track without timecode stays where it is. */
  z.object({ by: z.literal('timecode') }),
  /** By the sound that each track shares with the reference. */
  z.object({ by: z.literal('audio'), referenceTrackId: z.string().max(200) }),
  z.object({ by: z.literal('hand'), trackId: z.string().max(200), offsetFrames: z.int() }),
]);
export type TakeSync = z.infer<typeof takeSyncSchema>;

const takeInput = z.object({ id: takeIdSchema });
const trackInput = takeInput.extend({ trackId: z.string().min(1).max(200) });
const TAKE_ERRORS = [
  'FILE_NOT_FOUND',
  'FILE_UNREADABLE',
  'FILE_BEYOND_LIMITS',
  'FILE_UNWRITABLE',
  'DISK_FULL',
  'BAD_OPTION',
] as const;
const JOB_ERRORS = [
  ...TAKE_ERRORS,
  'ENGINE_UNAVAILABLE',
  'ENGINE_STOPPED',
  'FILE_EMPTY',
  'FORMAT_UNSUPPORTED',
] as const;

export const takesContract = {
  /** The newest first. */
  'takes.list': defineProcedure({ input: z.void(), output: z.array(takeSummarySchema), errors: TAKE_ERRORS }),
  'takes.read': defineProcedure({ input: takeInput, output: takeDetailsSchema, errors: TAKE_ERRORS }),
  /** Decodes every frame of every track, and keeps what it finds as the take's certificate. */
  'takes.verify': defineProcedure({ input: takeInput, output: takeCertificateSchema, errors: JOB_ERRORS }),
  /** Of a take whose recording was cut off; others are left as they are. */
  'takes.repair': defineProcedure({ input: takeInput, output: takeDetailsSchema, errors: JOB_ERRORS }),
  /**
   * Cleans every voice into a track beside the recorded one, in the place of what was cleaned before. An abort leaves the
   * take as it was.
   */
  'takes.cleanVoices': defineProcedure({
    input: takeInput.extend({ denoise: takeCleaningSchema.omit({ cleanedAtMs: true }) }),
    output: takeDetailsSchema,
    errors: [...JOB_ERRORS, 'PLAN_LIMIT'],
  }),
  /** Removes what `takes.cleanVoices` made. */
  'takes.forgetCleanVoices': defineProcedure({
    input: takeInput,
    output: takeDetailsSchema,
    errors: TAKE_ERRORS,
  }),
  'takes.sync': defineProcedure({
    input: z.object({ id: takeIdSchema, sync: takeSyncSchema }),
    output: takeDetailsSchema,
    errors: JOB_ERRORS,
  }),
  /**
   * Writes tracks, mix or both, laid and of one length, into the take's folder in `exports` of the data folder; an
   * earlier export of the same name is replaced. An abort leaves nothing half done.
   */
  'takes.export': defineProcedure({
    input: takeExportSchema.extend({ id: takeIdSchema }),
    output: z.object({ folder: z.string(), files: z.array(exportedFileSchema) }),
    errors: JOB_ERRORS,
  }),
  /** Of MP3, M4A, Opus and FLAC: which this host cannot write, and why. */
  'takes.readSoundFormats': defineProcedure({
    input: z.void(),
    output: z.array(soundFormatOfferSchema),
    errors: JOB_ERRORS,
  }),
  /** A file of the take's folder in `exports`, from its first byte to its last. */
  'takes.readExport': defineStream({
    input: takeInput.extend({ name: takeIdSchema }),
    errors: TAKE_ERRORS,
  }),
  /** The cover of this user's podcast, a JPEG or PNG; kept until another one is written. */
  'takes.writeCover': defineUpload({
    input: z.object({ sizeBytes: z.int().min(1).max(MAX_COVER_BYTES) }),
    output: z.void(),
    errors: [...TAKE_ERRORS, 'FORMAT_UNSUPPORTED'],
  }),
  /** Its bytes; none where there is no cover. */
  'takes.readCover': defineStream({ input: z.object({}), errors: TAKE_ERRORS }),
  'takes.removeCover': defineProcedure({ input: z.void(), output: z.void(), errors: TAKE_ERRORS }),
  /** The take's folder, or that of its exports, as a path on the machine of the host. */
  'takes.locate': defineProcedure({
    input: takeInput.extend({ what: z.enum(['take', 'exports']) }),
    output: z.string(),
    errors: TAKE_ERRORS,
  }),
  /** Shows that folder in the system's file manager: `showInFolder` of `host.describe` says whether there is one. */
  'takes.showInFolder': defineProcedure({
    input: takeInput.extend({ what: z.enum(['take', 'exports']) }),
    output: z.void(),
    errors: TAKE_ERRORS,
  }),
  /** The files of the take's tracks, by what the user calls them; nothing of them is read. */
  'takes.listFiles': defineProcedure({
    input: takeInput,
    output: z.array(z.object({ trackId: z.string(), name: z.string() })),
    errors: TAKE_ERRORS,
  }),
  /** A file of the take, unchanged, as a download of the page; offered where `takes` of `host.describe` has `files`. */
  'takes.download': defineProcedure({ input: trackInput, output: z.void(), errors: TAKE_ERRORS }),
  /** Kinds of video file, and of those that this host cannot write, why. */
  'takes.readVideoFormats': defineProcedure({
    input: z.void(),
    output: z.array(videoFormatOfferSchema),
    errors: JOB_ERRORS,
  }),
  /**
   * Writes a camera or screen with the mix of the sound into the take's folder in `exports`. The frames are copied where
   * nothing about them changes, else encoded. The file takes its name when all of it was decoded and found right.
   */
  'takes.exportVideo': defineProcedure({
    input: videoExportSchema.extend({ id: takeIdSchema }),
    output: z.object({ folder: z.string(), files: z.array(exportedVideoSchema) }),
    errors: JOB_ERRORS,
  }),
  /** A part of a take as a new one: to trim it, or to split it. Its sound is as it was recorded, its video encoded again; the take stays. */
  'takes.extract': defineProcedure({
    input: takeInput.extend({ range: takeRangeSchema, name: z.string().trim().min(1).max(200) }),
    output: z.object({ id: takeIdSchema }),
    errors: JOB_ERRORS,
  }),
  /**
   * Adds the demo recording as a take: its files one after the other, as `handlers/demoFiles.ts` lists them. Each is
   * checked, so that nothing else can be added. It is verified as any take is.
   */
  'takes.addDemo': defineUpload({
    input: z.void(),
    output: z.object({ id: takeIdSchema }),
    errors: JOB_ERRORS,
  }),
  /** Part that is done of a running verification or export, 0 to 1. */
  'takes.onProgressed': defineEvent({
    payload: z.object({ id: takeIdSchema, done: z.number().min(0).max(1) }),
    delivery: 'latest',
  }),
  'takes.rename': defineProcedure({
    input: z.object({ id: takeIdSchema, name: z.string().trim().min(1).max(200) }),
    output: takeSummarySchema,
    errors: TAKE_ERRORS,
  }),
  /** All markers of a take that has its end, in place of those that it had. */
  'takes.writeMarkers': defineProcedure({
    input: takeInput.extend({ markers: takeMarkersSchema }),
    output: z.void(),
    errors: TAKE_ERRORS,
  }),
  /** In place of those that it had. */
  'takes.writeLabels': defineProcedure({
    input: takeInput.extend({ labels: takeLabelsSchema }),
    output: z.void(),
    errors: TAKE_ERRORS,
  }),
  /** Into the library's bin, which `takes.restore` undoes and `takes.emptyBin` ends. */
  'takes.delete': defineProcedure({ input: takeInput, output: z.void(), errors: TAKE_ERRORS }),
  /**
   * The deleted take of this `key`, else the last one of this `id`. Where another has the name by now it comes back
   * under another name, which is the `id` of the answer.
   */
  'takes.restore': defineProcedure({
    input: takeInput.extend({ key: z.string().min(1).max(64).optional() }),
    output: takeSummarySchema,
    errors: TAKE_ERRORS,
  }),
  /** Removes for good the takes that `takes.listBin` lists, and nothing else. */
  'takes.emptyBin': defineProcedure({ input: z.void(), output: z.void(), errors: TAKE_ERRORS }),
  'takes.listBin': defineProcedure({ input: z.void(), output: binSchema, errors: TAKE_ERRORS }),
  'takes.readStorage': defineProcedure({ input: z.void(), output: takeStorageSchema, errors: TAKE_ERRORS }),
  /** From the waveform file beside the track: nothing is decoded. Fewer parts where there are fewer points. */
  'takes.readPeaks': defineProcedure({
    input: trackInput.extend({
      parts: z.int().min(1).max(MAX_PEAK_PARTS),
      /** Of the track's length, 0 to 1. */
      from: z.number().min(0).max(1).default(0),
      to: z.number().min(0).max(1).default(1),
    }),
    output: takePeaksSchema,
    errors: TAKE_ERRORS,
  }),
  /**
   * Makes every track of a take readable by `takes.readSound`: compressed ones are decoded beside the library,
   * and stay so until the program ends. Answers at once where there is nothing to do. An abort leaves nothing.
   */
  'takes.prepareSound': defineProcedure({ input: takeInput, output: z.void(), errors: JOB_ERRORS }),
  /**
   * Little-endian float32 frames of a track, the first two channels at most, interleaved; counted from the first
   * frame of the track's file. Fewer than asked for at its end.
   */
  'takes.readSound': defineStream({
    input: trackInput.extend({
      fromFrame: framesSchema,
      frames: z.int().min(1).max(MAX_SOUND_FRAMES),
    }),
    errors: TAKE_ERRORS,
  }),
  /** Where the frames of a camera or screen lie in its file, which is Matroska or WebM; nothing is decoded. */
  'takes.readVideoIndex': defineProcedure({
    input: trackInput,
    output: videoIndexSchema,
    errors: TAKE_ERRORS,
  }),
  /** Bytes of that file. Fewer than asked for at its end. */
  'takes.readVideo': defineStream({
    input: trackInput.extend({
      fromByte: framesSchema,
      lengthBytes: z.int().min(1).max(MAX_VIDEO_BYTES),
    }),
    errors: TAKE_ERRORS,
  }),
  /** Something in the library changed: list it again. */
  'takes.onChanged': defineEvent({ payload: z.object({ id: takeIdSchema }), delivery: 'every' }),
};
