/** A worker: cleans one short sound that lies in memory, as files are cleaned. Nothing is stored. */
import { cleanSound } from './cleanSound.ts';
import type { FromMemoryWorker, MemoryCleaning } from './memoryMessages.ts';
import type { SoundSource } from './sound.ts';

self.onmessage = ({ data }: MessageEvent<MemoryCleaning>) => {
  try {
    const cleaned = clean(data);
    send(cleaned, [cleaned.samples.buffer]);
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }, []);
  }
};

function clean({ samples, sampleRate, wasm, cleaning }: MemoryCleaning) {
  const source: SoundSource = {
    sampleRate,
    channels: 1,
    frames: samples.length,
    encoding: { kind: 'float', bits: 32 },
    read: (fromFrame, frames) => samples.subarray(fromFrame, fromFrame + frames),
  };
  const cleaned = new Float32Array(samples.length);
  let atFrame = 0;
  const work = cleanSound(
    source,
    wasm,
    { ...cleaning, targetLufs: null },
    {
      // Only a loudness target needs a second pass.
      scratch: { append: () => undefined, open: () => source },
      write(block) {
        cleaned.set(block, atFrame);
        atFrame += block.length;
      },
    },
  );
  for (;;) {
    const step = work.next();
    if (step.done) return { kind: 'cleaned' as const, samples: cleaned, figures: step.value };
  }
}

function send(message: FromMemoryWorker, transfer: Transferable[]): void {
  (self as unknown as Pick<Worker, 'postMessage'>).postMessage(message, transfer);
}
