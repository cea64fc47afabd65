import { useCallback } from 'react';
import type { Brush, Painting } from '../lib/canvasPainter.ts';
import { classNames } from '../lib/classNames.ts';
import { useCanvasPainter, type Signal } from '../lib/useCanvasPainter.ts';

/** The newest values of a figure, oldest first. */
export interface HistorySource extends Signal {
  readHistory(): readonly number[];
  /** How many values fill the width. */
  readonly capacity: number;
}

interface SparklineProps {
  source: HistorySource;
  label: string;
  /** The line never shows less than this range, so that noise in a steady figure stays small. */
  minimumSpan: number;
  className?: string;
}

/** How a figure went lately, without axes. */
export function Sparkline({ source, label, minimumSpan, className }: SparklineProps) {
  const createPainting = useCallback(
    (): Painting => ({
      advance: () => ({ isChanged: true, isMoving: false }),
      draw: (brush) => drawLine(brush, source.readHistory(), source.capacity, minimumSpan),
    }),
    [source, minimumSpan],
  );
  const canvasRef = useCanvasPainter(source, createPainting);
  return <canvas ref={canvasRef} role="img" aria-label={label} className={classNames('block', className)} />;
}

function drawLine(brush: Brush, values: readonly number[], capacity: number, minimumSpan: number): void {
  const { context, widthPx, heightPx, colour } = brush;
  if (values.length < 2) return drawBaseline(brush);
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  const span = Math.max(minimumSpan, Math.max(...values) - Math.min(...values));
  context.beginPath();
  values.forEach((value, index) => {
    const x = widthPx - ((values.length - 1 - index) / (capacity - 1)) * widthPx;
    const y = heightPx / 2 - ((value - middle) / span) * (heightPx - 3);
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.strokeStyle = colour('accent');
  context.lineWidth = 1.25;
  context.lineJoin = 'round';
  context.stroke();
}

function drawBaseline({ context, widthPx, heightPx, colour }: Brush): void {
  context.fillStyle = colour('line2');
  context.fillRect(0, Math.floor(heightPx / 2), widthPx, 1);
}
