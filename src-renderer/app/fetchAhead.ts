/** How long after the first screen is drawn the others are fetched: from then on they open without a network. */
const AFTER_MS = 3000;
/** On a slow machine the first screen is not drawn by then: they wait until it has nothing to do, for so long at most. */
const IDLE_WITHIN_MS = 10_000;

/** What Chromium's browsers say of the connection; others say nothing. */
interface Connection {
  saveData?: boolean;
}

/** Fetches what comes later, unless the reader saves data: then each is fetched when it is opened. */
export function fetchAhead(loads: readonly (() => Promise<unknown>)[]): void {
  setTimeout(() => whenIdle(() => void fetchEach(loads)), AFTER_MS);
}

function whenIdle(run: () => void): void {
  // Safari has none.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_WITHIN_MS });
  else run();
}

/** One after the other, out of the way of what the user does. */
async function fetchEach(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of loads) {
    if (savesData()) return;
    // Fetched again, and shown then, where its screen is drawn.
    await load().catch(() => undefined);
  }
}

const savesData = () => (navigator as { connection?: Connection }).connection?.saveData === true;
