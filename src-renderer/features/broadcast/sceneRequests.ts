import type { broadcastContract } from '../../../src-shared/contract/broadcast.ts';
import type { PayloadOf } from '../../../src-shared/contract/define.ts';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { LAYOUT_SCENE } from '../../../src-shared/domain/broadcast/sceneCollection.ts';
import type { Dispatch } from '../../lib/store.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { selectDraft } from './broadcastSlice.ts';
import type { BroadcastRoot } from './broadcastState.ts';
import { composeShown } from './composeShown.ts';
import { isSendingHere } from './liveProgramme.ts';
import { readScenes } from './scenes/sceneThunks.ts';
import {
  sceneAsked,
  sceneSent,
  selectCollection,
  selectScenes,
  selectTransition,
  type ScenesRoot,
} from './scenes/scenesSlice.ts';
import { shownOf } from './scenes/shownScene.ts';

type Asked = Omit<PayloadOf<(typeof broadcastContract)['broadcast.onSceneAsked']>, 'requestId'>;

/** Shows viewers the scene that a program asks for, while this page sends, on whichever screen; what it returns ends that. */
export function followSceneRequests() {
  return (dispatch: Dispatch, _getState: () => unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('broadcast.onSceneAsked', ({ requestId, ...asked }) => {
      if (!isSendingHere()) return;
      void dispatch(showAsked(asked)).then((failure) =>
        client.call('broadcast.answerScene', { requestId, failure }),
      );
    });
}

/** What keeps it from being seen; null: nothing. */
function showAsked({ sceneId, transition }: Asked) {
  return async (
    dispatch: Dispatch,
    getState: () => unknown,
  ): Promise<ReturnType<RpcError['toFailure']> | null> => {
    await dispatch(readScenes());
    const root = getState() as BroadcastRoot & ScenesRoot;
    const own = selectCollection(root).scenes.find(({ id }) => id === sceneId) ?? null;
    if (!own && sceneId !== LAYOUT_SCENE)
      return failWith('BAD_OPTION', 'broadcastNoScene', { values: { id: sceneId } }).toFailure();
    if (selectDraft(root).slate.kind !== null)
      return failWith('BAD_OPTION', 'broadcastSlateShown').toFailure();
    if (selectScenes(root).sent === null) dispatch(sceneAsked({ sceneId, transition }));
    // With two views, what is prepared stays as it is.
    else dispatch(sceneSent({ ...shownOf(root, own), transition: transition ?? selectTransition(root) }));
    dispatch(composeShown());
    return null;
  };
}
