import { z } from 'zod';
import {
  FEEDBACK_TYPES,
  MAX_FEEDBACK_DIAGNOSTICS_LENGTH,
  MAX_FEEDBACK_EMAIL_LENGTH,
  MAX_FEEDBACK_LENGTH,
} from '../../../../src-shared/domain/feedback.ts';
import { createStoredValue, isStorageRefusal } from '../../../lib/storedValue.ts';

/** What goes to the server, whenever it goes. */
const feedbackSchema = z.object({
  /** The same one sent twice is there once. */
  id: z.uuid(),
  /** Whose it is; null without an account. Nobody else's session sends it. */
  userId: z.uuid().nullable(),
  feedbackType: z.enum(FEEDBACK_TYPES),
  rating: z.int().min(1).max(5).nullable(),
  message: z.string().min(1).max(MAX_FEEDBACK_LENGTH),
  email: z.string().max(MAX_FEEDBACK_EMAIL_LENGTH).nullable(),
  diagnostics: z.string().max(MAX_FEEDBACK_DIAGNOSTICS_LENGTH).nullable(),
});
export type Feedback = z.infer<typeof feedbackSchema>;

/** Feedback that waits on this device. */
const keptSchema = feedbackSchema.extend({
  writtenAtMs: z.number(),
  /** Why the server did not take it; null where it was not reached yet. */
  refusal: z.string().nullable(),
});
export type KeptFeedback = z.infer<typeof keptSchema>;

export const KEPT_KEY = 'sounddesk.feedback';
/** More is not waiting, it is piling up. */
export const MAX_KEPT = 20;

const openStored = () =>
  createStoredValue({
    storage: localStorage,
    key: KEPT_KEY,
    schema: z.array(keptSchema),
    // What could not be read is kept under another key; before the page is drawn there is nowhere to report it.
    onDamaged: (asideKey) => {
      if (asideKey !== null) localStorage.removeItem(KEPT_KEY);
    },
  });

export function readKept(): KeptFeedback[] {
  return openStored().read() ?? [];
}

/** False where the browser has no room or keeps nothing. */
export function writeKept(kept: readonly KeptFeedback[]): boolean {
  try {
    if (kept.length === 0) localStorage.removeItem(KEPT_KEY);
    else openStored().write([...kept]);
    return true;
  } catch (error) {
    if (isStorageRefusal(error)) return false;
    throw error;
  }
}
