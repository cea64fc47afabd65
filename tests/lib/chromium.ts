import { existsSync } from 'node:fs';
import type { Browser, LaunchOptions } from 'playwright';
import { launchBrowser } from './exactLocators.ts';
import { keepContexts, shareOf } from './keptContexts.ts';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
const SHELL_PATH = '/usr/bin/chromium-headless-shell';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where Debian's Chromium is; undefined where it is not installed. */
export const findChromium = (): string | undefined => PATHS.find((path) => existsSync(path));

/** Its headless shell, or Chromium itself where the system has none. */
export const findHeadlessShell = (): string | undefined =>
  existsSync(SHELL_PATH) ? SHELL_PATH : findChromium();

type Options = Pick<LaunchOptions, 'env' | 'headless' | 'ignoreDefaultArgs'>;

/** Debian's Chromium without a window, kept from talking to anyone but loopback. */
export async function launchChromium(
  extraArgs: readonly string[] = [],
  options: Options = {},
): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is not installed. Run npm test, which installs it.');
  return launchBrowser({ ...options, executablePath, args: [...ARGS, ...extraArgs] });
}

/** The shell that the tests of a worker share, with contexts that are kept. It ends with the worker. */
let shared: Promise<SharedShell> | undefined;

/**
 * For pages that share no window: Chromium's headless shell, which has the same codecs and made-up devices but draws no
 * window around a page, and so takes half of the processor's time; Chromium itself where the system has no such package.
 * Tests that add nothing to its arguments share one, with contexts that are kept (tests/lib/keptContexts.ts).
 */
export async function launchHeadlessShell(
  extraArgs: readonly string[] = [],
  options: Options = {},
): Promise<Browser> {
  if (!existsSync(SHELL_PATH)) return launchChromium(extraArgs, options);
  const launch = () =>
    launchBrowser({ ...options, executablePath: SHELL_PATH, args: [...ARGS, ...extraArgs] });
  if (process.env.VITEST === undefined || extraArgs.length > 0 || Object.keys(options).length > 0)
    return launch();
  shared ??= launchShared(launch);
  const { browser, openContext } = await shared;
  return shareOf(browser, openContext);
}

interface SharedShell {
  browser: Browser;
  openContext: ReturnType<typeof keepContexts>;
}

async function launchShared(launch: () => Promise<Browser>): Promise<SharedShell> {
  const forget = () => (shared = undefined);
  try {
    const browser = await launch();
    browser.once('disconnected', forget);
    return { browser, openContext: keepContexts(browser) };
  } catch (error) {
    forget();
    throw error;
  }
}
