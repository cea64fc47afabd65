/** Feedback of the app's form, of people with an account and without. */
import { z } from 'zod';
import {
  FEEDBACK_TYPES,
  MAX_FEEDBACK_DIAGNOSTICS_LENGTH,
  MAX_FEEDBACK_EMAIL_LENGTH,
  MAX_FEEDBACK_LENGTH,
} from '../../../src-shared/domain/feedback.ts';
import { answer, callProcedure, failure, type FunctionEnvironment, type Handler } from './environment.ts';
import { guarded } from './guard.ts';
import { readCaller } from './session.ts';
import { storable } from './storable.ts';

/** Fewer than of what opens doors: nobody writes so often. */
const TRIES = 20;

const feedbackSchema = z.object({
  /** Made by the sender; the same one again is the same feedback. */
  id: z.uuid({ error: 'The feedback has no id.' }),
  /** Whose it is; null without an account. */
  userId: z.uuid().nullable(),
  feedbackType: z.enum(FEEDBACK_TYPES, { error: 'Choose what the feedback is about.' }),
  rating: z.int().min(1).max(5).nullable(),
  message: storable(z.string().max(MAX_FEEDBACK_LENGTH, 'The message is too long.')).refine(
    (text) => text.trim() !== '',
    'Write a message first.',
  ),
  email: z
    .email('This is no e-mail address.')
    .max(MAX_FEEDBACK_EMAIL_LENGTH, 'The e-mail address is too long.')
    .nullable(),
  diagnostics: storable(
    z.string().max(MAX_FEEDBACK_DIAGNOSTICS_LENGTH, 'The diagnostics are too long.'),
  ).nullable(),
});

export function makeSubmitFeedback(environment: FunctionEnvironment): Handler {
  return guarded(
    environment,
    'submit-feedback',
    feedbackSchema,
    async (input, request) => {
      // A session that is over must not make somebody's words nobody's.
      if (input.userId !== null && (await readCaller(environment, request))?.userId !== input.userId)
        return failure(401, 'SIGN_IN_REQUIRED', 'Sign in first.');
      await callProcedure(environment, 'submit_feedback', {
        feedback_id: input.id,
        author: input.userId,
        feedback_type: input.feedbackType,
        rating: input.rating,
        message: input.message.trim(),
        email: input.email,
        diagnostics: input.diagnostics,
        kind: 'feedback',
      });
      return answer(200, { success: true, data: { id: input.id } });
    },
    TRIES,
  );
}
