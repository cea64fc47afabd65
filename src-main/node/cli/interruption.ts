import { EXIT } from './output.ts';

export interface Interruption {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** By that signal. */
  exitCode: () => number;
}

/** A first signal ends the work cleanly; a second one ends the process. */
export function listenForSignals(): Interruption {
  const controller = new AbortController();
  let exitCode: number = EXIT.interrupted;
  const onSignal = (code: number) => () => {
    if (controller.signal.aborted) process.exit(code);
    exitCode = code;
    controller.abort();
  };
  process.on('SIGINT', onSignal(EXIT.interrupted));
  process.on('SIGTERM', onSignal(EXIT.terminated));
  process.on('SIGHUP', onSignal(EXIT.terminated));
  return { signal: controller.signal, exitCode: () => exitCode };
}
