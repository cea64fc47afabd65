import { z } from 'zod';
import { errorCodeSchema } from '../../../../src-shared/contract/errors.ts';
import { projectSchema } from '../../../../src-shared/domain/edit/document.ts';
import { renderCertificateSchema, renderOptionsSchema } from '../../../../src-shared/domain/edit/render.ts';

const count = z.int().nonnegative();

/** All that an export needs; it is kept beside its work, so that a killed one continues. */
export const renderRequestSchema = z.object({
  project: projectSchema,
  options: renderOptionsSchema,
  /** Where the files of the media are, by their ids. */
  media: z.record(z.string(), z.object({ path: z.string(), offsetSamples: z.int() })),
  /** What came out of the chains of tracks, by their ids. */
  strips: z.record(z.string(), z.string()).optional(),
  /** Images of texts. */
  textFolder: z.string(),
  /** What was decoded of sound. */
  soundDir: z.string(),
  /** Of this export alone. */
  workFolder: z.string(),
  outputPath: z.string(),
  kernelPath: z.string(),
});
export type RenderRequest = z.infer<typeof renderRequestSchema>;

/** The one message to the process; it ends when it is killed. */
export const startMessageSchema = z.object({ request: renderRequestSchema });

export const RENDER_STEPS = ['sound', 'frames', 'join', 'check'] as const;
export type RenderStep = (typeof RENDER_STEPS)[number];

export const processMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    step: z.enum(RENDER_STEPS),
    done: z.number(),
    framesDone: count,
    framesTotal: count,
  }),
  z.object({ kind: z.literal('done'), certificate: renderCertificateSchema }),
  z.object({ kind: z.literal('failed'), code: errorCodeSchema, message: z.string() }),
]);
export type ProcessMessage = z.infer<typeof processMessageSchema>;
