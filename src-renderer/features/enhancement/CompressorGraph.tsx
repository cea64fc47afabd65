import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CompressorValues } from '../../../src-shared/domain/compressor.ts';
import { volumeDb } from '../../../src-shared/domain/gain.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useCanvasPainter } from '../../lib/useCanvasPainter.ts';
import { createCompressorPainting } from './compressorPainting.ts';
import { createSignal } from './signal.ts';
import { useStages } from './stages.tsx';

interface CompressorGraphProps {
  compressor: CompressorValues & { isOn: boolean };
}

/** Level in against level out, and where the sound is on the curve now. */
export function CompressorGraph({ compressor }: CompressorGraphProps) {
  const { t } = useTranslation('enhancement');
  const { levels, volume } = useStages();
  const latest = useRef({ view: { values: compressor, isOn: compressor.isOn }, volume });
  const [changes] = useState(createSignal);
  useEffect(() => {
    latest.current = { view: { values: compressor, isOn: compressor.isOn }, volume };
    changes.notify();
  }, [compressor, volume, changes]);
  const [signal] = useState(() => ({
    subscribe(listener: () => void) {
      const ends = [levels.subscribe(listener), changes.subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
  }));
  const createPainting = useCallback(() => {
    const readLevels = () => {
      const now = levels.read();
      if (!now) return null;
      const { view, volume: fader } = latest.current;
      const reductionDb = now.compressorReductionDb ?? 0;
      // The compressor's own input is not measured: it is what left the chain, before fader, make-up and reduction.
      const inputDb = now.outputPeakDb - volumeDb(fader) - view.values.makeupGainDb + reductionDb;
      return { inputDb, reductionDb };
    };
    return createCompressorPainting(() => latest.current.view, readLevels);
  }, [levels]);
  const canvasRef = useCanvasPainter(signal, createPainting);
  return (
    <canvas
      ref={canvasRef}
      role="img"
      aria-label={t('compressor.graph', {
        threshold: formatFigure(compressor.thresholdDb, 1),
        ratio: compressor.ratio,
        knee: compressor.kneeDb,
      })}
      className="block aspect-square w-full max-w-44 rounded-lg bg-inset"
    />
  );
}
