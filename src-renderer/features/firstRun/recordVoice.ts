/** Long enough for a sentence and a pause. */
export const VOICE_SEC = 8;
const PROGRESS_EVERY_MS = 100;
const BITS_PER_SECOND = 256_000;

export const canRecordVoice = (): boolean => 'MediaRecorder' in globalThis;

/** Some seconds of this microphone as a sound file; `stop` ends it earlier. The microphone stays open. */
export async function recordVoice(
  microphone: MediaStream,
  stop: AbortSignal,
  onProgress: (recordedSec: number) => void,
): Promise<ArrayBuffer> {
  const recorder = new MediaRecorder(microphone, { audioBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise<void>((resolve, reject) => {
    recorder.onstop = () => resolve();
    recorder.onerror = () => reject(new Error('the browser stopped recording'));
  });
  const end = () => recorder.state !== 'inactive' && recorder.stop();
  stop.addEventListener('abort', end, { once: true });
  recorder.start();
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const recordedSec = (performance.now() - startedMs) / 1000;
    onProgress(Math.min(VOICE_SEC, recordedSec));
    if (recordedSec >= VOICE_SEC) end();
  }, PROGRESS_EVERY_MS);
  try {
    await ended;
  } finally {
    clearInterval(timer);
    stop.removeEventListener('abort', end);
  }
  return await new Blob(parts).arrayBuffer();
}
