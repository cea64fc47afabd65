import { useCallback, useEffect, useMemo, useRef, type MouseEvent, type PointerEvent } from 'react';
import { useStore } from 'react-redux';
import { useAppDispatch } from '../../../lib/store.ts';
import { draft, edit } from '../edits.ts';
import { drafted, pointSelected, selected, selectRows } from '../editorSlice.ts';
import type { EditorRoot } from '../editorState.ts';
import { useWorkbench } from '../workbench.ts';
import { deletePoint } from './curves.ts';
import { NO_MARKS, type Drag, type DragContext, type DragMarks, type Place } from './dragTypes.ts';
import { beginDrag, hitOf } from './timelineDrag.ts';
import { useEdgeScroll } from './useEdgeScroll.ts';

/** What a pointer does on the timeline, as properties of its canvas. */
export function useTimelinePointer(
  showMarks: (marks: DragMarks) => void,
  onRename: (clipId: string) => void,
) {
  const dispatch = useAppDispatch();
  const context = useDragContext();
  const drag = useRef<Drag | null>(null);
  const edge = useEdgeScroll(
    useCallback((place: Place) => drag.current && showMarks(drag.current.move(place)), [showMarks]),
  );
  useEffect(() => {
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current) return;
      // The selection stays: Escape is of the drag alone.
      event.stopPropagation();
      drag.current.cancel();
      drag.current = null;
      edge.end();
      showMarks(NO_MARKS);
    };
    addEventListener('keydown', giveUp, true);
    return () => removeEventListener('keydown', giveUp, true);
  }, [showMarks, edge]);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const place = placeOf(event);
      if (event.button !== 0) {
        const hit = hitOf(context, place);
        if (hit.kind === 'clip' && !context.selectedIds().includes(hit.clip.id))
          context.select([hit.clip.id]);
        return;
      }
      event.currentTarget.setPointerCapture(event.pointerId);
      // Keys are of what was pressed last: a clip, or the point that the drag chooses.
      context.selectPoint(null);
      drag.current = beginDrag(context, place, {
        isMod: event.ctrlKey || event.metaKey,
        isShift: event.shiftKey,
        isAlone: event.altKey,
      });
      showMarks(drag.current.move(place));
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const place = placeOf(event);
      if (drag.current) {
        edge.hold(place, event.currentTarget.clientWidth);
        return showMarks(drag.current.move(place));
      }
      event.currentTarget.style.cursor = cursorAt(context, place);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      edge.end();
      drag.current?.end(placeOf(event));
      drag.current = null;
      showMarks(NO_MARKS);
    },
    onPointerCancel() {
      edge.end();
      drag.current?.cancel();
      drag.current = null;
      showMarks(NO_MARKS);
    },
    onDoubleClick(event: MouseEvent<HTMLElement>) {
      const hit = hitOf(context, placeOf(event));
      if (hit.kind === 'clip') onRename(hit.clip.id);
      if (hit.kind !== 'curve' || !hit.point) return;
      const { name, args } = deletePoint(hit.curve.clip, hit.curve.parameter, hit.point.frame);
      dispatch(edit(name, args));
      dispatch(pointSelected(null));
    },
  };
}

function placeOf(event: { clientX: number; clientY: number; currentTarget: HTMLElement }): Place {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
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
      rows: () => selectRows(store.getState()),
      span: view.read,
      tool: () => store.getState().editor.tool,
      isSnapping: () => store.getState().editor.isSnapping,
      selectedIds: () => store.getState().editor.selectedIds,
      playhead: transport.frame,
      seek: transport.seek,
      select: (ids) => dispatch(selected(ids)),
      selectPoint: (point) => dispatch(pointSelected(point)),
      show: (name, args) => dispatch(draft(name, args)) ?? opened().history.present,
      keep: (name, args) => void dispatch(edit(name, args)),
      giveUp: () => dispatch(drafted(null)),
    };
  }, [dispatch, store, transport, view]);
}

function cursorAt(context: DragContext, place: Place): string {
  const hit = hitOf(context, place);
  if (hit.kind === 'ruler' || hit.kind === 'fade') return 'pointer';
  if (hit.kind === 'curve') return hit.point ? 'move' : 'copy';
  if (hit.kind !== 'clip') return 'default';
  const tool = context.tool();
  if (tool === 'razor') return 'crosshair';
  if (hit.part !== 'body')
    return tool === 'roll' ? 'col-resize' : hit.part === 'end' ? 'e-resize' : 'w-resize';
  return tool === 'slip' || tool === 'slide' ? 'ew-resize' : 'grab';
}
