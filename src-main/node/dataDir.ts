import { chmodSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { PRODUCT_NAME, PRODUCT_PREFIX } from '../../src-shared/domain/product.ts';
import { makeFolderDurably } from '../../src-node/files/index.ts';

/** The folder of this user's data: `$SOUNDDESK_DATA_DIR`, else where the system wants it. */
export function findDataDir(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.SOUNDDESK_DATA_DIR) return resolve(env.SOUNDDESK_DATA_DIR);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', PRODUCT_NAME);
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), PRODUCT_NAME);
  // XDG says that a relative path is to be ignored.
  const base = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(base, PRODUCT_PREFIX);
}

/** The folder of the desktop app's data, as Electron has it. */
export function findDesktopDataDir(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', PRODUCT_NAME, 'data');
  if (platform === 'win32')
    return join(env.APPDATA || join(home, 'AppData', 'Roaming'), PRODUCT_NAME, 'data');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), PRODUCT_NAME, 'data');
}

/** Makes the folder, for this user's eyes only. */
export function prepareDataDir(path: string): void {
  makeFolderDurably(path, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
}
