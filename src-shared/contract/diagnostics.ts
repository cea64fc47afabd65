import { z } from 'zod';
import { diagnosticsSchema } from '../domain/diagnostics.ts';
import { defineProcedure } from './define.ts';

export const diagnosticsContract = {
  /** Holds no secret, e-mail or folder of the user, and names of devices only where they are asked for. */
  'diagnostics.read': defineProcedure({
    input: z.strictObject({ withDeviceNames: z.boolean() }),
    output: diagnosticsSchema,
  }),
};
