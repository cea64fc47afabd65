import { useCallback, useEffect, useMemo, useRef, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector, useStore } from 'react-redux';
import type { Painting } from '../../../lib/canvasPainter.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { useCanvasPainter } from '../../../lib/useCanvasPainter.ts';
import { draft, edit } from '../edits.ts';
import { drafted, selected, selectProject } from '../editorSlice.ts';
import type { EditorRoot } from '../editorState.ts';
import { lengthOf } from '../lengthOf.ts';
import { useWorkbench } from '../workbench.ts';
import { hitAt, rowsOf } from './geometry.ts';
import { paintTimeline, type Place } from './painting.ts';
import { beginDrag, type Drag, type DragMarks, type DragContext } from './timelineDrag.ts';

const NO_MARKS: DragMarks = { lasso: null, guideFrame: null };
/** Of a wheel, for one doubling. */
const PIXELS_A_DOUBLING = 240;

/** The tracks with their clips, drawn outside React: what is in sight costs the same in a minute and in three hours. */
export function TimelineCanvas({ onRename }: { onRename: (clipId: string) => void }) {
  const { t } = useTranslation('editor');
  const store = useStore<EditorRoot>();
  const { transport, view, clipImages } = useWorkbench();
  const project = useSelector(selectProject);
  const marks = useRef<{ marks: DragMarks; listeners: Set<() => void> }>({
    marks: NO_MARKS,
    listeners: new Set(),
  });
  const signal = useMemo(
    () => ({
      subscribe(listener: () => void) {
        const { listeners } = marks.current;
        listeners.add(listener);
        const ends = [store, transport, view, clipImages].map((source) => source.subscribe(listener));
        return () => {
          listeners.delete(listener);
          ends.forEach((end) => end());
        };
      },
    }),
    [store, transport, view, clipImages],
  );
  const createPainting = useCallback((): Painting => {
    let selection: { ids: readonly string[]; set: ReadonlySet<string> } = { ids: [], set: new Set() };
    return {
      advance: () => ({ isChanged: true, isMoving: transport.read().isPlaying }),
      draw(brush) {
        const root = store.getState();
        const shown = selectProject(root);
        if (!shown) return;
        view.setSize(brush.widthPx, lengthOf(shown));
        const ids = root.editor.selectedIds;
        if (ids !== selection.ids) selection = { ids, set: new Set(ids) };
        const playheadFrame = transport.frame();
        if (transport.read().isPlaying) view.follow(playheadFrame);
        paintTimeline(brush, {
          project: shown,
          rows: rowsOf(shown),
          span: view.read(),
          playheadFrame,
          selectedIds: selection.set,
          clipImages,
          ...marks.current.marks,
        });
      },
    };
  }, [store, transport, view, clipImages]);
  const canvasRef = useCanvasPainter(signal, createPainting);
  const showMarks = useCallback((shown: DragMarks) => {
    marks.current.marks = shown;
    marks.current.listeners.forEach((listener) => listener());
  }, []);
  const pointer = useTimelinePointer(showMarks, onRename);
  useWheel(canvasRef);
  const clips = project?.tracks.reduce((sum, track) => sum + track.clips.length, 0) ?? 0;
  return (
    <canvas
      ref={canvasRef}
      role="img"
      aria-label={t('timeline.canvas', { count: clips, tracks: project?.tracks.length ?? 0 })}
      {...pointer}
      className="block size-full touch-none"
    />
  );
}

/** The timeline as a drag knows it: always as it is at the moment. */
function useDragContext(): DragContext {
  const dispatch = useAppDispatch();
  const store = useStore<EditorRoot>();
  const { transport, view } = useWorkbench();
  return useMemo(() => {
    const opened = () => {
      const { opened: one } = store.getState().editor;
      if (!one) throw new Error('No project is open.');
      return one;
    };
    return {
      project: () => opened().history.present,
      span: view.read,
      tool: () => store.getState().editor.tool,
      isSnapping: () => store.getState().editor.isSnapping,
      selectedIds: () => store.getState().editor.selectedIds,
      playhead: transport.frame,
      seek: transport.seek,
      select: (ids) => dispatch(selected(ids)),
      split: (args) => dispatch(edit('splitClips', args)),
      move: (args, isEnd) => dispatch(isEnd ? edit('moveClips', args) : draft('moveClips', args)),
      trim: (args, isEnd) => dispatch(isEnd ? edit('trimClip', args) : draft('trimClip', args)),
      giveUp: () => dispatch(drafted(null)),
    };
  }, [dispatch, store, transport, view]);
}

function useTimelinePointer(showMarks: (marks: DragMarks) => void, onRename: (clipId: string) => void) {
  const context = useDragContext();
  const drag = useRef<Drag | null>(null);
  const placeOf = (event: { clientX: number; clientY: number; currentTarget: HTMLElement }): Place => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  useEffect(() => {
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current) return;
      drag.current.cancel();
      drag.current = null;
      showMarks(NO_MARKS);
    };
    addEventListener('keydown', giveUp);
    return () => removeEventListener('keydown', giveUp);
  }, [showMarks]);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const place = placeOf(event);
      const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
      if (event.button !== 0) {
        const hit = hitAt(rowsOf(context.project()), context.span(), place);
        if (hit.kind === 'clip' && !context.selectedIds().includes(hit.clip.id))
          context.select([hit.clip.id]);
        return;
      }
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = beginDrag(context, place, { isAdding, isAlone: event.altKey });
      showMarks(drag.current.move(place));
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const place = placeOf(event);
      if (drag.current) return showMarks(drag.current.move(place));
      event.currentTarget.style.cursor = cursorAt(context, place);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      drag.current?.end(placeOf(event));
      drag.current = null;
      showMarks(NO_MARKS);
    },
    onPointerCancel() {
      drag.current?.cancel();
      drag.current = null;
      showMarks(NO_MARKS);
    },
    onDoubleClick(event: React.MouseEvent<HTMLElement>) {
      const hit = hitAt(rowsOf(context.project()), context.span(), placeOf(event));
      if (hit.kind === 'clip') onRename(hit.clip.id);
    },
  };
}

function cursorAt(context: DragContext, place: Place): string {
  const hit = hitAt(rowsOf(context.project()), context.span(), place);
  if (hit.kind !== 'clip') return hit.kind === 'ruler' ? 'pointer' : 'default';
  if (context.tool() === 'razor') return 'crosshair';
  return hit.part === 'body' ? 'grab' : 'ew-resize';
}

/** With Ctrl it zooms, else it moves along; a pad moves both ways. */
function useWheel(canvasRef: React.RefObject<HTMLCanvasElement | null>): void {
  const { view } = useWorkbench();
  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return undefined;
    // React listens passively, and the page would scroll.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { left } = canvas.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        view.zoom(2 ** (-event.deltaY / PIXELS_A_DOUBLING), event.clientX - left);
      } else if (event.altKey) view.scroll(view.read().scrollPx + event.deltaY);
      else view.pan(event.deltaX + event.deltaY);
    };
    canvas.addEventListener('wheel', turn, { passive: false });
    return () => canvas.removeEventListener('wheel', turn);
  }, [canvasRef, view]);
}
