import { z } from 'zod';
import { mediaSchema, projectSchema } from '../domain/edit/document.ts';
import { patchSchema } from '../domain/edit/patches.ts';
import { errorCodeSchema } from './errors.ts';
import { defineEvent, defineProcedure, defineStream, defineUpload } from './define.ts';
import { takeIdSchema } from './takes.ts';

/** The name of a project's folder. */
export const projectIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/);
const mediaIdSchema = z.string().min(1).max(200);
const nameSchema = z.string().trim().min(1).max(200);
const pathSchema = z.string().min(1).max(4096);
const count = z.int().nonnegative();

/** Of one page that has a project open: it alone may change it. */
const sessionSchema = z.string().min(1).max(100);
export const MOST_SOUND_SAMPLES = 4_000_000;
export const MOST_PROJECT_MEDIA_BYTES = 2 ** 40;
const MOST_PATCHES = 100_000;
const MOST_THUMBNAILS = 200;
const MAX_PEAK_PARTS = 4000;
const MAX_TEXT_IMAGE_BYTES = 64 << 20;

export const projectSummarySchema = z.object({
  id: projectIdSchema,
  name: z.string(),
  changedAtMs: z.number(),
  durationSec: z.number().nonnegative(),
  width: count,
  height: count,
  mediaCount: count,
  /** null where a file of it cannot be looked at. */
  sizeBytes: count.nullable(),
  /** Why it cannot be opened; null where it can. */
  problem: z.string().nullable(),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export const projectVersionSchema = z.object({
  id: z.string().regex(/^[0-9]{1,20}$/),
  /** Empty where nobody named it. */
  name: z.string(),
  /** `automatic`: kept while the project was edited; `replaced`: what it was before a version was restored. */
  kind: z.enum(['named', 'automatic', 'replaced']),
  savedAtMs: z.number(),
});
export type ProjectVersion = z.infer<typeof projectVersionSchema>;

/** A version as a host keeps it. */
export const keptVersionSchema = projectVersionSchema.omit({ id: true }).extend({
  // Versions from before there were automatic ones.
  kind: projectVersionSchema.shape.kind.default('named'),
  project: projectSchema,
});

export const openedProjectSchema = z.object({
  project: projectSchema,
  /** Raised by each batch of patches. */
  revision: count,
  session: sessionSchema,
  /** What of an earlier run could not be read and was left out; null where all could. */
  problem: z.string().nullable(),
  /** Media whose file is not where it was: `projects.relink` finds them. */
  missingMedia: z.array(mediaIdSchema),
});
export type OpenedProject = z.infer<typeof openedProjectSchema>;

/** A media whose file cannot be found or looked at. */
const unlocatedMediaSchema = z.strictObject({
  mediaId: mediaIdSchema,
  code: errorCodeSchema,
  message: z.string(),
});
export type UnlocatedMedia = z.infer<typeof unlocatedMediaSchema>;

const projectInput = z.strictObject({ id: projectIdSchema });
const ownedInput = projectInput.extend({ session: sessionSchema });
const mediaInput = projectInput.extend({ mediaId: mediaIdSchema });
const PROJECT_ERRORS = [
  'FILE_NOT_FOUND',
  'FILE_UNREADABLE',
  'FILE_UNWRITABLE',
  'DISK_FULL',
  'BAD_OPTION',
  'PROJECT_IN_USE',
] as const;
const MEDIA_ERRORS = [...PROJECT_ERRORS, 'FILE_EMPTY', 'FILE_BEYOND_LIMITS', 'FORMAT_UNSUPPORTED'] as const;

/** Projects of the video editor: a folder each, with the media that was brought along. */
export const projectsContract = {
  /** What was changed last comes first. */
  'projects.list': defineProcedure({
    input: z.void(),
    output: z.array(projectSummarySchema),
    errors: PROJECT_ERRORS,
  }),
  /** `project` as the page made it; its id becomes the folder's. */
  'projects.create': defineProcedure({
    input: z.strictObject({ project: projectSchema }),
    output: openedProjectSchema,
    errors: PROJECT_ERRORS,
  }),
  /**
   * For one page at a time: `PROJECT_IN_USE` where another has it. With `takeOver` that one loses it, and hears so by
   * `projects.onTakenOver`. A page that is gone has none.
   */
  'projects.open': defineProcedure({
    input: projectInput.extend({ takeOver: z.boolean().default(false) }),
    output: openedProjectSchema,
    errors: PROJECT_ERRORS,
  }),
  /** On the disk when it answers. `revision` is the one that the patches are made of: another one is refused. */
  'projects.apply': defineProcedure({
    input: ownedInput.extend({
      revision: count,
      patches: z.array(patchSchema).min(1).max(MOST_PATCHES),
    }),
    output: z.object({ revision: count }),
    errors: PROJECT_ERRORS,
  }),
  'projects.close': defineProcedure({ input: ownedInput, output: z.void(), errors: PROJECT_ERRORS }),
  'projects.remove': defineProcedure({ input: projectInput, output: z.void(), errors: PROJECT_ERRORS }),
  'projects.duplicate': defineProcedure({
    input: projectInput.extend({ name: nameSchema }),
    output: projectSummarySchema,
    errors: PROJECT_ERRORS,
  }),
  /** The newest first. */
  'projects.listVersions': defineProcedure({
    input: projectInput,
    output: z.array(projectVersionSchema),
    errors: PROJECT_ERRORS,
  }),
  'projects.keepVersion': defineProcedure({
    input: projectInput.extend({ name: nameSchema }),
    output: projectVersionSchema,
    errors: PROJECT_ERRORS,
  }),
  /** What the project is now is kept as a version first. */
  'projects.restoreVersion': defineProcedure({
    input: ownedInput.extend({ versionId: projectVersionSchema.shape.id }),
    output: openedProjectSchema,
    errors: PROJECT_ERRORS,
  }),
  /** Where the files of the media lie on the host's machine, for other programs, and why some are not known. */
  'projects.readPaths': defineProcedure({
    input: projectInput,
    output: z.strictObject({
      paths: z.record(mediaIdSchema, z.string()),
      failed: z.array(unlocatedMediaSchema),
    }),
    errors: PROJECT_ERRORS,
  }),
  /** What a file on the host's machine, or each track of a take, is as media; the project is changed by the page's patches. */
  'projects.importMedia': defineProcedure({
    input: projectInput.extend({
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('file'), path: pathSchema }),
        z.strictObject({ kind: z.literal('take'), takeId: takeIdSchema }),
      ]),
    }),
    output: z.array(mediaSchema),
    errors: MEDIA_ERRORS,
  }),
  /** A file that the page has: it is kept in the project's folder. */
  'projects.uploadMedia': defineUpload({
    input: projectInput.extend({ name: nameSchema, sizeBytes: z.int().min(0).max(MOST_PROJECT_MEDIA_BYTES) }),
    output: mediaSchema,
    errors: MEDIA_ERRORS,
  }),
  /**
   * Looks for a file that moved, by name and hash: beside the project, in `folder` and what is in it. null: not found,
   * and all of them could be looked at.
   */
  'projects.relink': defineProcedure({
    input: mediaInput.extend({ folder: pathSchema.optional() }),
    output: mediaSchema.nullable(),
    errors: MEDIA_ERRORS,
  }),
  'projects.readMediaSize': defineProcedure({
    input: mediaInput,
    output: z.object({ sizeBytes: count }),
    errors: MEDIA_ERRORS,
  }),
  /** Bytes of the media's file, for the page's own decoder. */
  'projects.readMedia': defineStream({
    input: mediaInput.extend({ fromByte: count, bytes: count.max(64 << 20) }),
    errors: MEDIA_ERRORS,
  }),
  /** Stereo float32 at 48 kHz, interleaved, little-endian; ends where the sound does. The first call decodes the file. */
  'projects.readSound': defineStream({
    input: mediaInput.extend({ fromSample: count, samples: count.max(MOST_SOUND_SAMPLES) }),
    errors: MEDIA_ERRORS,
  }),
  /** Of a part of the sound, louder channel first, linear 0–1, in as many parts as were asked for. */
  'projects.readPeaks': defineProcedure({
    input: mediaInput.extend({
      fromSample: count,
      samples: z.int().positive(),
      parts: z.int().min(1).max(MAX_PEAK_PARTS),
    }),
    output: z.array(z.number().nonnegative()),
    errors: MEDIA_ERRORS,
  }),
  /** A JPEG for each time: four bytes of its length (little-endian), then its bytes; a length of 0 where there is none. */
  'projects.readThumbnails': defineStream({
    input: mediaInput.extend({
      timesUs: z.array(count).min(1).max(MOST_THUMBNAILS),
      height: z.int().min(16).max(360),
    }),
    errors: MEDIA_ERRORS,
  }),
  /**
   * One decoded frame, of images and of kinds that the page cannot decode: width, height and format (0: YUV 4:2:0, 1: RGBA) in four
   * bytes each (little-endian), then its bytes. YUV is the planes Y, U and V of 8 bits, as tagged by the media. It is
   * not turned.
   */
  'projects.readFrame': defineStream({ input: mediaInput.extend({ timeUs: count }), errors: MEDIA_ERRORS }),
  /** The image of a text, by the hash of what it is drawn from: PNG. Empty where nobody has drawn it. */
  'projects.readTextImage': defineStream({
    input: projectInput.extend({ hash: z.string().regex(/^[0-9a-f]{16,64}$/) }),
    errors: PROJECT_ERRORS,
  }),
  'projects.writeTextImage': defineUpload({
    input: projectInput.extend({
      hash: z.string().regex(/^[0-9a-f]{16,64}$/),
      sizeBytes: z.int().min(1).max(MAX_TEXT_IMAGE_BYTES),
    }),
    output: z.void(),
    errors: PROJECT_ERRORS,
  }),
  /** The project with all its media as one folder, which is made in `folder`. */
  'projects.exportFolder': defineProcedure({
    input: projectInput.extend({ folder: pathSchema }),
    output: z.object({ path: z.string(), sizeBytes: count }),
    errors: MEDIA_ERRORS,
  }),
  'projects.importFolder': defineProcedure({
    input: z.strictObject({ path: pathSchema }),
    output: projectSummarySchema,
    errors: MEDIA_ERRORS,
  }),
  /** The list is another one. */
  'projects.onChanged': defineEvent({ payload: z.object({ id: projectIdSchema }), delivery: 'every' }),
  /** Another page has the project now: `session` is the one that lost it. */
  'projects.onTakenOver': defineEvent({
    payload: z.object({ id: projectIdSchema, session: sessionSchema }),
    delivery: 'every',
  }),
};
