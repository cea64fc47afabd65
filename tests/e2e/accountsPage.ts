import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { axeFindingsOf } from '../lib/axe.ts';

export const PASSWORD = 'correct horse 7';

/** An address that no account has, also when a test is tried again. */
export const newAddress = (name: string) => `${name}-${randomUUID()}@example.com`;

/** What the tests of accounts do on a page, in the words that a user reads. */
export function accountsPage(page: Page, address: string) {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const submit = (name: string) => page.getByRole('button', { name }).click();
  const shows = (text: string) => page.getByText(text).first().waitFor();
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  };
  const atDashboard = () => page.getByRole('button', { name: 'Start noise cancellation' }).waitFor();
  return {
    heading,
    submit,
    shows,
    fill,
    atDashboard,
    async open() {
      await page.goto(address);
      await heading('Sign In');
    },
    async openSignUp() {
      await this.open();
      await submit('Create one');
      await heading('Create Account');
    },
    async signUp(email: string) {
      await this.openSignUp();
      await fill({ Name: 'Maria', Email: email, Password: PASSWORD, 'Confirm password': PASSWORD });
      await submit('Create Account');
      await atDashboard();
    },
    async signIn(email: string, password = PASSWORD) {
      await fill({ Email: email, Password: password });
      await submit('Sign In');
    },
    async signOut() {
      await submit('Sign out');
      await heading('Sign In');
    },
    async axeFindings(): Promise<string[]> {
      return axeFindingsOf(page);
    },
    storedKeys: () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => /^(sb-|supabase\.)/.test(key))),
  };
}
