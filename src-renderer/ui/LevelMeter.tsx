import { useCallback, useEffect, useState } from 'react';
import type { Brush, Painting } from '../lib/canvasPainter.ts';
import {
  advanceMeter,
  isClipIconShown,
  litSegments,
  METER_AT_REST,
  METER_SEGMENTS,
  meterLabel,
  type MeterLabel,
  type MeterState,
} from '../lib/meter.ts';
import { useCanvasPainter, type Signal } from '../lib/useCanvasPainter.ts';
import { classNames } from '../lib/classNames.ts';

/** A level that moves: 0-100, null while nothing is measured. */
export interface LevelSource extends Signal {
  readPercent(): number | null;
  /** What a screen reader says, e.g. `-14 dBFS`. */
  readText(): string;
}

/** What a meter says in words. */
export interface MeterReading {
  label: MeterLabel;
  hasClipIcon: boolean;
  /** The held peak on the meter's scale. */
  peakPercent: number;
}

interface LevelMeterProps {
  source: LevelSource;
  label: string;
  /** `level` colours by loudness; `plain` is one colour, for figures where more is not worse. */
  kind?: 'level' | 'plain';
  /** Upright: quiet at the bottom. */
  orientation?: 'horizontal' | 'vertical';
  /** Nothing is let through: the words say so, whatever was measured before. */
  isMuted?: boolean;
  className?: string;
  /** Hears what the meter says in words, when that changes. */
  onReading?: (reading: MeterReading | null) => void;
}

const SPOKEN_EVERY_MS = 500;
const GAP_PX = 3;

/** Twenty segments with a held peak, on canvas. */
export function LevelMeter(props: LevelMeterProps) {
  const { source, label, kind = 'level', orientation = 'horizontal', isMuted = false, className } = props;
  const { onReading } = props;
  const createPainting = useCallback(
    () => createMeterPainting(source, { kind, orientation, isMuted }, onReading),
    [source, kind, orientation, isMuted, onReading],
  );
  const canvasRef = useCanvasPainter(source, createPainting);
  const spoken = useSpokenLevel(source);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={spoken.percent}
      aria-valuetext={spoken.text}
      className={classNames(orientation === 'horizontal' && 'h-2', className)}
    >
      <canvas ref={canvasRef} className="block size-full" />
    </div>
  );
}

type Look = Required<Pick<LevelMeterProps, 'kind' | 'orientation' | 'isMuted'>>;

function createMeterPainting(
  source: LevelSource,
  look: Look,
  onReading: LevelMeterProps['onReading'],
): Painting {
  let state = METER_AT_REST;
  let shown = '';
  let said = '';
  return {
    advance(nowMs) {
      const percent = source.readPercent();
      // Nothing is measured any more: a meter that still fell would claim that something is.
      state = percent === null ? METER_AT_REST : advanceMeter(state, percent, nowMs);
      const reading = percent === null ? null : readingOf(state, look.isMuted);
      const words = JSON.stringify(reading);
      if (words !== said) onReading?.(reading);
      said = words;
      const image = `${litSegments(state.shownPercent)} ${litSegments(state.peakPercent)}`;
      const isChanged = image !== shown;
      shown = image;
      return { isChanged, isMoving: state.shownPercent > 0 || state.peakPercent > 0 };
    },
    draw(brush) {
      drawSegments(brush, litSegments(state.shownPercent), litSegments(state.peakPercent) - 1, look);
    },
  };
}

function drawSegments(brush: Brush, lit: number, peakIndex: number, { kind, orientation }: Look): void {
  const { context, widthPx, heightPx, colour } = brush;
  const isUpright = orientation === 'vertical';
  const lengthPx = isUpright ? heightPx : widthPx;
  const segmentPx = (lengthPx - GAP_PX * (METER_SEGMENTS - 1)) / METER_SEGMENTS;
  for (let index = 0; index < METER_SEGMENTS; index += 1) {
    const isLit = index < lit || index === peakIndex;
    const at = index * (segmentPx + GAP_PX);
    context.fillStyle = colour(isLit ? segmentColour(index, kind) : 'track');
    context.beginPath();
    if (isUpright) context.roundRect(0, heightPx - at - segmentPx, widthPx, segmentPx, 1.5);
    else context.roundRect(at, 0, segmentPx, heightPx, 1.5);
    context.fill();
  }
}

function segmentColour(index: number, kind: 'level' | 'plain'): string {
  if (kind === 'plain') return 'grn';
  const label = meterLabel(((index + 0.5) / METER_SEGMENTS) * 100);
  if (label === 'clipping') return 'red';
  return label === 'hot' ? 'amb' : 'grn';
}

/** The label follows what the meter shows, or word and meter would contradict each other. */
function readingOf({ shownPercent, peakPercent }: MeterState, isMuted: boolean): MeterReading {
  return {
    label: meterLabel(shownPercent, isMuted),
    hasClipIcon: isClipIconShown(peakPercent),
    peakPercent: Math.round(peakPercent * 10) / 10,
  };
}

/** The level for screen readers: twice a second, or they would speak without end. */
function useSpokenLevel(source: LevelSource): { percent: number; text: string } {
  const [spoken, setSpoken] = useState({ percent: 0, text: source.readText() });
  useEffect(() => {
    let nextMs = 0;
    return source.subscribe(() => {
      const percent = source.readPercent();
      // That nothing is measured any more comes once: it is not dropped.
      if (percent !== null && performance.now() < nextMs) return;
      nextMs = performance.now() + SPOKEN_EVERY_MS;
      setSpoken({ percent: Math.round(percent ?? 0), text: source.readText() });
    });
  }, [source]);
  return spoken;
}
