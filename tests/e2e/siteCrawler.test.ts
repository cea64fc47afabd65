/** A part of what `scripts/soak/site.mjs` does with every public page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { startSiteCrawl, type SiteCrawl } from '../lib/siteCrawl.ts';

const LIMIT_MS = 240_000;

let site: SiteCrawl;
beforeAll(async () => {
  site = await startSiteCrawl();
});
afterAll(() => site?.close());

describe('the public pages, crawled', () => {
  it('have no dead link (price list)', { timeout: LIMIT_MS }, async () => {
    const { findings, followed } = await site.crawl(ROUTES.pricing, 'links');
    expect(findings).toEqual([]);
    expect(followed.length).toBeGreaterThan(10);
  });

  it.each([ROUTES.pricing, ROUTES.documentation])(
    'have no dead button (%s)',
    { timeout: LIMIT_MS },
    async (route) => {
      const { findings, pressed } = await site.crawl(route, 'buttons');
      expect(findings).toEqual([]);
      expect(pressed).not.toEqual([]);
    },
  );

  it('stand in both themes at three widths (contact)', { timeout: LIMIT_MS }, async () => {
    expect((await site.crawl(ROUTES.contact, 'looks')).findings).toEqual([]);
  });
});
