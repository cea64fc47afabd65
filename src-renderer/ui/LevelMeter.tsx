import { useCallback, useEffect, useRef, useState } from 'react';
import type { Brush } from '../lib/canvasPainter.ts';
import {
  advanceMeter,
  isClipIconShown,
  litSegments,
  METER_AT_REST,
  METER_SEGMENTS,
  meterLabel,
  type MeterLabel,
} from '../lib/meter.ts';
import { useCanvasPainter, type Signal } from '../lib/useCanvasPainter.ts';
import { classNames } from '../lib/classNames.ts';

/** A level that moves: 0-100, null while nothing is measured. */
export interface LevelSource extends Signal {
  readPercent(): number | null;
  /** What a screen reader says, e.g. `-14 dBFS`. */
  readText(): string;
}

interface LevelMeterProps {
  source: LevelSource;
  label: string;
  /** `level` colours by loudness; `plain` is one colour, for figures where more is not worse. */
  kind?: 'level' | 'plain';
  className?: string;
  onLabelChanged?: (label: MeterLabel | null, hasClipIcon: boolean) => void;
}

const SPOKEN_EVERY_MS = 500;
const GAP_PX = 3;

/** Twenty segments with a held peak, on canvas. */
export function LevelMeter({ source, label, kind = 'level', className, onLabelChanged }: LevelMeterProps) {
  const createPaint = useCallback(() => {
    let state = METER_AT_REST;
    return (brush: Brush) => {
      const percent = source.readPercent();
      state = advanceMeter(state, percent ?? 0, brush.nowMs);
      drawSegments(brush, state.shownPercent, state.peakPercent, kind);
      return state.shownPercent > 0 || state.peakPercent > 0;
    };
  }, [source, kind]);
  const canvasRef = useCanvasPainter(source, createPaint);
  useLabel(source, onLabelChanged);
  const spoken = useSpokenLevel(source);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={spoken.percent}
      aria-valuetext={spoken.text}
      className={classNames('h-2', className)}
    >
      <canvas ref={canvasRef} className="block size-full" />
    </div>
  );
}

function drawSegments(
  brush: Brush,
  shownPercent: number,
  peakPercent: number,
  kind: 'level' | 'plain',
): void {
  const { context, widthPx, heightPx, colour } = brush;
  const segmentPx = (widthPx - GAP_PX * (METER_SEGMENTS - 1)) / METER_SEGMENTS;
  const lit = litSegments(shownPercent);
  const peakIndex = litSegments(peakPercent) - 1;
  for (let index = 0; index < METER_SEGMENTS; index += 1) {
    const isLit = index < lit || index === peakIndex;
    context.fillStyle = colour(isLit ? segmentColour(index, kind) : 'track');
    context.beginPath();
    context.roundRect(index * (segmentPx + GAP_PX), 0, segmentPx, heightPx, 1.5);
    context.fill();
  }
}

function segmentColour(index: number, kind: 'level' | 'plain'): string {
  if (kind === 'plain') return 'grn';
  const label = meterLabel(((index + 0.5) / METER_SEGMENTS) * 100);
  if (label === 'clipping') return 'red';
  return label === 'hot' ? 'amb' : 'grn';
}

/** Reports the label when it changes, not with each measurement. */
function useLabel(source: LevelSource, onLabelChanged: LevelMeterProps['onLabelChanged']): void {
  const lastRef = useRef('');
  useEffect(() => {
    if (!onLabelChanged) return;
    const check = () => {
      const percent = source.readPercent();
      const label = percent === null ? null : meterLabel(percent);
      const hasClipIcon = percent !== null && isClipIconShown(percent);
      const key = `${label} ${hasClipIcon}`;
      if (key !== lastRef.current) onLabelChanged(label, hasClipIcon);
      lastRef.current = key;
    };
    check();
    return source.subscribe(check);
  }, [source, onLabelChanged]);
}

/** The level for screen readers: twice a second, or they would speak without end. */
function useSpokenLevel(source: LevelSource): { percent: number; text: string } {
  const [spoken, setSpoken] = useState({ percent: 0, text: source.readText() });
  useEffect(() => {
    let nextMs = 0;
    return source.subscribe(() => {
      if (performance.now() < nextMs) return;
      nextMs = performance.now() + SPOKEN_EVERY_MS;
      setSpoken({ percent: Math.round(source.readPercent() ?? 0), text: source.readText() });
    });
  }, [source]);
  return spoken;
}
