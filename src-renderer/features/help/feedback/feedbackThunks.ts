import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { FEEDBACK_FAILED } from '../../../../src-shared/domain/feedback.ts';
import { createClientThunk, postToFunction, type Backend, type Posted } from '../../../platform/index.ts';
import { selectSession, type SessionRoot } from '../../auth/index.ts';
import { keptChanged } from './feedbackSlice.ts';
import { MAX_KEPT, readKept, writeKept, type Feedback } from './kept.ts';

const LOCK = 'sounddesk.feedback';
const NOT_KEPT =
  'The server was not reached, and this browser did not keep the feedback. Your text is still here: try again, or copy it.';

/** What the form gives; `id` stays the same until it was sent or kept. */
export type Written = Omit<Feedback, 'userId'>;

/** Sends feedback; where nobody answers it is kept on this device and sent later. */
export const submitFeedback = createClientThunk<'sent' | 'kept', Written, SessionRoot>(
  'feedback/submit',
  async (written, { backend, getState, dispatch }) => {
    const feedback = { ...written, userId: userIdOf(getState()) };
    const posted = await postFeedback(backend, feedback);
    if (posted.kind === 'sent') return 'sent';
    if (posted.kind === 'refused') throw new RpcError('INTERNAL', posted.message ?? FEEDBACK_FAILED);
    const kept = [...readKept(), { ...feedback, writtenAtMs: Date.now(), refusal: null }];
    if (kept.length > MAX_KEPT || !writeKept(kept)) throw new RpcError('INTERNAL', NOT_KEPT);
    dispatch(keptChanged(kept));
    return 'kept';
  },
  'inPlace',
);

/** Sends what was kept by anyone who is here now, each once, from one tab at a time; answers how many were sent. */
export const sendKept = createClientThunk<number, void, SessionRoot>(
  'feedback/sendKept',
  (_, { backend, getState, dispatch }) =>
    alone(async () => {
      let count = 0;
      const userId = userIdOf(getState());
      const waiting = readKept().filter(
        (kept) => kept.refusal === null && (kept.userId === null || kept.userId === userId),
      );
      for (const { writtenAtMs: _at, refusal: _none, ...feedback } of waiting) {
        const posted = await postFeedback(backend, feedback);
        // Who is not there now is not there for the next one either.
        if (posted.kind === 'unreached' || (posted.kind === 'refused' && !posted.isFinal)) break;
        if (posted.kind === 'sent') count += 1;
        const rest = readKept().flatMap((kept) => {
          if (kept.id !== feedback.id) return [kept];
          return posted.kind === 'refused' ? [{ ...kept, refusal: posted.message ?? FEEDBACK_FAILED }] : [];
        });
        writeKept(rest);
        dispatch(keptChanged(rest));
      }
      return count;
    }),
);

/** Takes one out of what waits, e.g. to write it again. */
export const discardKept = createClientThunk<void, string>('feedback/discard', async (id, { dispatch }) => {
  const rest = readKept().filter((kept) => kept.id !== id);
  writeKept(rest);
  dispatch(keptChanged(rest));
});

function userIdOf(root: SessionRoot): string | null {
  const session = selectSession(root);
  return session.status === 'ready' && session.data.kind === 'signedIn' ? session.data.userId : null;
}

/** Where another tab is at it already, nothing is to be done here. */
async function alone(work: () => Promise<number>): Promise<number> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work();
  return locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : 0));
}

/**
 * Gives feedback to the server, in its author's name or in nobody's: without an account of its author the session of
 * anyone who is signed in now says nothing about it. The same may be sent again, and is there once.
 */
function postFeedback(backend: Backend, feedback: Feedback): Promise<Posted> {
  return postToFunction(backend, 'submit-feedback', feedback, { asVisitor: feedback.userId === null });
}
