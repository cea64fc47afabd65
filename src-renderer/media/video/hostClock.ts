/** Asked so often: the quickest answer says most. */
const ASKS = 8;
/** In the midst of a recording frames wait for the answers: a busy host is not asked for longer. */
const LONGEST_AGAIN_MS = 1000;

export interface MeasuredClock {
  offsetMs: number;
  uncertainMs: number;
}

/**
 * What is to be added to the page's clock to have the host's. Both run on one machine, and no drift lies between. Asks at
 * least once, and nothing more after `longestMs`.
 */
export async function measureHostClock(
  readHostMs: () => Promise<number>,
  nowMs: () => number,
  longestMs = Infinity,
): Promise<MeasuredClock> {
  let best = { offsetMs: 0, uncertainMs: Infinity };
  const begunMs = nowMs();
  for (let ask = 0; ask < ASKS && nowMs() - begunMs <= longestMs; ask += 1) {
    const sentMs = nowMs();
    const hostMs = await readHostMs();
    const gotMs = nowMs();
    const uncertainMs = (gotMs - sentMs) / 2;
    if (uncertainMs < best.uncertainMs) best = { offsetMs: hostMs - (sentMs + gotMs) / 2, uncertainMs };
  }
  return best;
}

/** Frames are sent many times a second: after so long a silence the computer has slept, and clocks may lie otherwise. */
const SLEPT_MS = 3000;

/** Says whether so much time has passed since it was asked last, on either clock of the page. */
export function createSleepSense(): () => boolean {
  const read = () => [performance.now(), Date.now()] as const;
  let last = read();
  return () => {
    const now = read();
    const hasSlept = now[0] - last[0] > SLEPT_MS || now[1] - last[1] > SLEPT_MS;
    last = now;
    return hasSlept;
  };
}

/** The offset after a sleep. What a measurement cannot distinguish is left as it was measured at rest. */
export async function measureAgain(
  offsetMs: number,
  measure: (longestMs: number) => Promise<MeasuredClock>,
): Promise<number> {
  const measured = await measure(LONGEST_AGAIN_MS);
  return Math.abs(measured.offsetMs - offsetMs) > measured.uncertainMs ? measured.offsetMs : offsetMs;
}
