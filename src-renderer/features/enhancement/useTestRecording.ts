import { useEffect, useRef, useState } from 'react';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { createSoundRecorder, type SoundRecording } from './soundRecorder.ts';

/** The document's ten seconds. */
export const TEST_SEC = 10;
const PROGRESS_EVERY_MS = 100;

export type TestState =
  | { kind: 'none' }
  | { kind: 'recording'; recordedSec: number }
  | { kind: 'done'; recording: SoundRecording }
  | { kind: 'failed'; message: string };

/** Records both ends of the running session; `stop` keeps what there is. */
export function useTestRecording() {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<TestState>({ kind: 'none' });
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const start = async () => {
    const abort = new AbortController();
    stop.current = () => abort.abort();
    setState({ kind: 'recording', recordedSec: 0 });
    try {
      const recording = await dispatch(
        recordSound(abort.signal, (recordedSec) => setState({ kind: 'recording', recordedSec })),
      );
      setState(recording.raw.length > 0 ? { kind: 'done', recording } : { kind: 'none' });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      setState({ kind: 'failed', message: error.message });
    }
    stop.current = null;
  };
  return { state, start, stop: () => stop.current?.(), discard: () => setState({ kind: 'none' }) };
}

function recordSound(signal: AbortSignal, onProgress: (recordedSec: number) => void) {
  return async (
    _dispatch: unknown,
    _getState: unknown,
    { client, nowMs }: ThunkExtra,
  ): Promise<SoundRecording> => {
    const recorder = createSoundRecorder(TEST_SEC);
    let reportedAtMs = 0;
    const stream = client.open('engine.watchSound', undefined, (bytes) => {
      if (recorder.push(bytes)) return stream.close();
      if (nowMs() - reportedAtMs < PROGRESS_EVERY_MS) return;
      reportedAtMs = nowMs();
      onProgress(recorder.recordedSec);
    });
    signal.addEventListener('abort', () => stream.close(), { once: true });
    await stream.done;
    return recorder.finish();
  };
}
