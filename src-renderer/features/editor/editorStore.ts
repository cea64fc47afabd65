import type { Store } from '@reduxjs/toolkit';
import type { useAppDispatch } from '../../lib/store.ts';
import type { EditorRoot } from './editorState.ts';

/** What an action of the editor reads, and what it changes it by. */
export type EditorStore = Pick<Store<EditorRoot>, 'getState'>;
export type EditorDispatch = ReturnType<typeof useAppDispatch>;
