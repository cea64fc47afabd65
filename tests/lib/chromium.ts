import { existsSync } from 'node:fs';
import type { Browser, LaunchOptions } from 'playwright';
import { launchBrowser } from './exactLocators.ts';

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

/**
 * For pages that share no window: Chromium's headless shell, which has the same codecs and made-up devices but draws no
 * window around a page, and so takes half of the processor's time; Chromium itself where the system has no such package.
 */
export async function launchHeadlessShell(
  extraArgs: readonly string[] = [],
  options: Options = {},
): Promise<Browser> {
  if (!existsSync(SHELL_PATH)) return launchChromium(extraArgs, options);
  return launchBrowser({ ...options, executablePath: SHELL_PATH, args: [...ARGS, ...extraArgs] });
}
