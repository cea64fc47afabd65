import { z } from 'zod';
import { MAX_CHAIN_PLUGINS, MAX_PLUGIN_STATE_CHARS, pluginIdSchema } from '../plugins.ts';
import { effectSchemasOrOff, stripFields } from '../stripSchema.ts';
import { CHANNEL_COLOURS } from '../videoChannels.ts';
import { colourSchema, effectSchema, greenScreenSchema, rgbSchema } from './effects.ts';

/**
 * The document of the video editor. Positions on the timeline are whole frames of the project's rate; a position in a
 * source is in the source's own ticks. What is not there is null, never missing, so that a document that is undone is
 * the same to the byte.
 */

export const SCHEMA_VERSION = 1;

/** About 38 days at 30 frames a second: sums of positions stay exact. */
export const MAX_FRAME = 100_000_000;
export const MAX_CLIPS_OF_TRACK = 20_000;

/** Safe as a key of an object, as a name of a file and in an address. */
export const idSchema = z.string().regex(/^[A-Za-z0-9][\w-]{0,63}$/);
export const nameSchema = z.string().trim().min(1).max(200);

const frameSchema = z.int().min(0).max(MAX_FRAME);
const lengthSchema = z.int().min(1).max(MAX_FRAME);
/** From a clip's start; what lies outside the clip was cut off and still shapes what is inside. */
const offsetSchema = z.int().min(-MAX_FRAME).max(MAX_FRAME);
const gainSchema = z.number().min(-120).max(24);
const percentSchema = z.number().min(0).max(100);

/** A rate or a speed; 30000/1001 is 29.97 frames a second. */
export const rationalSchema = z.strictObject({
  num: z.int().min(0).max(1_000_000),
  den: z.int().min(1).max(1_000_000),
});
export type Rational = z.infer<typeof rationalSchema>;
const rateSchema = rationalSchema.refine(
  ({ num, den }) => num / den >= 1 && num / den <= 240,
  'A rate is from 1 to 240 frames a second.',
);

const sizeSchema = z.strictObject({ width: z.int().min(2).max(8192), height: z.int().min(2).max(8192) });
export type Size = z.infer<typeof sizeSchema>;

const sourceSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('take'),
    takeId: z.string().min(1).max(200),
    trackId: z.string().min(1).max(200),
  }),
  z.strictObject({
    type: z.literal('file'),
    /** Of a file of the host's machine. */
    path: z.string().min(1).max(4096).nullable(),
    /** Of a file that a browser keeps. */
    handleId: idSchema.nullable(),
    sizeBytes: z.int().min(0),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
  }),
]);

export const mediaSchema = z.strictObject({
  id: idSchema,
  name: nameSchema,
  kind: z.enum(['video', 'audio', 'image']),
  source: sourceSchema,
  /** Of an image 0: it lasts as long as wanted. */
  durationSec: z.number().min(0).max(MAX_FRAME),
  /** Of a track of a take: how much later than the take it begins; else 0. */
  startSec: z.number().min(0).max(MAX_FRAME),
  /** Of a file whose own time does not begin at 0, as that of a stream that was recorded: where it begins. Clips count from there. */
  originSec: z.number().min(0).max(MAX_FRAME).optional(),
  video: z
    .strictObject({
      width: z.int().min(1).max(16_384),
      height: z.int().min(1).max(16_384),
      rate: rationalSchema,
      /** Clockwise, how it has to be turned to stand upright. */
      rotation: z.literal([0, 90, 180, 270]),
      colour: z.strictObject({ matrix: z.enum(['bt709', 'bt601', 'bt2020']), isFullRange: z.boolean() }),
    })
    .nullable(),
  sound: z
    .strictObject({ sampleRate: z.int().min(1).max(768_000), channels: z.int().min(1).max(64) })
    .nullable(),
  /** Of a take: which take, the same for all its tracks. */
  linkId: idSchema.nullable(),
});
export type Media = z.infer<typeof mediaSchema>;

export const TEXT_FONTS = ['Inter', 'JetBrains Mono'] as const;
export const TEXT_PLACES = ['title', 'lowerThird', 'caption'] as const;

const textStyleSchema = z.strictObject({
  font: z.enum(TEXT_FONTS),
  /** In units of 1,080 lines. */
  size: z.int().min(8).max(400),
  isBold: z.boolean(),
  align: z.enum(['left', 'center', 'right']),
  place: z.enum(TEXT_PLACES),
  colour: rgbSchema,
  /** Behind the text; null: nothing. */
  background: rgbSchema.nullable(),
});
export type TextStyle = z.infer<typeof textStyleSchema>;

export const generatorSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string().max(2000), style: textStyleSchema }),
  z.strictObject({ kind: z.literal('colour'), rgb: rgbSchema }),
]);
export type Generator = z.infer<typeof generatorSchema>;

export const transformSchema = z.strictObject({
  /** Of its centre from that of the canvas, in pixels of the canvas; down and right are positive. */
  x: z.number().min(-32_768).max(32_768),
  y: z.number().min(-32_768).max(32_768),
  /** Percent: at 100 it fits into the canvas. */
  scale: z.number().min(0).max(10_000),
  rotationDeg: z.number().min(-3600).max(3600),
  /** Percent of the side, cut off. */
  crop: z.strictObject({
    left: percentSchema,
    top: percentSchema,
    right: percentSchema,
    bottom: percentSchema,
  }),
});

export const EASES = ['linear', 'smooth', 'hold'] as const;
const keyframeSchema = z.strictObject({ frame: offsetSchema, value: z.number(), ease: z.enum(EASES) });
export type Keyframe = z.infer<typeof keyframeSchema>;
const envelopePointSchema = z.strictObject({ frame: offsetSchema, gainDb: gainSchema });
export type EnvelopePoint = z.infer<typeof envelopePointSchema>;

