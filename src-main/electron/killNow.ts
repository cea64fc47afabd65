/** `kill()` of Electron only asks (SIGTERM), which a hung process does not hear. */
export function killNow(child: Electron.UtilityProcess): void {
  // Without an id it has not started yet, and asking is enough.
  if (child.pid === undefined) return void child.kill();
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch (error) {
    // It ended on its own, and the event is on the way.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
