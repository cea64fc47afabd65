import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * What axe finds wrong on a page, a rule each with the elements; none where all is well. In the page itself alone: another
 * page that puts the findings of frames together, and lists of all that is right, take three times as long.
 */
export async function axeFindingsOf(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
