import { z } from 'zod';
import { captureStateSchema } from './capture.ts';
import { defineProcedure } from './define.ts';
import { videoSetUpSchema } from '../domain/videoChannels.ts';

/** How many set-ups can be kept. */
export const MAX_TEMPLATES = 100;

const nameSchema = z.string().trim().min(1).max(100);

/** A set-up of the studio under a name. */
export const templateSchema = z.object({
  id: z.uuid(),
  name: nameSchema,
  /** Milliseconds since 1970. */
  savedAtMs: z.number().nonnegative(),
  channelNames: z.array(z.string()),
  sampleRate: z.int().positive(),
  /** Cameras and screens; null: kept before there were any, and they stay as they are. */
  video: videoSetUpSchema.nullable().default(null),
});
export type Template = z.infer<typeof templateSchema>;

const APPLY_ERRORS = [
  'TEMPLATE_NOT_FOUND',
  'ENGINE_UNAVAILABLE',
  'ENGINE_STOPPED',
  'BAD_OPTION',
  'DEVICE_NOT_FOUND',
  'DEVICE_UNAVAILABLE',
  'CHANNEL_NOT_FOUND',
  'TAKE_ALREADY_RUNNING',
] as const;
const idInput = z.strictObject({ id: z.uuid() });
const listSchema = z.array(templateSchema);

/** Set-ups of the studio that are kept: channels with all that belongs to them, plug-ins with their states, options. */
export const templatesContract = {
  /** By name. */
  'templates.list': defineProcedure({ input: z.void(), output: listSchema }),
  /** The set-up as it is now, with the page's cameras and screens. A name is there once, whatever the case of its letters. */
  'templates.save': defineProcedure({
    input: z.strictObject({
      name: nameSchema,
      isReplacing: z.boolean(),
      video: videoSetUpSchema.nullable().default(null),
    }),
    output: listSchema,
    errors: ['TEMPLATE_EXISTS', 'TEMPLATE_UNWRITABLE'],
  }),
  /** As `capture.applySetUp`: refused while a take runs. */
  'templates.apply': defineProcedure({
    input: idInput,
    output: captureStateSchema,
    errors: APPLY_ERRORS,
  }),
  /** Back to the set-up before the last `templates.apply`, with the states of its plug-ins. */
  'templates.undoApply': defineProcedure({
    input: z.void(),
    output: captureStateSchema,
    errors: APPLY_ERRORS,
  }),
  'templates.delete': defineProcedure({
    input: idInput,
    output: listSchema,
    errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_UNWRITABLE'],
  }),
};
