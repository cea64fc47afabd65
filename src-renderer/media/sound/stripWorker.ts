import type { ChainSettings } from '../chain/chainSettings.ts';
import type { FrameRecord } from '../chain/frameRecord.ts';
import { LiveChain } from '../chain/liveChain.ts';
import type { StripEvent, StripCommand } from './stripMessages.ts';
import { eachFrame, readFrames, toAudioData } from './trackFrames.ts';

/**
 * The worker that takes a channel's microphone through its strip and measures it: an entry of its own. Nothing has a deadline
 * here, as an audio thread has, so that a busy machine measures late and not less.
 */

/** The worker's own end of its messages; the DOM's types know a page's alone. */
interface WorkerPort {
  postMessage(event: StripEvent): void;
  onmessage: ((event: MessageEvent<StripCommand>) => void) | null;
}
const port = globalThis as unknown as WorkerPort;

/** Frames of 10 ms between two reports. */
const REPORT_FRAMES = 3;

let chain: LiveChain | null = null;

port.onmessage = ({ data: command }) => {
  if (command.kind === 'settings') chain?.set(command.settings);
  else void run(command);
};

async function run({ readable, writable, wasm, settings }: Extract<StripCommand, { kind: 'start' }>) {
  const process = createProcessor(wasm, settings);
  const writer = writable?.getWriter();
  let records: FrameRecord[] = [];
  let busyMs = 0;
  await readFrames(readable, async (heard) => {
    const fromMs = performance.now();
    eachFrame(heard.samples, (frame) => {
      const record = process(frame);
      if (record) records.push(record);
    });
    busyMs += performance.now() - fromMs;
    if (records.length >= REPORT_FRAMES) {
      port.postMessage({ kind: 'measured', records, busyMs });
      records = [];
      busyMs = 0;
    }
    if (!writer) return true;
    // The recorder notifies a track that is no longer heard.
    return await writer.write(toAudioData(heard)).then(
      () => true,
      () => false,
    );
  });
  await writer?.close().catch(() => undefined);
  port.postMessage({ kind: 'ended' });
}

/** Changes frames in place. A model that fails loses no sound: what follows passes unchanged, and the failure is reported. */
function createProcessor(
  wasm: ArrayBuffer,
  settings: ChainSettings,
): (frame: Float32Array) => FrameRecord | null {
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      chain = null;
      port.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      return null;
    }
  };
  chain = attempt(() => new LiveChain(wasm, settings));
  return (frame) => chain && attempt(() => chain?.process(frame) ?? null);
}
