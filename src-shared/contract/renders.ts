import { z } from 'zod';
import { idSchema } from '../domain/edit/document.ts';
import {
  renderCertificateSchema,
  renderFormatOfferSchema,
  renderOptionsSchema,
} from '../domain/edit/render.ts';
import { defineEvent, defineProcedure, defineStream } from './define.ts';
import { errorCodeSchema } from './errors.ts';
import { MOST_SOUND_SAMPLES, projectIdSchema } from './projects.ts';

export const renderIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/);
const count = z.int().nonnegative();

export const renderJobSchema = z.object({
  id: renderIdSchema,
  projectId: projectIdSchema,
  projectName: z.string(),
  options: renderOptionsSchema,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  step: z.enum(['sound', 'frames', 'join', 'check']).nullable(),
  /** 0 to 1. */
  done: z.number().min(0).max(1),
  framesDone: count,
  framesTotal: count,
  /** null until there is a figure. */
  leftSec: z.number().nonnegative().nullable(),
  error: z.object({ code: errorCodeSchema, message: z.string() }).nullable(),
  file: z.object({ path: z.string(), name: z.string(), sizeBytes: count }).nullable(),
  certificate: renderCertificateSchema.nullable(),
  startedAtMs: z.number().nullable(),
});
export type RenderJob = z.infer<typeof renderJobSchema>;

const renderInput = z.strictObject({ id: renderIdSchema });
const RENDER_ERRORS = [
  'FILE_NOT_FOUND',
  'FILE_UNREADABLE',
  'FILE_UNWRITABLE',
  'FILE_EMPTY',
  'FORMAT_UNSUPPORTED',
  'DISK_FULL',
  'BAD_OPTION',
] as const;
const STRIP_ERRORS = [
  ...RENDER_ERRORS,
  'PLAN_LIMIT',
  'ENGINE_UNAVAILABLE',
  'PLUGIN_NOT_FOUND',
  'PLUGIN_CRASHED',
  'PLUGIN_TIMED_OUT',
  'PLUGIN_BAD_ANSWER',
  'PLUGIN_BAD_SAMPLES',
  'PLUGIN_FAILED',
  'PLUGIN_PRESET_INVALID',
] as const;

const stripKeySchema = z.string().regex(/^[0-9a-f]{32}$/);

/** How far the sound of a track is that is prepared for the preview. */
const stripProgressSchema = z.strictObject({
  projectId: projectIdSchema,
  trackId: idSchema,
  /** 0 to 1. */
  done: z.number().min(0).max(1),
  /** Until nothing is recorded or broadcast any more. */
  isWaiting: z.boolean(),
});
export type StripProgress = z.infer<typeof stripProgressSchema>;

/** Exports of projects: one after the other, in a process of their own. One that was killed continues at the next start. */
export const rendersContract = {
  'renders.readFormats': defineProcedure({
    input: z.void(),
    output: z.array(renderFormatOfferSchema),
    errors: RENDER_ERRORS,
  }),
  /** Of the project as it is on the disk now; later changes of it are not in the file. */
  'renders.start': defineProcedure({
    input: z.strictObject({ projectId: projectIdSchema, options: renderOptionsSchema }),
    output: renderJobSchema,
    errors: RENDER_ERRORS,
  }),
  /** The newest first. */
  'renders.list': defineProcedure({ input: z.void(), output: z.array(renderJobSchema) }),
  'renders.cancel': defineProcedure({ input: renderInput, output: z.void(), errors: RENDER_ERRORS }),
  /** Takes it off the list; its file stays. */
  'renders.forget': defineProcedure({ input: renderInput, output: z.void(), errors: RENDER_ERRORS }),
  'renders.showInFolder': defineProcedure({ input: renderInput, output: z.void(), errors: RENDER_ERRORS }),
  /** The finished file, from its first byte to its last. */
  'renders.readFile': defineStream({ input: renderInput, errors: RENDER_ERRORS }),
  /** Of the project's whole sound as it would be exported. */
  'renders.measureSound': defineProcedure({
    input: z.strictObject({ projectId: projectIdSchema }),
    output: z.object({ integratedLufs: z.number().nullable(), truePeakDb: z.number().nullable() }),
    errors: RENDER_ERRORS,
  }),
  /**
   * A track's whole sound as it leaves its chain with its plug-ins, as an export has it, made once: the key that `renders.readStrip`
   * takes. It is of the project as it is on the disk now, and waits while something is recorded or broadcast.
   */
  'renders.prepareStrip': defineProcedure({
    input: z.strictObject({ projectId: projectIdSchema, trackId: idSchema }),
    output: z.strictObject({ key: stripKeySchema }),
    errors: STRIP_ERRORS,
  }),
  /** Stereo float32 at 48 kHz, interleaved, little-endian; ends where the sound does. */
  'renders.readStrip': defineStream({
    input: z.strictObject({ key: stripKeySchema, fromSample: count, samples: count.max(MOST_SOUND_SAMPLES) }),
    errors: RENDER_ERRORS,
  }),
  'renders.onStripProgressed': defineEvent({ payload: stripProgressSchema, delivery: 'latest' }),
  'renders.onProgressed': defineEvent({ payload: renderJobSchema, delivery: 'latest' }),
  'renders.onChanged': defineEvent({ payload: z.array(renderJobSchema), delivery: 'every' }),
};
