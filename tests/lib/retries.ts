import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/**
 * Runs before a test that is tried again, and not before its first try: it takes back what the try before has left
 * (a dialog that is open, a take that runs, a setting that was changed), so that the second try begins as the first did.
 */
export function beforeRetry(putBack: () => Promise<unknown>): void {
  beforeEach(async ({ task }) => {
    const { retryCount = 0, repeatCount = 0 } = task.result ?? {};
    if (retryCount + repeatCount > 0) await putBack();
  });
}

/**
 * What all tests of a file share: made before the first of them, and anew before a test that is tried again, which then
 * meets nothing of the try before (an account, a row, a clock that was moved).
 */
export function sharedUntilRetry(open: () => Promise<unknown>, close: () => Promise<unknown>): void {
  beforeAll(open);
  afterAll(close);
  beforeRetry(async () => {
    await close();
    await open();
  });
}

/**
 * For a file whose tests build on each other: what the host has stored is remembered before the first try of each, and a test
 * that is tried again meets a host that was started anew with that, to which `open` brings the page.
 */
export function keptUntilRetry(shared: () => Shared, open: () => Promise<unknown>): void {
  beforeEach(async ({ task }) => {
    const { live, page } = shared();
    const { retryCount = 0, repeatCount = 0 } = task.result ?? {};
    if (retryCount + repeatCount === 0) return live.keep();
    // The page does not see the host go.
    if (!page.isClosed()) await page.goto('about:blank');
    await live.putBack();
    await open();
  });
}

interface Shared {
  live: { keep(): Promise<void>; putBack(): Promise<void> };
  page: Page;
}
