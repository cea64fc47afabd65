import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { EQUALIZER_BANDS, EQUALIZER_GAIN_LIMITS } from '../../../src-shared/domain/equalizer.ts';
import { equalizerResponseDb } from '../../../src-shared/domain/equalizerCurve.ts';
import { toSliderValue } from '../../../src-shared/domain/gain.ts';
import { classNames } from '../../lib/classNames.ts';
import { useCanvasPainter } from '../../lib/useCanvasPainter.ts';
import { BandHandle } from './BandHandle.tsx';
import { createEqualizerPainting, type EqualizerView } from './equalizerPainting.ts';
import { GRAPH_LIMIT_DB, nearestIndex, xOfFrequency } from './graphScale.ts';
import { createSignal } from './signal.ts';
import type { SpectrumFeed } from './spectrumFeed.ts';

interface EqualizerGraphProps {
  view: EqualizerView;
  spectrum: SpectrumFeed;
  disabled: boolean;
  /** While it is dragged: show it; `isFinal` when it is let go. */
  onChange: (band: number, gainDb: number, isFinal: boolean) => void;
}

/** With Shift the point goes so much slower than the pointer. */
const FINE_FACTOR = 0.2;
const BAND_FREQUENCIES_HZ = EQUALIZER_BANDS.map(({ frequencyHz }) => frequencyHz);
const BAND_PLACES = BAND_FREQUENCIES_HZ.map(xOfFrequency);

interface Drag {
  band: number;
  y: number;
  gainDb: number;
}

/** The equalizer's curve over what is heard now. Points are dragged up and down, or moved by the arrow keys. */
export function EqualizerGraph({ view, spectrum, disabled, onChange }: EqualizerGraphProps) {
  const { t } = useTranslation('enhancement');
  const handles = useRef<(HTMLDivElement | null)[]>([]);
  const drag = useRef<Drag | null>(null);
  const [draggedBand, setDraggedBand] = useState<number | null>(null);
  const canvasRef = useEqualizerCanvas(view, spectrum);
  const responsesDb = equalizerResponseDb(view.gainsDb, BAND_FREQUENCIES_HZ, view.sampleRate);

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (disabled || event.button !== 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const band = nearestIndex(BAND_PLACES, (event.clientX - box.left) / box.width);
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    handles.current[band]?.focus({ preventScroll: true });
    drag.current = { band, y: event.clientY, gainDb: view.gainsDb[band] ?? 0 };
    setDraggedBand(band);
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const from = drag.current;
    if (!from) return;
    const { height } = event.currentTarget.getBoundingClientRect();
    const factor = event.shiftKey ? FINE_FACTOR : 1;
    const movedDb = ((from.y - event.clientY) / height) * 2 * GRAPH_LIMIT_DB * factor;
    const gainDb = within(from.gainDb + movedDb, EQUALIZER_GAIN_LIMITS.max);
    // Anchored again with every move, so that Shift may come and go.
    drag.current = { ...from, y: event.clientY, gainDb };
    const fitted = toSliderValue(gainDb, EQUALIZER_GAIN_LIMITS);
    if (fitted !== view.gainsDb[from.band]) onChange(from.band, fitted, false);
  }
  function onPointerUp() {
    const from = drag.current;
    drag.current = null;
    setDraggedBand(null);
    if (from) onChange(from.band, toSliderValue(from.gainDb, EQUALIZER_GAIN_LIMITS), true);
  }
  function reset(event: { clientX: number; currentTarget: HTMLDivElement }) {
    if (disabled) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange(nearestIndex(BAND_PLACES, (event.clientX - box.left) / box.width), 0, true);
  }

  return (
    <div
      role="group"
      aria-label={t('equalizer.graph')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={reset}
      className={classNames(
        'relative h-56 touch-none overflow-visible rounded-lg bg-inset select-none',
        disabled ? 'opacity-60' : 'cursor-ns-resize',
      )}
    >
      <canvas ref={canvasRef} className="block size-full rounded-lg" />
      {EQUALIZER_BANDS.map(({ frequencyHz, label }, band) => (
        <BandHandle
          key={frequencyHz}
          ref={(element) => void (handles.current[band] = element)}
          label={label}
          frequencyHz={frequencyHz}
          disabled={disabled}
          gainDb={view.gainsDb[band] ?? 0}
          responseDb={within(responsesDb[band] ?? 0, GRAPH_LIMIT_DB)}
          isOn={view.isOn}
          isDragged={draggedBand === band}
          onChange={(gainDb) => onChange(band, gainDb, true)}
        />
      ))}
    </div>
  );
}

/** The canvas: drawn again for new sound and for a new curve, never by React. */
function useEqualizerCanvas(view: EqualizerView, spectrum: SpectrumFeed) {
  const latest = useRef(view);
  const [changes] = useState(createSignal);
  useEffect(() => {
    latest.current = view;
    changes.notify();
  }, [view, changes]);
  const [signal] = useState(() => ({
    subscribe(listener: () => void) {
      const ends = [spectrum.subscribe(listener), changes.subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
  }));
  const createPainting = useCallback(
    () => createEqualizerPainting(spectrum, () => latest.current),
    [spectrum],
  );
  return useCanvasPainter(signal, createPainting);
}

function within(gainDb: number, limitDb: number): number {
  return Math.min(limitDb, Math.max(-limitDb, gainDb));
}
