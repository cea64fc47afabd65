import { useEffect, useRef, useState } from 'react';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { cleanInMemory, type MonoSound } from '../../media/clean/cleanInMemory.ts';
import { peakOf } from '../../media/dsp/levels.ts';
import { openMicrophone } from '../../media/sound/openMicrophone.ts';
import type { ComparedSamples } from '../comparePlayer/index.ts';
import { decodeMono, loadEpisode } from './episode.ts';
import { canRecordVoice, recordVoice } from './recordVoice.ts';

export type HeardSource = 'episode' | 'voice';

/** A sound with what the engine made of it. */
export interface Heard extends ComparedSamples {
  source: HeardSource;
  /** How far noise was lowered in the pauses; null where there was none. */
  reductionDb: number | null;
}

export type FirstRunFailure =
  | { kind: 'silent' | 'noRecorder' }
  | { kind: 'failed'; source: HeardSource; code: string; reason: string };

export type FirstRunWork =
  | { kind: 'none' }
  | { kind: 'cleaning'; source: HeardSource }
  | { kind: 'asking' }
  | { kind: 'recording'; microphone: MediaStream; recordedSec: number };

/** Quieter than a converter's last step: the microphone gives nothing. */
const SILENT_BELOW = 10 ** (-90 / 20);

/** The episode or one's own voice, cleaned here when it is asked for. What is under way ends with the screen. */
export function useFirstRun() {
  const [work, setWork] = useState<FirstRunWork>({ kind: 'none' });
  const [heard, setHeard] = useState<Heard | null>(null);
  const [failure, setFailure] = useState<FirstRunFailure | null>(null);
  const running = useRef<AbortController | null>(null);
  const stopVoice = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (source: HeardSource, get: (signal: AbortSignal) => Promise<MonoSound | null>) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setFailure(null);
    try {
      const sound = await get(own.signal);
      if (own.signal.aborted) return;
      if (!sound) return setFailure({ kind: 'silent' });
      setWork({ kind: 'cleaning', source });
      const { samples, figures } = await cleanInMemory(sound, own.signal);
      if (own.signal.aborted) return;
      const { sampleRate, samples: raw } = sound;
      setHeard({ source, sampleRate, raw, clean: samples, reductionDb: figures.meanReductionDb });
    } catch (error) {
      if (!own.signal.aborted) setFailure(failureOf(source, error));
    } finally {
      if (!own.signal.aborted) setWork({ kind: 'none' });
    }
  };

  return {
    work,
    heard,
    failure,
    playEpisode: () => {
      setWork({ kind: 'cleaning', source: 'episode' });
      void run('episode', loadEpisode);
    },
    tryVoice: () => {
      if (!canRecordVoice()) return setFailure({ kind: 'noRecorder' });
      setWork({ kind: 'asking' });
      const stop = new AbortController();
      stopVoice.current = stop;
      void run('voice', (signal) =>
        hearVoice(signal, stop, (microphone, recordedSec) =>
          setWork({ kind: 'recording', microphone, recordedSec }),
        ),
      );
    },
    stopVoice: () => stopVoice.current?.abort(),
  };
}

/** null: nothing was heard. The microphone is let go in any case. */
async function hearVoice(
  signal: AbortSignal,
  stop: AbortController,
  onProgress: (microphone: MediaStream, recordedSec: number) => void,
): Promise<MonoSound | null> {
  const microphone = await openMicrophone(null);
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => stop.abort(), { once: true });
    onProgress(microphone, 0);
    const file = await recordVoice(microphone, stop.signal, (sec) => {
      if (!signal.aborted) onProgress(microphone, sec);
    });
    const sound = file.byteLength > 0 ? await decodeMono(file) : null;
    return sound && peakOf(sound.samples) > SILENT_BELOW ? sound : null;
  } finally {
    for (const track of microphone.getTracks()) track.stop();
  }
}

function failureOf(source: HeardSource, error: unknown): FirstRunFailure {
  const code = error instanceof RpcError ? error.code : 'INTERNAL';
  return { kind: 'failed', source, code, reason: error instanceof Error ? error.message : String(error) };
}
