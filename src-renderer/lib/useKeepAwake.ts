import { useEffect } from 'react';

/**
 * While it is so, the computer does not go to sleep on its own. A browser gives this to a page that is seen alone, and
 * takes it back when it is not; the desktop app asks the system itself.
 */
export function useKeepAwake(isWanted: boolean): void {
  useEffect(() => {
    // Absent on pages that are not from this computer or not encrypted, whatever the DOM's types say.
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    if (!isWanted || !wakeLock) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const release = () => {
      // What cannot be let go of has gone already.
      lock?.release().catch(() => undefined);
      lock = null;
    };
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await wakeLock.request('screen');
        if (isOver) release();
      } catch {
        // A battery that is almost empty, or a setting: it is the user's computer.
      }
    };
    const look = () => void ask();
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', look);
      release();
    };
  }, [isWanted]);
}
