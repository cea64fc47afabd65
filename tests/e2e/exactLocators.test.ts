import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchHeadlessShell } from '../lib/chromium.ts';

const CONTENT = `
  <button>Save</button><button>Save all</button><button>save</button>
  <p>Bin</p><p>Bin (2)</p>
  <label>Name <input /></label><label>Name of the folder <input /></label>
  <input placeholder="Search" /><input placeholder="Search here" />
  <i title="Gain">a</i><i title="Gain in dB">b</i>
  <img alt="Ada" /><img alt="Ada and Ben" />`;

describe('a string that a test looks for', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchHeadlessShell();
    page = await browser.newPage();
    await page.setContent(`${CONTENT}<iframe></iframe>`);
    await page.frames()[1]?.setContent(CONTENT);
  });
  afterAll(async () => {
    await browser?.close();
  });

  const owners = {
    'a page': () => page,
    'a frame': () => page.frames()[1] ?? page,
    'a part of a page': () => page.locator('body'),
    'a part of a frame': () => page.frameLocator('iframe'),
  };
  it.each(Object.entries(owners))('is a whole name or text, in %s', async (_, owner) => {
    const found = [
      owner().getByRole('button', { name: 'Save' }),
      owner().getByText('Bin'),
      owner().getByLabel('Name'),
      owner().getByPlaceholder('Search'),
      owner().getByTitle('Gain'),
      owner().getByAltText('Ada'),
    ];
    for (const one of found) expect(await one.count(), one.toString()).toBe(1);
  });

  it('is a part of one where it is a regular expression', async () => {
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(2);
    expect(await page.getByText(/^Bin/).count()).toBe(2);
  });

  it('leaves a role alone without a name', async () => {
    expect(await page.getByRole('button').count()).toBe(3);
  });
});
