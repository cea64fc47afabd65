import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Project } from '../../../../src-shared/domain/edit/document.ts';
import { edit } from '../../../../src-shared/domain/edit/operations/index.ts';
import { showRefusal } from '../edits.ts';
import { edited } from '../editorSlice.ts';
import type { EditorRoot } from '../editorState.ts';
import { makeId } from '../makeId.ts';

type Step = (project: Project) => ReturnType<typeof edit>;

/** Several operations as one step of undo; none of them is done where one is refused. Gives whether they were done. */
export function editAll(steps: readonly Step[]) {
  return (
    dispatch: ThunkDispatch<EditorRoot, unknown, UnknownAction>,
    getState: () => EditorRoot,
  ): boolean => {
    const { opened } = getState().editor;
    if (!opened) return false;
    let project = opened.history.present;
    for (const step of steps) {
      const result = step(project);
      if (result.refused) {
        showRefusal(result.refused.code);
        return false;
      }
      ({ project } = result);
    }
    dispatch(edited(project));
    return true;
  };
}

/** Lowers a track over ranges. */
export const lowered =
  (args: {
    trackId: string;
    ranges: { from: number; to: number }[];
    byDb: number;
    rampFrames: number;
  }): Step =>
  (project) =>
    edit(project, 'lowerRanges', args, makeId);
