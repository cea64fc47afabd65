import type { Locator } from 'playwright';
import { expect } from 'vitest';

/** Of work that continues, however slowly. */
const STANDS_STILL = { timeout: 60_000 };

/** Waits for what a progress bar leads to. It fails where nothing moves any more, however long the work takes. */
export async function whileMoving(bar: Locator, done: Locator): Promise<void> {
  const look = async (): Promise<string | null> => {
    if (await done.isVisible()) return 'done';
    return await bar.getAttribute('aria-valuenow', { timeout: 1000 }).catch(() => null);
  };
  for (let seen: string | null = 'nothing'; seen !== 'done'; seen = await look())
    await expect.poll(look, STANDS_STILL).not.toBe(seen);
}
