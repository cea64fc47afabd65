import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { failureOf } from '../../lib/loadable.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import type { BroadcastRoot } from './broadcastState.ts';
import { goLive } from './broadcastThunks.ts';
import { changeDraft } from './changeDraft.ts';
import { readScenes, showScene } from './scenes/sceneThunks.ts';

/** Hears that a program asks to go live; what it returns ends that. */
export function onBroadcastAsked(listener: () => void) {
  return (_dispatch: unknown, _getState: () => unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('broadcast.onStartAsked', () => listener());
}

/** Goes live where a program asked for it, while the screen shows the scene that is sent; what it returns ends the listening. */
export function followBroadcastRequests() {
  return (
    dispatch: ThunkDispatch<BroadcastRoot, ThunkExtra, UnknownAction>,
    _getState: () => unknown,
    { client }: ThunkExtra,
  ): (() => void) => {
    let isOver = false;
    const look = async () => {
      const answer = await client.call('broadcast.takeStartRequest');
      if (isOver || !answer.success || !answer.data.request) return;
      const { sceneId, ...draft } = answer.data.request;
      dispatch(changeDraft(draft));
      // Before the first frame: viewers see nothing of the scene before.
      if (sceneId !== null) {
        await dispatch(readScenes());
        dispatch(showScene(sceneId));
      }
      const action = await dispatch(goLive());
      if (!goLive.rejected.match(action)) return;
      const { code, message } = failureOf(action);
      await client.call('broadcast.refuseStart', { code, message });
    };
    const end = client.subscribe('broadcast.onStartAsked', () => void look());
    void look();
    return () => {
      isOver = true;
      end();
    };
  };
}
