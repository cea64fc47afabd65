import type { Dispatch } from '../../lib/store.ts';
import { draftChanged, selectDraft } from './broadcastSlice.ts';
import type { BroadcastDraft, BroadcastRoot } from './broadcastState.ts';
import { saveDraft } from './savedDraft.ts';

/** Changes what is to be sent, and keeps how this page's user likes it. */
export function changeDraft(changes: Partial<BroadcastDraft>) {
  return (dispatch: Dispatch, getState: () => unknown): void => {
    dispatch(draftChanged(changes));
    saveDraft(selectDraft(getState() as BroadcastRoot));
  };
}
