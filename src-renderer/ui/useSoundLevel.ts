import { useMemo } from 'react';
import { formatFigure } from '../lib/figures.ts';
import { levelPercentOf } from '../lib/meter.ts';
import type { LevelSource } from './LevelMeter.tsx';

const TICK_MS = 33;

/** The peak of the last moment, measured in the stream itself while a meter shows it. */
export function useSoundLevel(stream: MediaStream): LevelSource {
  return useMemo(() => createSoundLevel(stream), [stream]);
}

function createSoundLevel(stream: MediaStream): LevelSource {
  let peakDb: number | null = null;
  return {
    subscribe(listener) {
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: 2048 });
      context.createMediaStreamSource(stream).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        peakDb = peak === 0 ? null : 20 * Math.log10(peak);
        listener();
      }, TICK_MS);
      return () => {
        clearInterval(timer);
        void context.close();
      };
    },
    readPercent: () => (peakDb === null ? 0 : levelPercentOf(peakDb)),
    readText: () => (peakDb === null ? '—' : `${formatFigure(peakDb, 1)} dBFS`),
  };
}
