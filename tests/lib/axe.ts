import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Axe's own of these; its category has one of AAA too, which is otherwise off. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong on a page, a rule each with the elements; none where all is well. In the page itself alone: another
 * page that puts the findings of frames together, and lists of all that is right, take three times as long.
 */
export async function axeFindingsOf(page: Page, { hasColoursOnly = false } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ['violations'],
    ...(hasColoursOnly ? { runOnly: COLOUR_RULES } : {}),
  });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
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

/** Colours that are on their way from one theme to the other are nobody's. */
export async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.className = name;
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  }, theme);
}
