/** Asked so often: the quickest answer says most. */
const ASKS = 8;

/** What is to be added to the page's clock to have the host's. Both run on one machine, and no drift lies between. */
export async function measureHostClock(
  readHostMs: () => Promise<number>,
  nowMs: () => number,
): Promise<{ offsetMs: number; uncertainMs: number }> {
  let best = { offsetMs: 0, uncertainMs: Infinity };
  for (let ask = 0; ask < ASKS; ask += 1) {
    const sentMs = nowMs();
    const hostMs = await readHostMs();
    const gotMs = nowMs();
    const uncertainMs = (gotMs - sentMs) / 2;
    if (uncertainMs < best.uncertainMs) best = { offsetMs: hostMs - (sentMs + gotMs) / 2, uncertainMs };
  }
  return best;
}
