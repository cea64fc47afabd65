import { RpcError, type ErrorCode } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { ChainSettings } from '../../../media/chain/chainSettings.ts';
import worklet from '../../../media/chain/liveChainWorklet.ts?worker&url';
import { MODEL_RATE_HZ } from '../../../media/chain/rnnoise.ts';
import {
  LIVE_CHAIN_PROCESSOR,
  type FromWorklet,
  type ToWorklet,
  type WorkletOptions,
  type WorkletReport,
} from '../../../media/chain/workletMessages.ts';
import { openMicrophone, reasonOf } from './microphone.ts';
import { connectMicrophone, type MicrophoneInput } from './microphoneInput.ts';
import { canReadTracks } from '../../../media/readTrack.ts';
import { createPathMeter, type PathMeter } from './pathMeter.ts';

/** A context that is not let play within this time waits for the user. */
const RESUME_WITHIN_MS = 3000;
/** A worklet whose first report takes longer gets no sound at all. */
const FIRST_REPORT_WITHIN_MS = 5000;
/** A context may stop without an event; the page's own thread may be held up for a while, too. */
const STILL_SEC = 4;
/** A microphone that is on gives sound a hundred times a second. */
const SILENT_INPUT_MS = 4000;

export interface LiveSessionOptions {
  audio: { mediaDevices: Pick<MediaDevices, 'getUserMedia'> };
  inputDeviceId: string | null;
  /** null takes the system's default. */
  outputDeviceId: string | null;
  bufferFrames: number;
  echoCancellation: boolean;
  settings: ChainSettings;
  loadModel: () => Promise<ArrayBuffer>;
  onReport: (report: WorkletReport) => void;
  /** The session has ended without a request; it is still to be stopped. */
  onEnded: (reason: SessionEnd) => void;
}

/** Why a session ended on its own. */
export type SessionEnd = { kind: 'inputEnded' } | { kind: 'failed'; code: ErrorCode; message: string };

export interface LiveSession {
  readonly inputTrack: MediaStreamTrack;
  readonly path: PathMeter;
  update(settings: ChainSettings): void;
  watchSound(isWanted: boolean): void;
  /** Another microphone, or the same one with or without echo cancellation; the old one stays where that fails. */
  changeInput(options: { deviceId: string | null; echoCancellation: boolean }): Promise<void>;
  /** Idempotent. The microphone and the output are free when it resolves. */
  stop(): Promise<void>;
}

