import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** Read by the page once a document: to read it is dearer than what it then does. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe's own of these; its category has one of AAA too, which is otherwise off. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong on a page, a rule each with the elements; none where all is well. */
export async function axeFindingsOf(page: Page, { hasColoursOnly = false } = {}): Promise<string[]> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(hasColoursOnly ? { runOnly: COLOUR_RULES } : {}),
  };
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate(() => 'axe' in window);
    if (!isThere) await frame.evaluate(AXE);
  }
  return await page.evaluate(async (given) => {
    // Colours on their way to the other theme are nobody's to read. What follows a scroll bar never ends.
    const ends = document
      .getAnimations()
      .filter(({ timeline }) => timeline instanceof DocumentTimeline)
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(ends);
    // Nor is a list or a menu that has been closed, and is there until it is drawn again.
    const isLeaving = () =>
      document.querySelector('[data-radix-popper-content-wrapper] > [data-state="closed"]') !== null;
    for (let frame = 0; frame < 300 && isLeaving(); frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(given);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}

/** The same in both themes, which differ in their colours alone; the page is left in the one that it had. */
export async function axeFindingsInBothThemes(page: Page): Promise<string[]> {
  const own = await page.evaluate(() => document.documentElement.className);
  const findings: string[] = [];
  for (const theme of ['light', 'dark']) {
    await showTheme(page, theme);
    const found = await axeFindingsOf(page, { hasColoursOnly: theme === 'dark' });
    findings.push(...found.map((finding) => `${theme}: ${finding}`));
  }
  await showTheme(page, own);
  return findings;
}

/**
 * At once: colours that are on their way are nobody's. Each would set its children on theirs, a frame a generation, which
 * takes longer than all that axe looks at.
 */
export async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
    document.documentElement.className = name;
    // Styles are computed for it.
    document.body.getBoundingClientRect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  }, theme);
}
