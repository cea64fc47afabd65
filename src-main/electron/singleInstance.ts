import { app } from 'electron';

/**
 * Takes the lock of the one instance. False: another one runs already, has been notified of our
 * arguments, and this one must end.
 *
 * @param onSecond hears the arguments of an instance that was started after this one
 */
export function becomeOnlyInstance(onSecond: (argv: readonly string[]) => void): boolean {
  app.on('second-instance', (_event, argv) => onSecond(argv));
  return app.requestSingleInstanceLock();
}
