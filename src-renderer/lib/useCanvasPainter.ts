import { useEffect, useRef, type RefObject } from 'react';
import { createCanvasPainter, type Brush, type CanvasPainter } from './canvasPainter.ts';

/** Something that changes often; a subscriber is told that it changed, and reads. */
export interface Signal {
  subscribe: (listener: () => void) => () => void;
}

/** A canvas that is drawn again whenever the signal says so, at most once a frame. */
export function useCanvasPainter(
  signal: Signal | null,
  createPaint: () => (brush: Brush) => boolean,
): RefObject<HTMLCanvasElement | null> {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    const painter: CanvasPainter = createCanvasPainter(canvas, createPaint());
    const unsubscribe = signal?.subscribe(painter.requestPaint);
    return () => {
      unsubscribe?.();
      painter.dispose();
    };
  }, [signal, createPaint]);
  return canvasRef;
}
