import trackReader from '../../../media/input/trackReader.ts?worker&url';
import type { TrackReaderStart } from '../../../media/input/trackReaderMessages.ts';
import { trustedScript } from '../../../lib/trustedScripts.ts';

/** Chromium's, and not among the DOM's types. */
interface TrackProcessor {
  readonly readable: ReadableStream<AudioData>;
}
type TrackProcessorClass = new (options: { track: MediaStreamTrack }) => TrackProcessor;

/** A microphone that is heard by the chain. */
export interface MicrophoneInput {
  disconnect(): void;
}

function trackProcessor(): TrackProcessorClass | undefined {
  return (globalThis as { MediaStreamTrackProcessor?: TrackProcessorClass }).MediaStreamTrackProcessor;
}

/** Whether the sound comes through a queue of ours, into a context of any rate. */
export function canReadTracks(): boolean {
  return trackProcessor() !== undefined;
}

/**
 * Brings a track's sound into the chain. Where the browser lets a worker read the track, through a queue of ours, whose
 * length is known and kept short; else through the browser's own node, which tells nothing of its queue.
 */
export function connectMicrophone(
  context: AudioContext,
  track: MediaStreamTrack,
  chain: { node: AudioWorkletNode; takeInputFrom: (port: MessagePort) => void },
): MicrophoneInput {
  const Processor = trackProcessor();
  if (Processor) return readInWorker(new Processor({ track }), chain.takeInputFrom);
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: new MediaStream([track]) });
  source.connect(chain.node);
  return { disconnect: () => source.disconnect() };
}

function readInWorker(
  { readable }: TrackProcessor,
  takeInputFrom: (port: MessagePort) => void,
): MicrophoneInput {
  const worker = new Worker(trustedScript(trackReader), { type: 'module', name: 'microphone' });
  const { port1, port2 } = new MessageChannel();
  const start: TrackReaderStart = { readable, port: port1 };
  worker.postMessage(start, [readable, port1]);
  takeInputFrom(port2);
  return { disconnect: () => worker.terminate() };
}
