import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSelector, useStore } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Painting } from '../../../lib/canvasPainter.ts';
import { useCanvasPainter } from '../../../lib/useCanvasPainter.ts';
import { selectProject, selectRows } from '../editorSlice.ts';
import type { EditorRoot } from '../editorState.ts';
import { lengthOf } from '../lengthOf.ts';
import { useWorkbench } from '../workbench.ts';
import { NO_MARKS, type DragMarks } from './dragTypes.ts';
import { paintTimeline } from './painting.ts';
import { useTimelinePointer } from './useTimelinePointer.ts';

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
          rows: selectRows(root),
          span: view.read(),
          playheadFrame,
          selectedIds: selection.set,
          point: root.editor.point,
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
