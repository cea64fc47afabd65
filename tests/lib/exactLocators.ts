import {
  chromium,
  _electron as electron,
  type Browser,
  type BrowserContext,
  type ElectronApplication,
  type LaunchOptions,
  type Page,
} from 'playwright';
import { saveDataIn } from './dataSaver.ts';

/**
 * Playwright takes a string as a part of a name or text, in any case: "Save" finds "Save all" too, once that is there,
 * and a test fails on a machine that is faster or slower. Here a string is all of it, everywhere; anyone who wants a part
 * writes a regular expression. What is launched here has it so, and nothing is launched elsewhere (oxlint.config.ts).
 */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const browser = await chromium.launch(options);
  browser.on('context', (context) => {
    context.on('page', makeExact);
    saveDataIn(context);
  });
  return browser;
}

/** A browser that keeps what it has in the folder `profile`. */
export async function launchProfile(
  profile: string,
  options: Parameters<typeof chromium.launchPersistentContext>[1],
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, options);
  context.on('page', makeExact);
  context.pages().forEach(makeExact);
  saveDataIn(context);
  return context;
}

export async function launchElectron(
  options: Parameters<typeof electron.launch>[0],
): Promise<ElectronApplication> {
  const app = await electron.launch(options);
  app.on('window', makeExact);
  app.windows().forEach(makeExact);
  return app;
}

type Finder = (text: unknown, options?: object) => unknown;

const FINDERS = ['getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText'];
const exactPrototypes = new WeakSet<object>();

/** Playwright does not export its classes: the first page of a process leads to them, for all pages after it. */
function makeExact(page: Page): void {
  for (const one of [page, page.mainFrame(), page.locator('*'), page.frameLocator('*')]) {
    const prototype = Object.getPrototypeOf(one) as Record<string, Finder>;
    if (exactPrototypes.has(prototype)) continue;
    exactPrototypes.add(prototype);
    for (const name of FINDERS) {
      const find = prototype[name];
      if (!find) throw new Error(`Playwright has no ${name} any more.`);
      prototype[name] = function (this: unknown, text, options) {
        return find.call(this, text, { ...options, exact: true });
      };
    }
  }
}