/** Microphone → worklet → output. All that was opened is closed again where a part fails. */
export async function startLiveSession(options: LiveSessionOptions): Promise<LiveSession> {
  const closers: (() => void | Promise<void>)[] = [];
  /** All of it: what cannot be closed must not keep the microphone open. The first failure is thrown at the end. */
  const close = async () => {
    const failures: unknown[] = [];
    for (const part of closers.splice(0).reverse()) {
      try {
        await part();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    return await open(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  options: LiveSessionOptions,
  closers: (() => void | Promise<void>)[],
  close: () => Promise<void>,
): Promise<LiveSession> {
  const { audio, onEnded } = options;
  // Before the prompt for the microphone: loading continues while the user reads it.
  const model = options.loadModel();
  model.catch(() => undefined); // Reported where it is awaited.
  let track = await openMicrophone(audio.mediaDevices, {
    deviceId: options.inputDeviceId,
    echoCancellation: options.echoCancellation,
  });
  closers.push(() => track.stop());
  const context = await openContext(options);
  closers.push(() => closeContext(context));
  const node = await createChainNode(context, { wasm: await model, settings: options.settings });
  const send = (message: ToWorklet) => node.port.postMessage(message);
  closers.push(() => send({ kind: 'stop' }));

  let isOpen = false;
  let isEnded = false;
  let endedEarly: SessionEnd | null = null;
  const end = (reason: SessionEnd) => {
    if (isEnded) return;
    isEnded = true;
    if (isOpen) onEnded(reason);
    else endedEarly = reason;
  };
  const onTrackEnded = () => end({ kind: 'inputEnded' });
  const chain = {
    node,
    takeInputFrom: (port: MessagePort) =>
      node.port.postMessage({ kind: 'input', port } satisfies ToWorklet, [port]),
  };
  let input = connect(context, track, chain);
  track.addEventListener('ended', onTrackEnded);
  closers.push(() => {
    isEnded = true;
    track.removeEventListener('ended', onTrackEnded);
    input.disconnect();
    node.disconnect();
  });
  node.connect(context.destination);
  const watch = watchContext(context, node, end);
  closers.push(watch.stop);
  await firstReport(node, (report) => {
    watch.onReport();
    // A device that is lost without an event gives no more sound.
    if ((report.input?.silentMs ?? 0) > SILENT_INPUT_MS) end({ kind: 'inputEnded' });
    options.onReport(report);
  });
  if (endedEarly) throw earlyEnd(endedEarly);
  isOpen = true;

  return {
    get inputTrack() {
      return track;
    },
    path: createPathMeter(context, () => track),
    update: (settings) => send({ kind: 'settings', settings }),
    watchSound: (isWanted) => send({ kind: 'watchSound', isWanted }),
    async changeInput({ deviceId, echoCancellation }) {
      const next = await openMicrophone(audio.mediaDevices, { deviceId, echoCancellation });
      if (isEnded) return next.stop();
      track.removeEventListener('ended', onTrackEnded);
      input.disconnect();
      track.stop();
      track = next;
      input = connect(context, track, chain);
      track.addEventListener('ended', onTrackEnded);
    },
    stop: close,
  };
}

/** Its buffer is as long as the setting asks, where the browser heeds that. */
async function openContext({ outputDeviceId, bufferFrames }: LiveSessionOptions): Promise<AudioContext> {
  let context = createContext(bufferFrames);
  try {
    if (outputDeviceId !== null) context = await chooseOutput(context, outputDeviceId, bufferFrames);
    await resume(context);
    return context;
  } catch (error) {
    await closeContext(context);
    throw error;
  }
}

/**
 * Of the output's own rate where the worklet takes it: what Chromium converts is heard some milliseconds later than it
 * says (docs/decisions/0014). `sinkId`: of an output that is known to be there.
 */
function createContext(bufferFrames: number, sinkId?: string): AudioContext {
  const options: AudioContextOptions & { sinkId?: string } = {
    latencyHint: bufferFrames / MODEL_RATE_HZ,
    ...(canReadTracks() ? {} : { sampleRate: MODEL_RATE_HZ }),
    ...(sinkId === undefined ? {} : { sinkId }),
  };
  try {
    return new AudioContext(options);
  } catch (error) {
    throw initialisationFailure(error);
  }
}

/** The context at that output: the same one, or another where the output has another rate. */
async function chooseOutput(
  context: AudioContext,
  deviceId: string,
  bufferFrames: number,
): Promise<AudioContext> {
  const { setSinkId } = context as AudioContext & { setSinkId?: (id: string) => Promise<void> };
  if (!setSinkId) {
    throw failWith('DEVICE_UNAVAILABLE', 'oneOutputOnly');
  }
  try {
    await setSinkId.call(context, deviceId);
  } catch (error) {
    const isMissing = error instanceof DOMException && error.name === 'NotFoundError';
    throw isMissing
      ? failWith('DEVICE_NOT_FOUND', 'outputNotConnected', {
          cause: error,
          retryable: true,
          details: { deviceId },
        })
      : initialisationFailure(error);
  }
  const own = createContext(bufferFrames, deviceId);
  const [kept, spare] = own.sampleRate === context.sampleRate ? [context, own] : [own, context];
  await closeContext(spare);
  return kept;
}

/** Browsers hold sound back until the user has done something on the page. */
async function resume(context: AudioContext): Promise<void> {
  const isRunning = await within(context.resume(), RESUME_WITHIN_MS);
  if (isRunning) return;
  throw failWith('ENGINE_UNAVAILABLE', 'audioHeldBack', { retryable: true });
}

async function closeContext(context: AudioContext): Promise<void> {
  if (context.state !== 'closed') await context.close();
}

async function createChainNode(context: AudioContext, options: WorkletOptions): Promise<AudioWorkletNode> {
  try {
    await context.audioWorklet.addModule(worklet);
    return new AudioWorkletNode(context, LIVE_CHAIN_PROCESSOR, {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      outputChannelCount: [1],
      // Several channels become one: their mean.
      channelCount: 1,
      channelCountMode: 'explicit',
      channelInterpretation: 'speakers',
      processorOptions: options,
    });
  } catch (error) {
    throw initialisationFailure(error);
  }
}

function connect(...[context, track, chain]: Parameters<typeof connectMicrophone>): MicrophoneInput {
  try {
    return connectMicrophone(context, track, chain);
  } catch (error) {
    throw initialisationFailure(error);
  }
}

/** What can go wrong behind the chain, or in it. */
function watchContext(
  context: AudioContext,
  node: AudioWorkletNode,
  end: (reason: SessionEnd) => void,
): { onReport: () => void; stop: () => void } {
  const fail = (code: ErrorCode, message: string) => end({ kind: 'failed', code, message });
  const failPaused = () => fail('DEVICE_LOST', 'Audio error: the browser has paused the sound. Start again.');
  // Another program took the sound, e.g. a call on a phone: it is taken back, or the session ends.
  const takeBack = () => {
    within(context.resume(), RESUME_WITHIN_MS).then(
      (isRunning) => {
        if (!isRunning) failPaused();
      },
      (error: unknown) => fail('DEVICE_LOST', `Audio error: ${reasonOf(error)}`),
    );
  };
  node.addEventListener('processorerror', (event) =>
    fail('ENGINE_STOPPED', `Audio error: ${event.message || 'the noise model stopped'}`),
  );
  context.addEventListener('error', () =>
    fail('DEVICE_LOST', 'Audio error: the output is gone. Connect it again, or choose another device.'),
  );
  context.addEventListener('statechange', () => {
    if (context.state !== 'running' && context.state !== 'closed') takeBack();
  });
  let stillSec = 0;
  const timer = setInterval(() => {
    stillSec += 1;
    // Its state may say that it runs. Suspended, it is taken back as above.
    if (stillSec === STILL_SEC) context.suspend().catch(failPaused);
    if (stillSec >= 2 * STILL_SEC) failPaused();
  }, 1000);
  return {
    onReport: () => {
      stillSec = 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** Resolves with the first report, and hands all of them on. */
async function firstReport(node: AudioWorkletNode, onReport: (report: WorkletReport) => void): Promise<void> {
  const first = new Promise<void>((resolve, reject) => {
    node.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
      if (data.kind === 'failed') return reject(initialisationFailure(new Error(data.message)));
      resolve();
      onReport(data);
    };
    node.addEventListener('processorerror', (event) => reject(initialisationFailure(event)));
  });
  if (await within(first, FIRST_REPORT_WITHIN_MS)) return;
  throw initialisationFailure(
    new Error('the browser asks for no sound. Choose another output, or reload the page'),
  );
}

function earlyEnd(reason: SessionEnd): RpcError {
  if (reason.kind === 'failed') return new RpcError(reason.code, reason.message, { retryable: true });
  return failWith('DEVICE_LOST', 'micStoppedAtOnce', { retryable: true });
}

/** Whether the work was done in time; a failure of it is thrown. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([work.then(() => true as const), late]);
  } finally {
    clearTimeout(timer);
  }
}

function initialisationFailure(error: unknown): RpcError {
  return failWith('ENGINE_UNAVAILABLE', 'audioInitFailed', {
    values: { reason: reasonOf(error) },
    cause: error,
    retryable: true,
  });
}
