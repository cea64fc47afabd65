/**
 * Takes a lock of the browser, which ends with the tab at the latest; the answer gives it back. null where it was asked for with
 * `ifAvailable` and another tab has it. `onLost`: another one took it by force.
 */
export function holdLock(
  locks: LockManager,
  name: string,
  options: LockOptions = {},
  onLost: () => void = () => undefined,
): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, options, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') onLost();
        else reject(error);
      });
  });
}
