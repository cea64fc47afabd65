import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findWindowBrowser } from '../appWindow.ts';
import { hasDisplay } from '../openBrowser.ts';
import { IS_INSTALLED_PACKAGE, PROJECT_DIR, RENDERER_DIR } from '../project.ts';
import type { Finding } from './finding.ts';

export function checkNode(): Finding {
  const about = { id: 'node', name: 'Node' };
  if (IS_INSTALLED_PACKAGE)
    return { ...about, status: 'works', detail: `${process.version}, of this package`, remedy: null };
  const binary = join(
    PROJECT_DIR,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(binary)) {
    return { ...about, status: 'works', detail: `${process.version}, pinned in node_modules`, remedy: null };
  }
  return {
    ...about,
    status: 'missing',
    detail: `${process.version} of the system; the pinned one is not installed`,
    remedy: 'run "npm ci": it installs the version that SoundDesk is tested with.',
  };
}

export function checkRenderer(): Finding {
  const about = { id: 'renderer', name: 'Pages' };
  return existsSync(join(RENDERER_DIR, 'index.html'))
    ? { ...about, status: 'works', detail: 'built', remedy: null }
    : { ...about, status: 'missing', detail: 'not built', remedy: 'run "npm start": it builds them.' };
}

/** What `sounddesk open --window` needs. */
export function checkWindowBrowser(): Finding {
  const about = { id: 'window', name: 'Window' };
  const browser = findWindowBrowser();
  if (browser !== null) return { ...about, status: 'works', detail: browser, remedy: null };
  return {
    ...about,
    status: 'missing',
    detail: 'no browser that opens windows of its own: SoundDesk opens in the one that you use',
    remedy: 'sudo apt-get install chromium.',
  };
}

export function checkElectron(): Finding {
  const about = { id: 'electron', name: 'Desktop window' };
  const display = hasDisplay() ? 'there is a display' : 'there is no display';
  const binary = findElectron();
  if (binary && hasDisplay())
    return { ...about, status: 'works', detail: `Electron is installed, ${display}`, remedy: null };
  return {
    ...about,
    status: 'missing',
    detail: `Electron’s binary is ${binary ? '' : 'not '}installed, ${display}`,
    remedy: binary
      ? 'none needed here: "npx sounddesk host" serves SoundDesk to a browser.'
      : 'use "npx sounddesk host" and a browser, or run "node node_modules/electron/install.js" where GitHub can be reached.',
  };
}

function findElectron(): string | null {
  const folder = join(PROJECT_DIR, 'node_modules', 'electron');
  try {
    const binary = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'));
    return existsSync(binary) ? binary : null;
  } catch {
    // Its installer writes that file when it has fetched the binary: there is none.
    return null;
  }
}

export function checkDataDir(path: string): Finding {
  const about = { id: 'dataDir', name: 'Data folder' };
  const existing = nearestExisting(path);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    // Not writable: that is the finding.
    return {
      ...about,
      status: 'broken',
      detail: `${path} cannot be written`,
      remedy: 'mend its permissions, or name another folder in SOUNDDESK_DATA_DIR.',
    };
  }
  const isOpen = existing === path && process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
  const detail = existing === path ? path : `${path} (made at the first start)`;
  return {
    ...about,
    status: 'works',
    detail: isOpen ? `${detail}, open to other users until the next start` : detail,
    remedy: null,
  };
}

function nearestExisting(path: string): string {
  let existing = path;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  return existing;
}
