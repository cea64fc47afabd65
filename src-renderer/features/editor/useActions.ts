import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { endFrameOf, framesOf, type Clip, type Project } from '../../../src-shared/domain/edit/document.ts';
import { copyOf } from '../../../src-shared/domain/edit/operations/clips.ts';
import { i18n } from '../../i18n/index.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { curveActions } from './curveActions.ts';
import { edit } from './edits.ts';
import {
  copied,
  redone,
  selected,
  selectProject,
  selectSelected,
  snappingChanged,
  undone,
} from './editorSlice.ts';
import type { EditorRoot } from './editorState.ts';
import type { EditorDispatch, EditorStore } from './editorStore.ts';
import { lengthOf } from './lengthOf.ts';
import { snapFrames } from './timeline/snapping.ts';
import { trimActions } from './trimActions.ts';
import { useWorkbench, type Workbench } from './workbench.ts';

/** Where the timeline is zoomed by keys. */
const MIDDLE_PX = 400;

/** All that a key, a button or a menu of the editor does, each once. */
export function useActions() {
  const dispatch = useAppDispatch();
  const store = useStore<EditorRoot>();
  const workbench = useWorkbench();
  return useMemo(
    () => ({
      ...playActions(store, workbench),
      ...clipActions(store, workbench, dispatch),
      ...trimActions(store, workbench, dispatch),
      ...curveActions(store, workbench, dispatch),
      ...markActions(store, workbench, dispatch),
      ...viewActions(store, workbench, dispatch),
    }),
    [dispatch, store, workbench],
  );
}

export type EditorActions = ReturnType<typeof useActions>;

function playActions(store: EditorStore, { transport }: Workbench) {
  const step = (framesFor: (project: Project) => number) => () => {
    const project = selectProject(store.getState());
    if (!project) return;
    transport.pause();
    transport.seek(Math.min(lengthOf(project), Math.max(0, transport.frame() + framesFor(project))));
  };
  const toCut = (choose: (cuts: readonly number[], frame: number) => number | undefined) => () => {
    const project = selectProject(store.getState());
    const frame = project && choose(snapFrames(project, new Set(), null), transport.frame());
    if (typeof frame !== 'number') return;
    transport.pause();
    transport.seek(frame);
  };
  return {
    play: transport.toggle,
    stop: transport.pause,
    shuttleBack: () => transport.shuttle(-1),
    shuttleForward: () => transport.shuttle(1),
    back: step(() => -1),
    forward: step(() => 1),
    backSecond: step((project) => -framesOf(project, 1)),
    forwardSecond: step((project) => framesOf(project, 1)),
    previousCut: toCut((cuts, frame) => cuts.findLast((cut) => cut < frame)),
    nextCut: toCut((cuts, frame) => cuts.find((cut) => cut > frame)),
    toStart: () => transport.seek(0),
    toEnd: () => {
      const project = selectProject(store.getState());
      if (project) transport.seek(lengthOf(project));
    },
    loop: () => transport.setLooping(!transport.read().isLooping),
  };
}

function clipActions(store: EditorStore, { transport }: Workbench, dispatch: EditorDispatch) {
  const withSelected = (run: (clipIds: string[]) => void) => () => {
    const { selectedIds } = store.getState().editor;
    if (selectedIds.length > 0) run([...selectedIds]);
  };
  const { removePoint } = curveActions(store, { transport }, dispatch);
  const nudge = (byFrames: number) =>
    withSelected((clipIds) => dispatch(edit('moveClips', { clipIds, byFrames })));
  return {
    /** What is selected and lies at the playhead; else all that lies there. */
    split: () => {
      const frame = transport.frame();
      const isHere = (clip: Clip) => clip.startFrame < frame && endFrameOf(clip) > frame;
      const here = selectSelected(store.getState()).filter(({ clip }) => isHere(clip));
      const clipIds = here.map(({ clip }) => clip.id);
      dispatch(edit('splitClips', { frame, ...(clipIds.length > 0 ? { clipIds } : {}) }));
    },
    duplicate: withSelected((clipIds) => dispatch(edit('duplicateClips', { clipIds }))),
    /** A point of a curve that is chosen; else the selected clips. */
    remove: () => {
      if (!removePoint()) withSelected((clipIds) => dispatch(edit('deleteClips', { clipIds })))();
    },
    ripple: withSelected((clipIds) => dispatch(edit('deleteClips', { clipIds, ripple: true }))),
    link: withSelected((clipIds) => dispatch(edit('linkClips', { clipIds }))),
    unlink: withSelected((clipIds) => dispatch(edit('unlinkClips', { clipIds }))),
    copy: withSelected((clipIds) => {
      const project = selectProject(store.getState());
      if (project) dispatch(copied(copyOf(project, clipIds)));
    }),
    paste: () => {
      const { copied: kept } = store.getState().editor;
      if (kept) dispatch(edit('pasteClips', { ...kept, frame: transport.frame() }));
    },
    selectAll: () => {
      const tracks = selectProject(store.getState())?.tracks ?? [];
      dispatch(selected(tracks.flatMap(({ clips }) => clips.map(({ id }) => id))));
    },
    clear: () => dispatch(selected([])),
    nudgeBack: nudge(-1),
    nudgeForward: nudge(1),
  };
}

function markActions(store: EditorStore, { transport }: Workbench, dispatch: EditorDispatch) {
  return {
    marker: () => {
      const number = (selectProject(store.getState())?.markers.length ?? 0) + 1;
      const name = i18n.t('editor:timeline.marker', { number });
      dispatch(edit('addMarker', { frame: transport.frame(), name }));
    },
    inPoint: () => dispatch(edit('setRange', { inFrame: transport.frame() })),
    clearRange: () => dispatch(edit('setRange', { inFrame: null, outFrame: null })),
    outPoint: () => dispatch(edit('setRange', { outFrame: transport.frame() })),
    undo: () => dispatch(undone()),
    redo: () => dispatch(redone()),
  };
}

function viewActions(store: EditorStore, { view, stageRef }: Workbench, dispatch: EditorDispatch) {
  return {
    fullScreen: () => void showWhole(stageRef.current),
    zoomIn: () => view.zoom(1.5, MIDDLE_PX),
    zoomOut: () => view.zoom(1 / 1.5, MIDDLE_PX),
    showAll: view.showAll,
    snap: () => dispatch(snappingChanged(!store.getState().editor.isSnapping)),
  };
}

/** Fills the screen with the preview, or no longer; where a browser refuses, all stays as it is. */
async function showWhole(stage: HTMLElement | null): Promise<void> {
  await (document.fullscreenElement ? document.exitFullscreen() : stage?.requestFullscreen())?.catch(
    () => undefined,
  );
}
