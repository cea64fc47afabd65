import { z } from 'zod';
import { defineProcedure } from './define.ts';

export const microphoneAccessSchema = z.object({
  /** Whose words are used; `page`: a browser that asks for itself. */
  system: z.enum(['mac', 'windows', 'linux', 'page']),
  /** `unknown` where the system has no such permission, or does not say. */
  status: z.enum(['granted', 'denied', 'restricted', 'notAsked', 'unknown']),
  /** Whether `microphoneAccess.openSettings` shows where it is changed. */
  canOpenSettings: z.boolean(),
});
export type MicrophoneAccessState = z.infer<typeof microphoneAccessSchema>;

/** What the system lets SoundDesk hear: without its leave some systems give pure silence, and no error. */
export const microphoneAccessContract = {
  'microphoneAccess.read': defineProcedure({ input: z.void(), output: microphoneAccessSchema }),
  'microphoneAccess.openSettings': defineProcedure({
    input: z.void(),
    output: z.void(),
    errors: ['UNSUPPORTED'],
  }),
};
