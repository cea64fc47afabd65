import { useEffect } from 'react';
import { z } from 'zod';
import {
  FEEDBACK_TYPES,
  MAX_FEEDBACK_EMAIL_LENGTH,
  MAX_FEEDBACK_LENGTH,
} from '../../../../src-shared/domain/feedback.ts';

/** What is typed. Messages are keys of the texts. */
export const formSchema = z.object({
  feedbackType: z.enum(FEEDBACK_TYPES),
  rating: z.int().min(1).max(5).nullable(),
  message: z.string().max(MAX_FEEDBACK_LENGTH, 'tooLong'),
  email: z
    .string()
    .trim()
    .pipe(z.union([z.literal(''), z.email().max(MAX_FEEDBACK_EMAIL_LENGTH)], { error: 'emailInvalid' })),
});
export type FeedbackForm = z.infer<typeof formSchema>;

export const EMPTY_FORM: FeedbackForm = { feedbackType: 'general', rating: null, message: '', email: '' };

/** For this tab alone, and gone with it: a reload loses nothing that was typed. */
const DRAFT_KEY = 'sounddesk.feedbackDraft';
const draftSchema = z.object({
  feedbackType: z.enum(FEEDBACK_TYPES),
  rating: z.number().nullable(),
  message: z.string(),
  email: z.string(),
});

export function readDraft(): FeedbackForm {
  try {
    return draftSchema.parse(JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? ''));
  } catch {
    // Nothing was typed, or nothing that can be read: the form begins empty.
    return EMPTY_FORM;
  }
}

function writeDraft(draft: FeedbackForm): void {
  try {
    if (draft.message === '') sessionStorage.removeItem(DRAFT_KEY);
    else sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch (error) {
    // A browser that keeps nothing: what is typed is in the form.
    if (!(error instanceof DOMException)) throw error;
  }
}

export function clearDraft(): void {
  writeDraft(EMPTY_FORM);
}

export function useKeptDraft(draft: FeedbackForm): void {
  useEffect(() => writeDraft(draft), [draft]);
}
