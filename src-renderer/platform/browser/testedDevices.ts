import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { BrowserAudio } from './live/browserAudio.ts';
import { openMicrophone, reasonOf } from './live/microphone.ts';

const LEVEL_INTERVAL_MS = 33;
/** Of the test tone: an A at -20 dBFS, as the native engine's. */
const TONE_HZ = 440;
const TONE_GAIN = 0.1;
const TONE_SEC = 1;
const FADE_SEC = 0.02;
const FLOOR_DB = -120;

/** A microphone as it is, and its levels, until it is stopped. */
export async function listen(
  audio: BrowserAudio,
  deviceId: string | null,
  onLevelMeasured: (level: { peakDb: number }) => void,
  onEnded: (message: string) => void,
): Promise<{ inputName: string; stop: () => Promise<void> }> {
  const track = await openMicrophone(audio.mediaDevices, { deviceId, echoCancellation: false });
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: new MediaStream([track]) });
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
    onLevelMeasured({ peakDb: peak > 0 ? Math.max(FLOOR_DB, 20 * Math.log10(peak)) : FLOOR_DB });
  }, LEVEL_INTERVAL_MS);
  const inputName = track.label || 'Microphone';
  const ended = () =>
    onEnded(`Audio error: ${inputName} has stopped. Test again, or choose another microphone.`);
  track.addEventListener('ended', ended);
  await context.resume();
  return {
    inputName,
    async stop() {
      clearInterval(timer);
      track.removeEventListener('ended', ended);
      track.stop();
      source.disconnect();
      await context.close();
    },
  };
}

/** The test tone, a second long. */
export async function playToneOn(
  deviceId: string | null,
  onEnded: () => void,
): Promise<{ stop: () => Promise<void> }> {
  const context = new AudioContext();
  try {
    if (deviceId !== null) {
      const { setSinkId } = context as AudioContext & { setSinkId?: (id: string) => Promise<void> };
      if (!setSinkId) throw new Error('this browser plays to the system’s default output alone');
      await setSinkId.call(context, deviceId);
    }
    await context.resume();
  } catch (error) {
    await context.close();
    throw failWith('DEVICE_UNAVAILABLE', 'audioInitFailed', {
      values: { reason: reasonOf(error) },
      cause: error,
      retryable: true,
    });
  }
  const gain = new GainNode(context, { gain: 0 });
  const oscillator = new OscillatorNode(context, { frequency: TONE_HZ });
  oscillator.connect(gain).connect(context.destination);
  const beginSec = context.currentTime;
  gain.gain.setValueAtTime(0, beginSec);
  gain.gain.linearRampToValueAtTime(TONE_GAIN, beginSec + FADE_SEC);
  gain.gain.setValueAtTime(TONE_GAIN, beginSec + TONE_SEC - FADE_SEC);
  gain.gain.linearRampToValueAtTime(0, beginSec + TONE_SEC);
  let isOver = false;
  const stop = async () => {
    if (isOver) return;
    isOver = true;
    oscillator.stop();
    await context.close();
    onEnded();
  };
  oscillator.addEventListener('ended', () => void stop());
  oscillator.start();
  oscillator.stop(beginSec + TONE_SEC);
  return { stop };
}
