import { useEffect, useRef, type RefObject } from 'react';
import { createCanvasPainter, type Painting } from './canvasPainter.ts';

/** Something that changes often; a subscriber is notified of a change, and reads. */
export interface Signal {
  subscribe: (listener: () => void) => () => void;
}

/** A canvas that is looked at again whenever the signal says so, at most once a frame. */
export function useCanvasPainter(
  signal: Signal | null,
  createPainting: () => Painting,
): RefObject<HTMLCanvasElement | null> {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    const painter = createCanvasPainter(canvas, createPainting());
    const unsubscribe = signal?.subscribe(painter.requestPaint);
    return () => {
      unsubscribe?.();
      painter.dispose();
    };
  }, [signal, createPainting]);
  return canvasRef;
}
