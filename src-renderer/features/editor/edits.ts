import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import {
  edit as editProject,
  type OperationArgs,
  type OperationName,
} from '../../../src-shared/domain/edit/operations/index.ts';
import type { Refusal } from '../../../src-shared/domain/edit/refusal.ts';
import { i18n } from '../../i18n/index.ts';
import { showNotice } from '../../ui/notice.ts';
import type { EditorRoot } from './editorState.ts';
import { drafted, edited } from './editorSlice.ts';
import { makeId } from './makeId.ts';

type EditDispatch = ThunkDispatch<EditorRoot, unknown, UnknownAction>;

/** Does one thing to the project: one step of undo. Gives the project; null where it is refused, which is said. */
export function edit<N extends OperationName>(name: N, args: OperationArgs<N>) {
  return (dispatch: EditDispatch, getState: () => EditorRoot): Project | null => {
    const { opened } = getState().editor;
    if (!opened) return null;
    const { project, refused } = editProject(opened.history.present, name, args, makeId);
    dispatch(edited(project));
    if (!refused) return project;
    showRefusal(refused.code);
    return null;
  };
}

/** Shows what an edit would make of the project, as long as something is dragged; a refused one shows what is. */
export function draft<N extends OperationName>(name: N, args: OperationArgs<N>) {
  return (dispatch: EditDispatch, getState: () => EditorRoot): Project | null => {
    const { opened } = getState().editor;
    if (!opened) return null;
    const { project } = editProject(opened.history.present, name, args, makeId);
    dispatch(drafted(project));
    return project;
  };
}

export function showRefusal(code: Refusal): void {
  const t = i18n.getFixedT(null, 'editor');
  showNotice({ id: `editor-${code}`, tone: 'info', title: t('failed.edit'), message: t(`refusals.${code}`) });
}
