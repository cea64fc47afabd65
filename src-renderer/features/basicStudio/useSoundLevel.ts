import { useEffect, useState } from 'react';

const TICK_MS = 80;
const SILENCE_DB = -100;

/** The peak of the last moment in dBFS, measured in the stream itself. */
export function useSoundLevel(stream: MediaStream | null): number {
  const [levelDb, setLevelDb] = useState(SILENCE_DB);
  useEffect(() => {
    if (!stream) return undefined;
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 4096 });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      setLevelDb(peak === 0 ? SILENCE_DB : 20 * Math.log10(peak));
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [stream]);
  return stream ? levelDb : SILENCE_DB;
}
