import { useEffect, useMemo } from 'react';
import { useSelector } from 'react-redux';
import {
  editorActionOf,
  editorKeysFor,
  type EditorKeyAction,
} from '../../../src-shared/domain/editorKeys.ts';
import { combinationOf, combinationText } from '../../../src-shared/domain/keyCombination.ts';
import { isMac } from '../../lib/shortcuts.ts';
import { selectSettings } from '../workspace/index.ts';
import { isOwnKey } from './keys.ts';
import type { EditorActions } from './useActions.ts';

/** Keys hold as long as the editor is shown, outside of fields and menus. */
export function useEditorKeys(actions: EditorActions, showKeys: () => void): void {
  const { editorKeys } = useSelector(selectSettings);
  const all = useMemo(
    (): Record<EditorKeyAction, () => unknown> => ({ ...actions, keys: showKeys }),
    [actions, showKeys],
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isOwnKey(event)) return;
      const action = editorActionOf(combinationOf(event, isMac()), editorKeys);
      if (action === null) return;
      event.preventDefault();
      void all[action]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [all, editorKeys]);
}

/** The keys of an action as they are written; empty where it has none. */
export function useKeyText(): (action: EditorKeyAction) => string {
  const { editorKeys } = useSelector(selectSettings);
  return (action) => {
    const [first] = editorKeysFor(action, editorKeys);
    return first === undefined ? '' : combinationText(first, isMac());
  };
}

/** The name of a control with the key that does the same: “Split (S)”. */
export function useKeyHint(): (label: string, action: EditorKeyAction) => string {
  const keys = useKeyText();
  return (label, action) => (keys(action) === '' ? label : `${label} (${keys(action)})`);
}
