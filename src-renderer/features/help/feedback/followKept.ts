import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ThunkExtra } from '../../../platform/thunkExtra.ts';
import { selectSession, type SessionRoot } from '../../auth/index.ts';
import { keptChanged, selectKept, type FeedbackRoot } from './feedbackSlice.ts';
import { sendKept } from './feedbackThunks.ts';
import { KEPT_KEY, readKept } from './kept.ts';

const TRY_INTERVAL_MS = 30_000;

interface Store {
  dispatch: ThunkDispatch<FeedbackRoot & SessionRoot, ThunkExtra, UnknownAction>;
  getState: () => FeedbackRoot & SessionRoot;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Sends kept feedback on its own: when it is known who is here, when the network is back, and every half minute while
 * some waits. Lives as long as the page.
 */
export function followKeptFeedback({ dispatch, getState, subscribe }: Store): void {
  dispatch(keptChanged(readKept()));
  const trySend = () => {
    const session = selectSession(getState());
    const hasServer = session.status === 'ready' && session.data.kind !== 'local';
    const isWaiting = selectKept(getState()).some(({ refusal }) => refusal === null);
    if (hasServer && isWaiting) void dispatch(sendKept());
  };
  let known = selectSession(getState());
  subscribe(() => {
    const session = selectSession(getState());
    if (session === known) return;
    known = session;
    trySend();
  });
  window.addEventListener('online', trySend);
  window.addEventListener('storage', ({ key }) => {
    if (key === KEPT_KEY || key === null) dispatch(keptChanged(readKept()));
  });
  setInterval(trySend, TRY_INTERVAL_MS);
}
