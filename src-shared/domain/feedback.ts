/** Feedback: document 1, sections 3 to 9. */

export const FEEDBACK_TYPES = ['general', 'bug', 'feature', 'performance'] as const;

/** 1 to 5. */
export const RATING_LABELS = ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'] as const;

/** In UTF-16 units, as a text field counts: never fewer than the characters that the table counts. */
export const MAX_FEEDBACK_LENGTH = 10_000;
export const MAX_FEEDBACK_EMAIL_LENGTH = 254;
export const MAX_FEEDBACK_DIAGNOSTICS_LENGTH = 100_000;

/** How long the thank-you is shown before the form is empty again. */
export const FEEDBACK_THANKS_MS = 3000;
/** Where nothing better is known. */
export const FEEDBACK_FAILED = 'Failed to submit feedback';
