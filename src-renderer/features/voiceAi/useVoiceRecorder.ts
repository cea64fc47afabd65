import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { openVoice, type Voice } from '../../media/sound/openVoice.ts';
import { selectSettings } from '../workspace/index.ts';
import type { RecordedSound } from './recordedSound.ts';
import { failureFrom } from './voiceThunks.ts';

const TICK_MS = 200;
const BITS_PER_SECOND = 64_000;
/** Browsers record the one or the other. */
const FORMATS = [
  { type: 'audio/webm;codecs=opus', ending: 'webm' },
  { type: 'audio/mp4', ending: 'm4a' },
] as const;

interface Running {
  voice: Voice;
  recorder: MediaRecorder;
  startedMs: number;
}

/** The microphone of the settings, cleaned, as a sound file. It is closed when the recording ends, or the screen. */
export function useVoiceRecorder(name: string, onRecorded: (sound: RecordedSound) => void) {
  const store = useStore<Parameters<typeof selectSettings>[0]>();
  const [state, setState] = useState<'idle' | 'asking' | 'recording'>('idle');
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [elapsedSec, setElapsedSec] = useState(0);
  const [uncleaned, setUncleaned] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<Running | null>(null);
  const isGone = useRef(false);

  const close = () => {
    running.current?.voice.close();
    running.current = null;
  };
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.recorder.stop();
      close();
    };
  }, []);
  useEffect(() => {
    if (state !== 'recording') return undefined;
    const timer = setInterval(() => {
      const { current } = running;
      if (current) setElapsedSec((performance.now() - current.startedMs) / 1000);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [state]);

  const start = async () => {
    setFailure(null);
    setState('asking');
    try {
      const voice = await openVoice(selectSettings(store.getState()), setUncleaned);
      if (isGone.current) return voice.close();
      setUncleaned(voice.uncleaned);
      const heard = new MediaStream([voice.track]);
      const recorder = record(heard, name, (sound) => !isGone.current && onRecorded(sound));
      running.current = { voice, recorder, startedMs: performance.now() };
      setStream(heard);
      setElapsedSec(0);
      setState('recording');
    } catch (error) {
      setFailure(failureFrom(error).message);
      setState('idle');
    }
  };
  const stop = () => {
    running.current?.recorder.stop();
    close();
    setStream(null);
    setState('idle');
  };
  return { state, stream, elapsedSec, uncleaned, failure, start, stop };
}

function record(
  stream: MediaStream,
  name: string,
  onRecorded: (sound: RecordedSound) => void,
): MediaRecorder {
  const format = FORMATS.find(({ type }) => MediaRecorder.isTypeSupported(type)) ?? FORMATS[0];
  const recorder = new MediaRecorder(stream, { mimeType: format.type, audioBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  const startedMs = performance.now();
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    const durationSec = (performance.now() - startedMs) / 1000;
    const [type] = format.type.split(';');
    onRecorded({
      file: new File(parts, `${name}.${format.ending}`, { type: type ?? format.type }),
      durationSec,
    });
  };
  recorder.start();
  return recorder;
}

export const canRecord = (): boolean => 'MediaRecorder' in globalThis;
