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
import { xOf } from './geometry.ts';
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
  const { signal, marks, isStale, showMarks } = useChanges();
  const playheadRef = useRef<HTMLSpanElement>(null);
  const createPainting = useCallback((): Painting => {
    let selection: { ids: readonly string[]; set: ReadonlySet<string> } = { ids: [], set: new Set() };
    return {
      advance() {
        const { isPlaying } = transport.read();
        const frame = transport.frame();
        if (isPlaying) view.follow(frame);
        movePlayhead(playheadRef.current, xOf(view.read(), frame));
        const isChanged = isStale.current;
        isStale.current = false;
        return { isChanged, isMoving: isPlaying };
      },
      draw(brush) {
        const root = store.getState();
        const shown = selectProject(root);
        if (!shown) return;
        view.setSize(brush.widthPx, lengthOf(shown));
        const ids = root.editor.selectedIds;
        if (ids !== selection.ids) selection = { ids, set: new Set(ids) };
        paintTimeline(brush, {
          project: shown,
          rows: selectRows(root),
          span: view.read(),
          selectedIds: selection.set,
          point: root.editor.point,
          clipImages,
          ...marks.current,
        });
      },
    };
  }, [store, transport, view, clipImages, marks, isStale]);
  const canvasRef = useCanvasPainter(signal, createPainting);
  const pointer = useTimelinePointer(showMarks, onRename);
  useWheel(canvasRef);
  const clips = project?.tracks.reduce((sum, track) => sum + track.clips.length, 0) ?? 0;
  return (
    <div className="relative size-full overflow-hidden">
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={t('timeline.canvas', { count: clips, tracks: project?.tracks.length ?? 0 })}
        {...pointer}
        className="block size-full touch-none"
      />
      <Playhead lineRef={playheadRef} />
    </div>
  );
}

/** All that the timeline is drawn again for, or its playhead alone moves. */
function useChanges() {
  const store = useStore<EditorRoot>();
  const { transport, view, clipImages } = useWorkbench();
  const marks = useRef<DragMarks>(NO_MARKS);
  /** Something beside the playhead has changed. */
  const isStale = useRef(true);
  const listeners = useRef(new Set<() => void>());
  const signal = useMemo(
    () => ({
      subscribe(listener: () => void) {
        const { current } = listeners;
        const change = () => {
          isStale.current = true;
          listener();
        };
        current.add(change);
        const ends = [store, view, clipImages].map((source) => source.subscribe(change));
        ends.push(transport.subscribe(listener));
        return () => {
          current.delete(change);
          ends.forEach((end) => end());
        };
      },
    }),
    [store, transport, view, clipImages],
  );
  const showMarks = useCallback((shown: DragMarks) => {
    marks.current = shown;
    listeners.current.forEach((listener) => listener());
  }, []);
  return { signal, marks, isStale, showMarks };
}

/** An element of its own: while a project plays, the timeline is not drawn again. */
function Playhead({ lineRef }: { lineRef: React.RefObject<HTMLSpanElement | null> }) {
  return (
    <span
      ref={lineRef}
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 left-0 w-[1.5px] bg-rec will-change-transform"
    >
      <span className="absolute top-0 left-[-6px] h-2.5 w-[13px] bg-rec [clip-path:polygon(0_0,100%_0,50%_100%)]" />
    </span>
  );
}

/** Out of sight it waits beside the timeline. */
function movePlayhead(line: HTMLElement | null, x: number): void {
  const place = `translateX(${Math.round(Math.max(-20, Math.min(10_000, x)))}px)`;
  if (line && line.style.transform !== place) line.style.transform = place;
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
