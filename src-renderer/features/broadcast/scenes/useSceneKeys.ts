import { useHotkeys } from 'react-hotkeys-hook';
import { hasOwnKeys } from '../../../lib/shortcuts.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { sceneChosen } from './scenesSlice.ts';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The keys 1 to 9 choose the scenes of the list. */
export function useSceneKeys(sceneIds: readonly string[]): void {
  const dispatch = useAppDispatch();
  useHotkeys(
    DIGITS,
    (_, { keys }) => {
      const id = sceneIds[Number(keys?.join('')) - 1];
      if (id !== undefined) dispatch(sceneChosen(id));
    },
    { ignoreEventWhen: hasOwnKeys },
  );
}
