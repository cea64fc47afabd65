import type {
  AudioTestState,
  TestedDevices,
  audioTestContract,
} from '../../../src-shared/contract/audioTest.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { BrowserAudio } from './live/browserAudio.ts';
import {
  MICROPHONE_DENIED,
  NO_MICROPHONE,
  openMicrophone,
  readMicrophonePermission,
  reasonOf,
} from './live/microphone.ts';

const LEVEL_INTERVAL_MS = 33;
/** Of the test tone: an A at -20 dBFS, as the native engine's. */
const TONE_HZ = 440;
const TONE_GAIN = 0.1;
const TONE_SEC = 1;
const FADE_SEC = 0.02;
const FLOOR_DB = -120;

/** Document 1, section 8: during testing. */
const TEST_DENIED = 'Microphone access denied. Please allow access and try again.';
const TEST_NONE = 'No microphone found. Please check your microphone connection.';

export interface BrowserAudioTest {
  handlers: Handlers<typeof audioTestContract>;
  /** A live session started or ended; its name is its microphone's. */
  onLiveChanged(inputName: string | null): void;
  onLiveLevel(peakDb: number): void;
  /** Nobody listens any more. */
  end(): void;
}

/** A microphone that is heard without being cleaned, and a tone, by this browser's own means. */
export function createBrowserAudioTest(options: {
  audio: BrowserAudio;
  onStateChanged: (state: AudioTestState) => void;
  onLevelMeasured: (level: { peakDb: number }) => void;
  log: (message: string, error: unknown) => void;
}): BrowserAudioTest {
  const { audio } = options;
  let own: { inputName: string; stop: () => Promise<void> } | null = null;
  let liveName: string | null = null;
  let isFollowingLive = false;
  let permission: AudioTestState['permission'] = 'unknown';
  let failure: AudioTestState['failure'] = null;
  let tone: { stop: () => Promise<void> } | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  };
  const state = (): AudioTestState => ({
    permission,
    isActive: own !== null || isFollowingLive,
    source: own ? 'test' : isFollowingLive ? 'live' : null,
    inputName: own?.inputName ?? (isFollowingLive ? liveName : null),
    isToneOn: tone !== null,
    failure,
  });
  const announce = () => {
    const now = state();
    options.onStateChanged(now);
    return now;
  };
  async function readPermission(): Promise<void> {
    const asked = await readMicrophonePermission(audio.permissions);
    // A browser that does not tell was asked by opening the microphone.
    if (asked !== 'unknown' || permission === 'unknown') permission = asked;
  }
  async function close(): Promise<void> {
    isFollowingLive = false;
    const closing = own;
    own = null;
    try {
      await closing?.stop();
    } catch (error) {
      throw new RpcError('ENGINE_STOPPED', `Failed to stop audio: ${reasonOf(error)}`, { cause: error });
    }
  }
  function refuse(error: unknown): RpcError {
    const refused = inTestWords(error);
    if (refused.message === TEST_DENIED) permission = 'denied';
    failure = refused.toFailure();
    announce();
    return refused;
  }

  async function start({ inputDeviceId }: TestedDevices): Promise<AudioTestState> {
    await close();
    failure = null;
    if (liveName !== null) {
      isFollowingLive = true;
      permission = 'granted';
      return announce();
    }
    try {
      own = await listen(audio, ownId(inputDeviceId), options.onLevelMeasured, (message) => {
        failure = new RpcError('DEVICE_LOST', message, { retryable: true }).toFailure();
        void inTurn(async () => {
          await close();
          announce();
        }).catch((error: unknown) => options.log('the audio test could not be ended', error));
      });
      permission = 'granted';
      return announce();
    } catch (error) {
      throw refuse(error);
    }
  }

  async function playTone({ outputDeviceId }: TestedDevices): Promise<AudioTestState> {
    await tone?.stop();
    failure = null;
    try {
      tone = await playToneOn(ownId(outputDeviceId), () => {
        tone = null;
        announce();
      });
      return announce();
    } catch (error) {
      throw refuse(error);
    }
  }

  return {
    handlers: {
      async 'audioTest.readState'() {
        await readPermission();
        return state();
      },
      'audioTest.start': (devices) => inTurn(() => start(devices)),
      'audioTest.stop': () =>
        inTurn(async () => {
          await close();
          return announce();
        }),
      'audioTest.playTone': (devices) => inTurn(() => playTone(devices)),
    },
    onLiveChanged(inputName) {
      liveName = inputName;
      if (inputName !== null || !isFollowingLive) return;
      isFollowingLive = false;
      announce();
    },
    onLiveLevel(peakDb) {
      if (isFollowingLive) options.onLevelMeasured({ peakDb });
    },
    end() {
      if (!state().isActive) return;
      inTurn(async () => {
        await close();
        announce();
      }).catch((error: unknown) => options.log('the audio test could not be ended', error));
    },
  };
}

async function listen(
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

async function playToneOn(
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
    throw new RpcError('DEVICE_UNAVAILABLE', `Failed to initialize audio system: ${reasonOf(error)}`, {
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

/** In the document's words for a test; what else went wrong keeps its own. */
function inTestWords(error: unknown): RpcError {
  if (!(error instanceof RpcError)) {
    return new RpcError('ENGINE_UNAVAILABLE', `Failed to initialize audio system: ${reasonOf(error)}`, {
      cause: error,
      retryable: true,
    });
  }
  const say = (message: string) => new RpcError(error.code, message, { cause: error, retryable: true });
  if (error.message === MICROPHONE_DENIED) return say(TEST_DENIED);
  return error.message === NO_MICROPHONE ? say(TEST_NONE) : error;
}

/** `default` is no device's own id. */
function ownId(id: string | null): string | null {
  return id === 'default' ? null : id;
}
