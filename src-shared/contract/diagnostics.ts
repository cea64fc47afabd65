import { z } from 'zod';
import type { Diagnostics } from '../domain/diagnostics.ts';
import { defineProcedure } from './define.ts';

export const diagnosticsSchema = z.object({
  takenAt: z.iso.datetime(),
  sections: z.array(
    z.object({ title: z.string(), facts: z.array(z.object({ name: z.string(), value: z.string() })) }),
  ),
  log: z.array(z.string()),
}) satisfies z.ZodType<Diagnostics>;

export const diagnosticsContract = {
  /** Holds no secret, e-mail or folder of the user, and names of devices only where they are asked for. */
  'diagnostics.read': defineProcedure({
    input: z.strictObject({ withDeviceNames: z.boolean() }),
    output: diagnosticsSchema,
  }),
};
