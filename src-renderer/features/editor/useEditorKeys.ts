import { useEffect } from 'react';
import { actionOf, isOwnKey } from './keys.ts';
import type { EditorActions } from './useActions.ts';

/** Keys hold as long as the editor is shown, outside of fields and menus. */
export function useEditorKeys(actions: EditorActions, showKeys: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isOwnKey(event)) return;
      const action = actionOf(event);
      if (action === null) return;
      event.preventDefault();
      if (action === 'keys') showKeys();
      else void actions[action]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [actions, showKeys]);
}
