import { useCallback } from 'react';
import type { Brush, Painting } from '../lib/canvasPainter.ts';
import { classNames } from '../lib/classNames.ts';
import type { ScopeChannel } from '../lib/scopeHistory.ts';
import { useCanvasPainter, type Signal } from '../lib/useCanvasPainter.ts';

/** Peaks of every 10 ms, linear 0-1. */
export interface ScopeSource extends Signal {
  readonly pairsTotal: number;
  readPeak(channel: ScopeChannel, from: number, to: number): number;
}

interface ScopeProps {
  source: ScopeSource;
  channel: ScopeChannel;
  label: string;
  className?: string;
}

const PITCH_PX = 4;
const BAR_PX = 2;
const PAIRS_PER_BAR = 5;
/** Peaks below this are a line: −60 dBFS. */
const FLOOR_DB = -60;

/** The last seconds of a signal as a ribbon, newest at the right, loudness in decibels. */
export function Scope({ source, channel, label, className }: ScopeProps) {
  const createPainting = useCallback((): Painting => {
    let barsDrawn = -1;
    return {
      advance() {
        const bars = Math.floor(source.pairsTotal / PAIRS_PER_BAR);
        const isChanged = bars !== barsDrawn;
        barsDrawn = bars;
        return { isChanged, isMoving: false };
      },
      draw: (brush) => drawRibbon(brush, source, channel),
    };
  }, [source, channel]);
  const canvasRef = useCanvasPainter(source, createPainting);
  return <canvas ref={canvasRef} role="img" aria-label={label} className={classNames('block', className)} />;
}

function drawRibbon(brush: Brush, source: ScopeSource, channel: ScopeChannel): void {
  const { context, widthPx, heightPx, colour } = brush;
  const barsTotal = Math.floor(source.pairsTotal / PAIRS_PER_BAR);
  const barsShown = Math.floor(widthPx / PITCH_PX);
  context.fillStyle = colour(channel === 'raw' ? 't3' : 'accent');
  for (let fromRight = 0; fromRight < barsShown; fromRight += 1) {
    const bar = barsTotal - 1 - fromRight;
    const peak = bar < 0 ? 0 : source.readPeak(channel, bar * PAIRS_PER_BAR, (bar + 1) * PAIRS_PER_BAR);
    const barHeightPx = Math.max(1, loudnessOf(peak) * heightPx);
    const x = widthPx - (fromRight + 1) * PITCH_PX + (PITCH_PX - BAR_PX);
    context.globalAlpha = barHeightPx <= 1 ? 0.5 : 1;
    context.fillRect(x, (heightPx - barHeightPx) / 2, BAR_PX, barHeightPx);
  }
  context.globalAlpha = 1;
}

/** 0 at the floor, 1 at full scale, even steps in decibels. */
function loudnessOf(peak: number): number {
  if (peak <= 0) return 0;
  return Math.min(1, Math.max(0, 1 - (20 * Math.log10(peak)) / FLOOR_DB));
}