export const clipSchema = z.strictObject({
  id: idSchema,
  /** null: the clip is made by its generator; with neither it is empty and shows nothing. */
  mediaId: idSchema.nullable(),
  generator: generatorSchema.nullable(),
  name: nameSchema,
  color: z.enum(CHANNEL_COLOURS),
  startFrame: frameSchema,
  lengthFrames: lengthSchema,
  sourceStartTicks: z.int().min(0),
  sourceTicksPerSec: z.int().min(1).max(1_000_000_000),
  /** 1/1 is as recorded, 2/1 twice as fast, 0/1 a frozen frame. */
  speed: rationalSchema,
  /** Clips of one take, or a file's sound beside its video: they move, are cut and deleted together. */
  linkId: idSchema.nullable(),
  transform: transformSchema,
  opacity: percentSchema,
  /** Of video and sound alike. */
  fadeInFrames: frameSchema,
  fadeOutFrames: frameSchema,
  /** By how much it begins before the clip in front of it on its track ends. */
  dissolveInFrames: frameSchema,
  /** Whether the sound of its media is heard; off once it has a clip of its own. */
  isSoundOn: z.boolean(),
  /** At another speed: stretched at its pitch, or muted. */
  speedSound: z.enum(['stretch', 'mute']),
  gainDb: gainSchema,
  envelope: z.array(envelopePointSchema).max(10_000),
  effects: z.array(effectSchema).max(20),
  colour: colourSchema,
  greenScreen: greenScreenSchema,
  lutId: idSchema.nullable(),
  /** By parameter: see keyframes.ts. */
  keyframes: z.record(z.string().regex(/^[A-Za-z][\w.-]{0,99}$/), z.array(keyframeSchema).min(1).max(10_000)),
});
export type Clip = z.infer<typeof clipSchema>;

/** A plug-in of a track's chain. */
const trackPluginSchema = z.strictObject({
  /** Of this place in the chain. */
  id: idSchema,
  pluginId: pluginIdSchema,
  name: nameSchema,
  isOn: z.boolean(),
  /** A `.vstpreset` file; null: as it begins. */
  preset: z.base64().max(MAX_PLUGIN_STATE_CHARS).nullable(),
});
export type TrackPlugin = z.infer<typeof trackPluginSchema>;

export const trackSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(['video', 'audio']),
  name: nameSchema,
  isMuted: z.boolean(),
  isSolo: z.boolean(),
  isLocked: z.boolean(),
  isHidden: z.boolean(),
  volumeDb: gainSchema,
  /** -100 is left, 100 is right. */
  pan: z.number().min(-100).max(100),
  /** In the order of time; none overlaps another but by its dissolve. */
  clips: z.array(clipSchema).max(MAX_CLIPS_OF_TRACK),
  /** Of projects from before there was an effect, the effect is off. Plug-ins come behind the effects. */
  strip: z
    .strictObject({
      ...stripFields,
      ...effectSchemasOrOff,
      plugins: z.array(trackPluginSchema).max(MAX_CHAIN_PLUGINS).default([]),
    })
    .nullable(),
});
export type Track = z.infer<typeof trackSchema>;
export type TrackStrip = NonNullable<Track['strip']>;

const markerSchema = z.strictObject({
  id: idSchema,
  frame: frameSchema,
  name: z.string().trim().max(200),
  color: z.enum(CHANNEL_COLOURS),
});
export type Marker = z.infer<typeof markerSchema>;

export const lutSchema = z.strictObject({
  id: idSchema,
  name: nameSchema,
  category: z.string().trim().min(1).max(100),
  /** Points a side; the table is `size`³ colours, red fastest, as in a .cube file. */
  size: z.int().min(2).max(65),
  /** base64 of 16 bits a value, little endian; 65535 is full. */
  values: z.base64().max(2_200_000),
});
export type Lut = z.infer<typeof lutSchema>;

export const projectSchema = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  id: idSchema,
  name: nameSchema,
  rate: rateSchema,
  canvas: sizeSchema,
  media: z.record(idSchema, mediaSchema),
  /** The first is at the bottom of the frame. */
  tracks: z.array(trackSchema).min(1).max(200),
  markers: z.array(markerSchema).max(10_000),
  inFrame: frameSchema.nullable(),
  outFrame: frameSchema.nullable(),
  luts: z.record(idSchema, lutSchema),
  /** Of the whole sound: its gain, and the true peak that a limiter keeps; null: no limiter. */
  master: z.strictObject({ gainDb: gainSchema, ceilingDbtp: z.number().min(-20).max(0).nullable() }),
});
export type Project = z.infer<typeof projectSchema>;

export const endFrameOf = ({ startFrame, lengthFrames }: Pick<Clip, 'startFrame' | 'lengthFrames'>): number =>
  startFrame + lengthFrames;

/** Behind the last clip: how many frames the project has. */
export function projectEndFrame({ tracks }: Project): number {
  return Math.max(
    0,
    ...tracks.map(({ clips }) => (clips.length > 0 ? endFrameOf(clips[clips.length - 1] as Clip) : 0)),
  );
}

export function mediaOf({ media }: Project, { mediaId }: Pick<Clip, 'mediaId'>): Media | null {
  return mediaId !== null && Object.hasOwn(media, mediaId) ? (media[mediaId] ?? null) : null;
}

/** Of the project's rate. */
export const framesOf = ({ rate }: Pick<Project, 'rate'>, seconds: number): number =>
  Math.round((seconds * rate.num) / rate.den);

export const secondsOf = ({ rate }: Pick<Project, 'rate'>, frames: number): number =>
  (frames * rate.den) / rate.num;
