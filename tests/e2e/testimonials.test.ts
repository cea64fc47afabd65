import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { adminScreen } from './adminScreen.ts';

const QUOTE = 'The dishwasher was gone. <script>window.attacked = 1</script>';

const screen = adminScreen({ tables: ['testimonials'] });
const { button } = screen;
const section = () => screen.page.getByRole('region', { name: 'What people say' });
const reviews = () =>
  screen.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reviews' });
/** The front page, read to its end. */
async function readFrontPage(): Promise<void> {
  const { page, accounts } = screen;
  const { origin, hash } = new URL(accounts.host.address);
  await page.goto(`${origin}${ROUTES.landing}${hash}`);
  await expect
    .poll(() => page.getByRole('button', { name: 'Use my microphone' }).isEnabled(), { timeout: 30_000 })
    .toBe(true);
  await page.getByRole('region', { name: 'How it compares' }).scrollIntoViewIfNeeded();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
}

describe('testimonials', () => {
  it('are written, published, shown on the front page as text, and taken off again', async () => {
    await screen.open('Testimonials');
    const { page, accounts } = screen;
    await page.getByText('No testimonials').waitFor();
    await button('Add a testimonial').click();
    const dialog = page.getByRole('dialog', { name: 'Add a testimonial' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The words are required').waitFor();
    await dialog.getByText('A name is required').waitFor();
    await dialog.getByLabel('What was said').fill(QUOTE);
    await dialog.getByLabel('Name').fill('Ada Berg');
    await dialog.getByLabel('Who that is (optional)').fill('Makes a podcast');
    await dialog.getByLabel('Where it was said (optional)').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is no link that starts with https://.').waitFor();
    expect(await screen.axeFindings()).toEqual([]);
    await dialog.getByLabel('Where it was said (optional)').fill('https://example.org/ada');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Draft').waitFor();
    await button('Publish: Ada Berg').click();
    await page.getByText('The testimonial is on the front page').first().waitFor();
    await screen.eachLook('admin');

    await readFrontPage();
    await section().getByText(QUOTE).waitFor();
    await section().getByText('Makes a podcast').waitFor();
    expect(await section().getByRole('link').getAttribute('href')).toBe('https://example.org/ada');
    expect(await reviews().getAttribute('href')).toBe(`${ROUTES.landing}#reviews`);
    expect(await page.evaluate(() => (window as { attacked?: number }).attacked)).toBeUndefined();
    await screen.eachLook('front', () => section().scrollIntoViewIfNeeded());

    await page.goto(accounts.host.address);
    await page.getByRole('link', { name: 'Testimonials' }).click();
    await button('Edit: Ada Berg').click();
    const change = page.getByRole('dialog', { name: 'Change the testimonial' });
    await change.getByLabel('Name').fill('Ada B.');
    await change.getByRole('button', { name: 'Save' }).click();
    await change.waitFor({ state: 'hidden' });
    await button('Unpublish: Ada B.').click();
    await page.getByText('The testimonial is off the front page').first().waitFor();
    await button('Delete: Ada B.').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No testimonials').waitFor();
  });

  it('leave no trace on the front page while none is published', async () => {
    const { page, accounts } = screen;
    await accounts.owner.query(
      `insert into testimonials (quote, author_name) values ('Only a draft', 'Ada')`,
    );
    const asked = Promise.withResolvers<Response>();
    accounts.faults.route('/rest/v1/testimonials', async (request) => {
      const answer = await request.continue();
      asked.resolve(answer.clone());
      return answer;
    });
    await readFrontPage();
    expect(await (await asked.promise).json()).toEqual([]);
    expect(await reviews().count()).toBe(0);
    expect(await section().count()).toBe(0);
    expect(await page.getByText(/Only a draft/).count()).toBe(0);
  });

  it('are nobody else’s to write', async () => {
    await screen.openAsSomebodyElse(ROUTES.testimonials);
    const { page } = screen;
    expect(await page.getByRole('link', { name: 'Testimonials' }).count()).toBe(0);
    await page.getByText('Testimonials are written by super administrators.').waitFor();
  });
});
