import { RpcError } from '../../../src-shared/contract/errors.ts';
import { chainOfPreset, DEFAULT_LIVE_CHAIN, type Listening } from '../../../src-shared/domain/liveChain.ts';
import { findBuiltInPreset } from '../../../src-shared/domain/presets.ts';
import { DEFAULT_BUFFER_FRAMES } from '../../../src-shared/domain/audio.ts';
import type { FrameRecord } from '../../media/chain/frameRecord.ts';
import { MODEL_RATE_HZ } from '../../media/chain/rnnoise.ts';
import { findBrowserAudio } from '../../platform/browser/live/browserAudio.ts';
import { toLiveSettings } from '../../../src-shared/domain/strip.ts';
import { startLiveSession } from '../../platform/browser/live/liveSession.ts';
import { reasonOf } from '../../platform/browser/live/microphone.ts';
import { loadNoiseModel } from '../../media/chain/noiseModel.ts';
import { takeTabLock } from '../../platform/browser/live/tabLock.ts';
import rawUrl from '../audio/hero-raw.mp3';
import { DEMO_PRESET_ID, type DemoFailure, type DemoSource } from './demo.ts';

export interface DemoSession {
  hear(hearing: Listening): void;
  /** Idempotent. */
  stop(): Promise<void>;
}

interface DemoOptions {
  source: DemoSource;
  hearing: Listening;
  onRecords: (records: readonly FrameRecord[]) => void;
  /** It has ended on its own, and is closed. */
  onEnded: (failure: DemoFailure) => void;
}

type Close = () => void | Promise<void>;

/** The app's own live engine on the visitor's microphone, or on the recording that is played round and round. */
export async function startDemo(options: DemoOptions): Promise<DemoSession> {
  const closers: Close[] = [];
  const close = async () => {
    for (const part of closers.splice(0).reverse()) await part();
  };
  try {
    const mediaDevices = await openSource(options.source, closers);
    const session = await startLiveSession({
      audio: { mediaDevices },
      inputDeviceId: null,
      outputDeviceId: null,
      bufferFrames: DEFAULT_BUFFER_FRAMES,
      echoCancellation: false,
      settings: settingsOf(options.hearing),
      loadModel: loadNoiseModel,
      onReport: ({ records }) => options.onRecords(records),
      onEnded: (reason) => {
        void close();
        options.onEnded(
          reason.kind === 'failed'
            ? { kind: 'failed', code: reason.code, reason: reason.message }
            : { kind: 'microphoneEnded' },
        );
      },
    });
    closers.push(() => session.stop());
    return { hear: (hearing) => session.update(settingsOf(hearing)), stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What `startDemo` threw, in the words of this page. */
export function demoFailureOf(error: unknown): DemoFailure {
  if (error instanceof DemoRefusal) return error.failure;
  if (!(error instanceof RpcError)) return { kind: 'failed', code: 'INTERNAL', reason: reasonOf(error) };
  if (error.code === 'DEVICE_NOT_FOUND') return { kind: 'noMicrophone' };
  const { cause } = error;
  if (cause instanceof Error && (cause.name === 'NotAllowedError' || cause.name === 'SecurityError'))
    return { kind: 'denied' };
  return { kind: 'failed', code: error.code, reason: error.message };
}

/** A reason that the page has a sentence for. */
class DemoRefusal extends Error {
  readonly failure: DemoFailure;

  constructor(failure: DemoFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Where the session asks for its microphone. */
async function openSource(source: DemoSource, closers: Close[]): Promise<Pick<MediaDevices, 'getUserMedia'>> {
  const { audio } = findBrowserAudio(globalThis);
  if (!audio) throw new DemoRefusal({ kind: isSecureContext ? 'unsupported' : 'notSecure' });
  if (source === 'recording') {
    const stream = await playRecording(closers);
    return { getUserMedia: () => Promise.resolve(stream) };
  }
  const release = await takeTabLock(audio.locks);
  if (!release) throw new DemoRefusal({ kind: 'otherTab' });
  closers.push(release);
  return audio.mediaDevices;
}

/** The noisy recording as if a microphone heard it, until it is closed. */
async function playRecording(closers: Close[]): Promise<MediaStream> {
  const context = new AudioContext({ sampleRate: MODEL_RATE_HZ });
  closers.push(() => context.close());
  const answer = await fetch(rawUrl);
  if (!answer.ok) throw new Error(`${rawUrl} answered ${answer.status}`);
  const buffer = await context.decodeAudioData(await answer.arrayBuffer());
  const player = new AudioBufferSourceNode(context, { buffer, loop: true });
  const microphone = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
  player.connect(microphone);
  player.start();
  return microphone.stream;
}

/** The preset's settings, at the level that came in: what is heard before and after differs by the noise alone. */
function settingsOf(listening: Listening) {
  const preset = findBuiltInPreset(DEMO_PRESET_ID);
  if (!preset) throw new Error(`there is no preset ${DEMO_PRESET_ID}`);
  const chain = { ...chainOfPreset(DEFAULT_LIVE_CHAIN, preset), inputGain: 100, outputVolume: 100 };
  return toLiveSettings(chain, listening);
}
