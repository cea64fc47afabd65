import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { framesOf, type Clip } from '../../../src-shared/domain/edit/document.ts';
import { copyOf } from '../../../src-shared/domain/edit/operations/clips.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { edit } from './edits.ts';
import {
  copied,
  redone,
  selected,
  selectProject,
  selectSelected,
  snappingChanged,
  toolChosen,
  undone,
} from './editorSlice.ts';
import type { EditorRoot } from './editorState.ts';
import { lengthOf } from './lengthOf.ts';
import { useWorkbench } from './workbench.ts';

/** Where the timeline is zoomed by keys. */
const MIDDLE_PX = 400;

/** All that a key, a button or a menu of the editor does, each once. */
export function useActions() {
  const dispatch = useAppDispatch();
  const store = useStore<EditorRoot>();
  const { t } = useTranslation('editor');
  const { transport, view } = useWorkbench();
  return useMemo(() => {
    const state = () => store.getState().editor;
    const project = () => selectProject(store.getState());
    const ids = () => [...state().selectedIds];
    const withSelected = (run: (clipIds: string[]) => void) => () => {
      if (state().selectedIds.length > 0) run(ids());
    };
    const step = (frames: number) => {
      const opened = project();
      if (!opened) return;
      transport.pause();
      transport.seek(Math.min(lengthOf(opened), Math.max(0, transport.frame() + frames)));
    };
    const seconds = (sec: number) => {
      const opened = project();
      if (opened) step(framesOf(opened, sec));
    };
    const nudge = (byFrames: number) =>
      withSelected((clipIds) => dispatch(edit('moveClips', { clipIds, byFrames })));
    const isHere = (frame: number) => (clip: Clip) =>
      clip.startFrame < frame && clip.startFrame + clip.lengthFrames > frame;
    return {
      play: transport.toggle,
      stop: transport.pause,
      shuttleBack: () => transport.shuttle(-1),
      shuttleForward: () => transport.shuttle(1),
      back: () => step(-1),
      forward: () => step(1),
      backSecond: () => seconds(-1),
      forwardSecond: () => seconds(1),
      toStart: () => transport.seek(0),
      toEnd: () => {
        const opened = project();
        if (opened) transport.seek(lengthOf(opened));
      },
      select: () => dispatch(toolChosen('select')),
      razor: () => dispatch(toolChosen('razor')),
      /** What is selected and lies at the playhead; else all that lies there. */
      split: () => {
        const frame = transport.frame();
        const here = selectSelected(store.getState()).filter(({ clip }) => isHere(frame)(clip));
        const clipIds = here.map(({ clip }) => clip.id);
        dispatch(edit('splitClips', { frame, ...(clipIds.length > 0 ? { clipIds } : {}) }));
      },
      duplicate: withSelected((clipIds) => dispatch(edit('duplicateClips', { clipIds }))),
      remove: withSelected((clipIds) => dispatch(edit('deleteClips', { clipIds }))),
      ripple: withSelected((clipIds) => dispatch(edit('deleteClips', { clipIds, ripple: true }))),
      copy: withSelected((clipIds) => {
        const opened = project();
        if (opened) dispatch(copied(copyOf(opened, clipIds)));
      }),
      paste: () => {
        const { copied: kept } = state();
        if (kept) dispatch(edit('pasteClips', { ...kept, frame: transport.frame() }));
      },
      selectAll: () =>
        dispatch(selected((project()?.tracks ?? []).flatMap(({ clips }) => clips.map(({ id }) => id)))),
      clear: () => dispatch(selected([])),
      marker: () => {
        const number = (project()?.markers.length ?? 0) + 1;
        const name = t('timeline.marker', { number });
        dispatch(edit('addMarker', { frame: transport.frame(), name }));
      },
      inPoint: () => dispatch(edit('setRange', { inFrame: transport.frame() })),
      outPoint: () => dispatch(edit('setRange', { outFrame: transport.frame() })),
      nudgeBack: nudge(-1),
      nudgeForward: nudge(1),
      zoomIn: () => view.zoom(1.5, MIDDLE_PX),
      zoomOut: () => view.zoom(1 / 1.5, MIDDLE_PX),
      showAll: view.showAll,
      snap: () => dispatch(snappingChanged(!state().isSnapping)),
      loop: () => transport.setLooping(!transport.read().isLooping),
      undo: () => dispatch(undone()),
      redo: () => dispatch(redone()),
    };
  }, [dispatch, store, transport, view, t]);
}

export type EditorActions = ReturnType<typeof useActions>;
export type EditorActionId = keyof EditorActions;
