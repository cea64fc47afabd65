import trackReader from '../../../media/input/trackReader.ts?worker&url';
import type { TrackReaderStart } from '../../../media/input/trackReaderMessages.ts';
import { trustedScript } from '../../../lib/trustedScripts.ts';
import { canReadTracks, readTrack } from '../../../media/readTrack.ts';

/** A microphone that is heard by the chain. */
export interface MicrophoneInput {
  disconnect(): void;
}

/**
 * Brings a track's sound into the chain. Where the browser lets a worker read the track, through a queue of ours, whose
 * length is known and kept short; else through the browser's own node, which reports nothing of its queue.
 */
export function connectMicrophone(
  context: AudioContext,
  track: MediaStreamTrack,
  chain: { node: AudioWorkletNode; takeInputFrom: (port: MessagePort) => void },
): MicrophoneInput {
  if (canReadTracks()) return readInWorker(readTrack<AudioData>(track), chain.takeInputFrom);
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: new MediaStream([track]) });
  source.connect(chain.node);
  return { disconnect: () => source.disconnect() };
}

function readInWorker(
  readable: ReadableStream<AudioData>,
  takeInputFrom: (port: MessagePort) => void,
): MicrophoneInput {
  const worker = new Worker(trustedScript(trackReader), { type: 'module', name: 'microphone' });
  const { port1, port2 } = new MessageChannel();
  const start: TrackReaderStart = { readable, port: port1 };
  worker.postMessage(start, [readable, port1]);
  takeInputFrom(port2);
  return { disconnect: () => worker.terminate() };
}
