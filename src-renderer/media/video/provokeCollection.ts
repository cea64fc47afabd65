/** Of memory that is taken and let go, and how often: 256 MB were enough each time, none of it is touched. */
const PIECE_BYTES = 8 << 20;
const PIECES = 8;
const ROUNDS = 8;
const BETWEEN_MS = 25;

/**
 * Frames that the browser has lost within itself are held until the page's garbage is collected, and a page cannot ask
 * for that; memory that comes and goes brings it about. Until `isEnough` resolves.
 */
export async function provokeCollection(isEnough: Promise<void>): Promise<void> {
  let isOver = false;
  void isEnough.then(() => (isOver = true));
  for (let round = 0; round < ROUNDS && !isOver; round += 1) {
    // Where there is none, it is collected all the more.
    if (takeMemory() === 0) return;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

/** How much it was, 0: there is none. What is taken is in use until then, so that no compiler leaves it out. */
function takeMemory(): number {
  try {
    const pieces = Array.from({ length: PIECES }, () => new ArrayBuffer(PIECE_BYTES));
    return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  } catch {
    return 0;
  }
}
