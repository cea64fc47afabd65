import { postToFunction, type Backend, type Posted } from '../../../platform/index.ts';
import type { Feedback } from './kept.ts';

/**
 * Gives feedback to the server, in its author's name or in nobody's: without an account of its author the session of
 * whoever is signed in now says nothing about it. The same may be sent again, and is there once.
 */
export function postFeedback(backend: Backend, feedback: Feedback): Promise<Posted> {
  return postToFunction(backend, 'submit-feedback', feedback, { asVisitor: feedback.userId === null });
}
