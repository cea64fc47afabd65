import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Browsers that open an address in a window of its own, without an address bar; as their packages for Linux name them. */
const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'brave-browser',
  'vivaldi-stable',
];

/** The first of them that is in the path; null where none is. */
export function findWindowBrowser(pathVariable: string = process.env.PATH ?? ''): string | null {
  const folders = pathVariable.split(delimiter).filter(Boolean);
  const places = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Opens the address in a window of its own, which then lives on; says why where that failed. */
export function openWindow(browser: string, address: string, onFailed: (reason: string) => void): void {
  const args = [`--app=${address}`, '--class=sounddesk'];
  const child = spawn(browser, args, { stdio: 'ignore', detached: true });
  child.on('error', (error) => onFailed(error.message));
  child.unref();
}
