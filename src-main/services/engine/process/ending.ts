import { Worker } from 'node:worker_threads';

/** Closing the files of a take takes some ten milliseconds; a disk that does not answer must not keep the process. */
const END_WITHIN_MS = 5000;

/** What a take has on disk by then is recovered at the next start. */
const watchdog = (ms: number) => `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms});`;

/**
 * Ends the process after its parent has gone: `stop` closes what runs first, above all a take, and is waited for
 * `withinMs` at most. It may hold this thread, so another one keeps the time.
 */
export function endWithParent(stop: () => void, withinMs = END_WITHIN_MS): void {
  new Worker(watchdog(withinMs), { eval: true }).unref();
  try {
    stop();
  } catch (error) {
    process.stderr.write(`What ran could not be ended cleanly: ${String(error)}\n`);
  }
  process.exit(0);
}
