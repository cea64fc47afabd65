import { useEffect, useState } from 'react';

const LOOK_EVERY_MS = 200;

/** Whole seconds since the start, ticking between the reports of the host; null while nothing is live. */
export function useElapsedSec(reportedSec: number | null): number | null {
  const [sec, setSec] = useState(0);
  useEffect(() => {
    if (reportedSec === null) return undefined;
    const beganMs = performance.now() - 1000 * reportedSec;
    const look = () => setSec(Math.floor((performance.now() - beganMs) / 1000));
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [reportedSec]);
  return reportedSec === null ? null : sec;
}
