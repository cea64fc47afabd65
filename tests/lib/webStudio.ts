import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { contentSecurityPolicy } from '../../src-shared/domain/security.ts';
import { launchChromium, launchHeadlessShell } from './chromium.ts';
import { saveData } from './dataSaver.ts';
import { serveFolder, type StaticServer } from './staticServer.ts';

const RENDERER_DIR = path.resolve(import.meta.dirname, '../../out/renderer');

/** The web build in a real browser, under the product's own policy, with nobody behind it. */
export interface WebStudio {
  origin: string;
  browser: Browser;
  /**
   * A page at the dashboard, in a context of its own; the microphone is allowed, and no screens are fetched ahead, unless said
   * otherwise.
   */
  open(options?: { isMicrophoneAllowed?: boolean; savesData?: boolean }): Promise<WebPage>;
  close(): Promise<void>;
}

export interface WebPage {
  context: BrowserContext;
  page: Page;
  /** Errors of the page and its console, of the policy's refusals too. */
  problems: string[];
}

/** `soundEnv`: a sound server's, where the browser is to find real devices. */
export async function startWebStudio(
  browserArgs: readonly string[],
  soundEnv?: NodeJS.ProcessEnv,
): Promise<WebStudio> {
  const site: StaticServer = await serveFolder(RENDERER_DIR, {
    fallback: 'index.html',
    headers: { 'content-security-policy': contentSecurityPolicy() },
  });
  const env = { ...process.env, ...soundEnv } as Record<string, string>;
  const hasMedia = browserArgs.length > 0 || soundEnv !== undefined;
  const hasMicrophone = soundEnv !== undefined || browserArgs.includes('--use-fake-device-for-media-stream');
  const isAsked = hasMicrophone && !browserArgs.includes('--use-fake-ui-for-media-stream');
  // The shell cannot ask for a microphone. Playwright's Chromium plays nothing without the exception.
  const launch = isAsked ? launchChromium : launchHeadlessShell;
  const browser = await launch(browserArgs, hasMedia ? { env, ignoreDefaultArgs: ['--mute-audio'] } : {});
  return {
    origin: site.origin,
    browser,
    async open({ isMicrophoneAllowed = true, savesData = true } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        permissions: isMicrophoneAllowed ? ['microphone'] : [],
      });
      const page = await context.newPage();
      if (!savesData) await saveData(page, false);
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(`${site.origin}/sounddesk-dashboard`);
      return { context, page, problems };
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
