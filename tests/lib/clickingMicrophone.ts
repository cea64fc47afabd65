import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SoundServer } from './virtualAudio.ts';

export interface ClickingMicrophone {
  channels: number;
  /** It clicks whenever the wall clock is a multiple of this. */
  everyMs: number;
  /** By how much its clock runs faster than the machine's. */
  ppm: number;
}

/**
 * A microphone of PulseAudio, called `name`, that hears clicks at known moments on a clock of its own. Answers what
 * ends it.
 */
export async function addClickingMicrophone(
  server: SoundServer,
  dir: string,
  name: string,
  microphone: ClickingMicrophone,
): Promise<() => Promise<void>> {
  const path = join(dir, `${name}.pipe`);
  const format = ['format=float32le', 'rate=48000', `channels=${microphone.channels}`];
  const description = `source_properties=device.description=${name}`;
  const names = [`file=${path}`, `source_name=${name}`, description];
  const module = await server.run('pactl', ['load-module', 'module-pipe-source', ...names, ...format]);
  await server.run('pactl', ['set-default-source', name]);
  const worker = new Worker(new URL('./clickWorker.ts', import.meta.url), {
    workerData: { path, ...microphone },
  });
  return async () => {
    await worker.terminate();
    await server.run('pactl', ['unload-module', module.trim()]);
  };
}
