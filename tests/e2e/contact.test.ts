import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { axeFindingsOf } from '../lib/axe.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import { openPage } from '../lib/openPage.ts';
import { startWebStudio } from '../lib/webStudio.ts';

let browser: Browser;
let accounts: AccountsHost;
let page: Page;
let problems: string[];

beforeAll(async () => {
  [browser, accounts] = await Promise.all([launchHeadlessShell(), startAccountsHost()]);
});
afterAll(async () => {
  await browser?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query('delete from private.rate_limits');
  page = await openPage(browser);
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await page.context().close();
});

/** With the token that opens the host. */
const open = async (query = '') => {
  const { origin, hash } = new URL(accounts.host.address);
  await page.goto(`${origin}${ROUTES.contact}${query}${hash}`);
  await page.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor();
};
const send = () => page.getByRole('button', { name: 'Send Message' });
const write = async (subject: string) => {
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill('ada@example.org');
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill('It hums.');
};
const stored = async (subject: string) => {
  const { rows } = await accounts.owner.query<Record<string, unknown>>(
    `select feedback_type as type, message, email, status from sounddesk_feedback where message like '%' || $1 || '%'`,
    [subject],
  );
  return rows;
};

describe('the contact page', () => {
  it('sends a message, says so, and takes another', async () => {
    const subject = `Hum ${randomUUID()}`;
    await open();
    await page.getByRole('combobox', { name: 'What it is about' }).click();
    await page.getByRole('option', { name: 'Support' }).click();
    await write(subject);
    await send().click();
    await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();
    await page.getByText("We'll get back to you within 24 hours.").waitFor();
    expect(await stored(subject)).toEqual([
      {
        type: 'support',
        message: `Name: Ada\nEmail: ada@example.org\nSubject: ${subject}\n\nIt hums.`,
        email: 'ada@example.org',
        status: 'pending',
      },
    ]);
    await page.getByRole('button', { name: 'Send another message' }).click();
    expect(await page.getByLabel('Subject').inputValue()).toBe('');
    // Sign-up need not ask for it again.
    expect(await page.evaluate(() => localStorage.getItem('sounddesk.leadEmail'))).toBe('ada@example.org');
  });

  it('says at each field what is wrong, and sends nothing', async () => {
    await open();
    await page.getByLabel('E-mail').fill('ada@');
    await send().click();
    await page.getByText(/^Enter an e-mail address/).waitFor();
    // Name, subject and message.
    await page.getByText('Fill this in.').nth(2).waitFor();
    expect(await page.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it.each(['download_request', 'license_request'])('is filled in by ?type=%s', async (type) => {
    await open(`?type=${type}`);
    await page.getByRole('combobox').getByText('License request').waitFor();
    expect(await page.getByLabel('Subject').inputValue()).toContain('trial license');
    expect(await page.getByLabel('Message').inputValue()).toContain('download link');
  });

  it('keeps what was typed where the server does not answer, and sends it once when it does', async () => {
    const subject = `Away ${randomUUID()}`;
    accounts.faults.route('/functions/v1/submit-contact', (route) => route.abort());
    await open();
    await write(subject);
    await send().click();
    await page.getByText(/^The server was not reached/).waitFor();
    expect(await stored(subject)).toEqual([]);
    accounts.faults.unroute('/functions/v1/submit-contact');
    await send().click();
    await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();
    expect(await stored(subject)).toHaveLength(1);
  });

  it('says that it failed where no reason is reported, and keeps what was typed', async () => {
    const subject = `Odd ${randomUUID()}`;
    // A proxy in between that answers in words of its own.
    accounts.faults.route('/functions/v1/submit-contact', (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }),
    );
    await open();
    await write(subject);
    await send().click();
    await page.getByRole('alert').getByText('Failed to send message').waitFor();
    expect(await page.getByLabel('Subject').inputValue()).toBe(subject);
    accounts.faults.unroute('/functions/v1/submit-contact');
    await send().click();
    await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();
    expect(await stored(subject)).toHaveLength(1);
  });

  it('fits three widths in both themes, without findings', async () => {
    await open();
    for (const colour of ['Switch to the light theme', 'Switch to the dark theme']) {
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        const hasColoursOnly = colour === 'Switch to the dark theme';
        expect(await axeFindingsOf(page, { hasColoursOnly })).toEqual([]);
      }
      await page.getByRole('button', { name: colour }).click();
    }
  });

  it('has the other ways that an admin published, in their order, as text', async () => {
    await open();
    await send().waitFor();
    expect(await page.getByRole('heading', { name: 'Other ways to reach us' }).count()).toBe(0);
    await accounts.owner.query(
      `insert into admin_contact_info (contact_type, title, description, contact_value, availability, order_index, is_active)
       values ('legal', 'Second', '', 'https://example.org/imprint', null, 2, true),
         ('support', 'First <b>', 'For <i>everything</i>', 'support@example.org', 'Within 24 hours', 1, true),
         ('sales', 'Third', '', 'javascript:alert(1)', null, 3, true),
         ('sales', 'Hidden', '', 'hidden@example.org', null, 0, false)`,
    );
    try {
      await page.reload();
      const ways = page.getByRole('region', { name: 'Other ways to reach us' });
      await ways.waitFor();
      expect(await ways.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
        'First <b>',
        'Second',
        'Third',
      ]);
      await ways.getByText('For <i>everything</i>').waitFor();
      const links = await ways
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links).toEqual(['mailto:support@example.org', 'https://example.org/imprint']);
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await axeFindingsOf(page)).toEqual([]);
        const images = process.env.SOUNDDESK_SCREENSHOTS;
        if (images !== undefined) {
          await page.screenshot({ path: `${images}/contact-page-${width}.png`, fullPage: true });
        }
      }
    } finally {
      await accounts.owner.query('delete from admin_contact_info');
    }
  });

  it('has what admins published for it, once it is published', async () => {
    const content = {
      sections: [
        {
          heading: 'Our office <b>',
          text: 'Closed in August.',
          link: { label: 'x', address: 'javascript:1' },
        },
      ],
    };
    await accounts.owner.query(
      `insert into admin_content_pages (page_key, title, content) values ('contact', 'Good to know', $1)`,
      [JSON.stringify(content)],
    );
    try {
      await open();
      await send().waitFor();
      expect(await page.getByRole('region', { name: 'Good to know' }).count()).toBe(0);
      await accounts.owner.query(`update admin_content_pages set status = 'published'`);
      await page.reload();
      const published = page.getByRole('region', { name: 'Good to know' });
      await published.getByRole('heading', { level: 3, name: 'Our office <b>' }).waitFor();
      await published.getByText('Closed in August.').waitFor();
      expect(await published.getByRole('link').count()).toBe(0);
      expect(await axeFindingsOf(page)).toEqual([]);
    } finally {
      await accounts.owner.query('delete from admin_content_pages');
    }
  });

  it('says so where there is no server', async () => {
    const studio = await startWebStudio([]);
    try {
      const alone = await studio.browser.newPage();
      await alone.goto(`${studio.origin}${ROUTES.contact}`);
      await alone.getByText('No messages from here').waitFor();
    } finally {
      await studio.close();
    }
  });
});
