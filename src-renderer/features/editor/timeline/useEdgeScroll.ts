import { useEffect, useMemo } from 'react';
import { useWorkbench } from '../workbench.ts';
import type { Place } from './dragTypes.ts';
import { createEdgeScroll } from './edgeScroll.ts';

/** Scrolls the timeline below a drag that is held at its edge; ends with the timeline. */
export function useEdgeScroll(onScrolled: (place: Place) => unknown) {
  const { view } = useWorkbench();
  const edge = useMemo(
    () =>
      createEdgeScroll({
        pan: view.pan,
        onScrolled,
        nextFrame(run) {
          const id = requestAnimationFrame(run);
          return () => cancelAnimationFrame(id);
        },
      }),
    [view, onScrolled],
  );
  useEffect(() => () => edge.end(), [edge]);
  return edge;
}
