import { untilAborted } from './untilAborted.ts';

/** Rows that an export asks for at once: few questions, and little to hold. */
export const EXPORT_PAGE_SIZE = 500;

/**
 * All rows of a list that is read by key, page by page: one page is held at a time. `readPage` gets the last row of the page
 * before, null for the first; a page that is not full is the last one. Ends with the signal's reason where it was given up.
 */
export async function* readPages<Row>(
  readPage: (last: Row | null) => Promise<readonly Row[]>,
  signal: AbortSignal,
  pageSize = EXPORT_PAGE_SIZE,
): AsyncGenerator<readonly Row[]> {
  let last: Row | null = null;
  for (;;) {
    signal.throwIfAborted();
    const page: readonly Row[] = await untilAborted(readPage(last), signal);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1) ?? null;
  }
}
