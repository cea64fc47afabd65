import { z } from 'zod';

/** Kinds of file that an export can be. */
export const RENDER_FORMATS = [
  'mp4',
  'mov',
  'webm',
  'prores',
  'gif',
  'png',
  'm4a',
  'mp3',
  'opus',
  'wav',
] as const;
export type RenderFormat = (typeof RENDER_FORMATS)[number];

/** Of a file's name. */
export const RENDER_ENDINGS: Readonly<Record<RenderFormat, string>> = {
  mp4: 'mp4',
  mov: 'mov',
  webm: 'webm',
  prores: 'mov',
  gif: 'gif',
  png: 'png',
  m4a: 'm4a',
  mp3: 'mp3',
  opus: 'opus',
  wav: 'wav',
};

/** Lines of the frame; a project's shape stays. */
export const RENDER_RESOLUTIONS = { '4K': 2160, '1080p': 1080, '720p': 720 } as const;
export const RENDER_RATES = [60, 30, 24] as const;
/** Megabits a second. */
export const RENDER_BITRATES = [50, 25, 10] as const;

const count = z.int().nonnegative();

export const renderOptionsSchema = z.strictObject({
  format: z.enum(RENDER_FORMATS),
  /** null: the project's own size. */
  resolution: z.enum(['4K', '1080p', '720p']).nullable().default(null),
  /** null: the project's own rate. */
  frameRate: z.literal(RENDER_RATES).nullable().default(null),
  /** null: even quality in place of a bitrate. */
  mbps: z.literal(RENDER_BITRATES).nullable().default(null),
  /** `vertical`: 9:16, the part of the frame that its layout has in front. */
  shape: z.enum(['project', 'vertical']).default('project'),
  /** Frames that nothing changes are copied, where their kind allows it. */
  smart: z.boolean().default(false),
  /** Text clips are in the frame always; captions may be a track of their own. */
  captions: z.enum(['burnt', 'track', 'none']).default('burnt'),
  /** From the markers. */
  hasChapters: z.boolean().default(false),
  targetLufs: z.number().min(-60).max(-5).nullable().default(null),
  /** Frames of the project; null: from the first to the last. */
  range: z.strictObject({ fromFrame: count, frames: z.int().positive() }).nullable().default(null),
});
export type RenderOptions = z.infer<typeof renderOptionsSchema>;

export const RENDER_PRESETS = {
  youtube: { format: 'mp4', resolution: '1080p', targetLufs: -14, hasChapters: true },
  shorts: { format: 'mp4', resolution: '1080p', shape: 'vertical', targetLufs: -14 },
  podcast: { format: 'm4a', targetLufs: -16, hasChapters: true },
} as const satisfies Record<string, z.input<typeof renderOptionsSchema>>;
export type RenderPreset = keyof typeof RENDER_PRESETS;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** Frames of the exported file, and where they come from. */
export const renderRangeSchema = z.object({
  kind: z.enum(['copied', 'encoded']),
  fromFrame: count,
  frames: count,
  /** Why these are encoded; null where they are copied, or a smart cut was not asked for. */
  reason: z.string().nullable(),
});
export type RenderRange = z.infer<typeof renderRangeSchema>;

/** What was found when the new file was decoded. */
export const renderCertificateSchema = z.object({
  schemaVersion: z.literal(1),
  /** Of what is drawn and heard, frame by frame: the edit itself. */
  editSha256: sha256Schema,
  fileSha256: sha256Schema,
  options: renderOptionsSchema,
  framesExpected: count,
  framesDecoded: count,
  ranges: z.array(renderRangeSchema).max(100_000),
  width: count,
  height: count,
  /** null for sound alone. */
  colour: z
    .object({ primaries: z.string(), transfer: z.string(), matrix: z.string(), range: z.string() })
    .nullable(),
  integratedLufs: z.number().nullable(),
  truePeakDb: z.number().nullable(),
  videoEndSec: z.number().nullable(),
  audioEndSec: z.number().nullable(),
  checkedAtMs: z.number(),
});
export type RenderCertificate = z.infer<typeof renderCertificateSchema>;

/** A kind of file, or the sentence that says why it cannot be written here. */
export const renderFormatOfferSchema = z.object({
  format: z.enum(RENDER_FORMATS),
  capability: z.discriminatedUnion('supported', [
    z.object({ supported: z.literal(true) }),
    z.object({ supported: z.literal(false), reason: z.string() }),
  ]),
});
export type RenderFormatOffer = z.infer<typeof renderFormatOfferSchema>;

/** A format without frames. */
export const isSoundFormat = (format: RenderFormat): boolean =>
  format === 'm4a' || format === 'mp3' || format === 'opus' || format === 'wav';
/** One without sound. */
export const isSilentFormat = (format: RenderFormat): boolean => format === 'gif' || format === 'png';
