import { existsSync } from 'node:fs';
import { chromium, type Browser, type LaunchOptions } from 'playwright';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Where Debian's Chromium is; undefined where it is not installed. */
export const findChromium = (): string | undefined => PATHS.find((path) => existsSync(path));

/** Debian's Chromium without a window, kept from talking to anyone but loopback. */
export async function launchChromium(
  extraArgs: readonly string[] = [],
  options: Pick<LaunchOptions, 'env' | 'headless' | 'ignoreDefaultArgs'> = {},
): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is not installed. Run npm test, which installs it.');
  return chromium.launch({
    ...options,
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...extraArgs,
    ],
  });
}
