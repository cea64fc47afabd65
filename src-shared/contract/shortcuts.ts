import { z } from 'zod';
import { SHORTCUT_IDS } from '../domain/shortcuts.ts';
import { defineEvent, defineProcedure } from './define.ts';

const refusedSchema = z.array(
  z.object({
    id: z.enum(SHORTCUT_IDS),
    keys: z.string(),
    /** A sentence for the user. */
    reason: z.string(),
  }),
);
export type RefusedShortcuts = z.infer<typeof refusedSchema>;

export const shortcutsContract = {
  /** Shortcuts for the whole system that the system did not give us. */
  'shortcuts.readRefused': defineProcedure({ input: z.void(), output: refusedSchema }),
  'shortcuts.onRefusedChanged': defineEvent({ payload: refusedSchema, delivery: 'every' }),
};
