import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { describeIssues } from '../../../src-shared/rpc/issues.ts';
import { readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { ConfirmPluginFolder } from '../ports.ts';

/** More than anybody has; a page cannot write here anyway. */
export const MAX_ALLOWED_FOLDERS = 100;
/** Above as many paths of 4096 characters. */
const MOST_BYTES = 2 << 20;

const fileSchema = z.strictObject({
  version: z.literal(1),
  folders: z.array(z.string().min(1).max(4096)).max(MAX_ALLOWED_FOLDERS),
});

/** Folders whose plug-ins the owner lets in, in a file that no page writes: real paths. */
export interface AllowedFolders {
  /** Throws where the file is damaged: a list that cannot be read allows nothing. */
  read(): string[];
  write(folders: readonly string[]): void;
}

export function createAllowedFolders(dataDir: string): AllowedFolders {
  const path = join(dataDir, 'allowed-plugin-folders.json');
  return {
    read() {
      if (!existsSync(path)) return [];
      let stored: unknown;
      try {
        stored = readJsonSync(path, { mostBytes: MOST_BYTES });
      } catch (error) {
        throw damaged(path, error instanceof Error ? error.message : String(error));
      }
      const parsed = fileSchema.safeParse(stored);
      if (!parsed.success) throw damaged(path, describeIssues(parsed.error));
      return parsed.data.folders;
    },
    write: (folders) => writeFileDurably(path, `${JSON.stringify({ version: 1, folders }, null, 2)}\n`),
  };
}

function damaged(path: string, reason: string): RpcError {
  return failWith('FILE_UNREADABLE', 'allowedListDamaged', { values: { path, reason } });
}

export interface FolderConsentOptions {
  allowed: Pick<AllowedFolders, 'read'>;
  /** Asks the owner outside the page; without it the command line is the only way. */
  confirm: ConfirmPluginFolder | null;
}

/** Whether a page may have a folder searched, whose plug-ins then run as the owner. */
export interface FolderConsent {
  /** Throws `CONFIRMATION_NEEDED` unless the owner says yes outside the page. `folder` is a real path. */
  require(folder: string): Promise<void>;
}

export function createFolderConsent({ allowed, confirm }: FolderConsentOptions): FolderConsent {
  let isAsking = false;
  return {
    async require(folder) {
      if (allowed.read().some((parent) => isInside(parent, folder))) return;
      if (!confirm) throw howToAllow(folder);
      if (isAsking) {
        throw failWith('CONFIRMATION_NEEDED', 'questionOpen');
      }
      isAsking = true;
      try {
        if (await confirm(folder)) return;
      } finally {
        isAsking = false;
      }
      throw failWith('CONFIRMATION_NEEDED', 'folderNotAllowed', { values: { folder } });
    },
  };
}

/** Its place without links; the path itself where there is nothing yet, which holds no plug-in. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'ELOOP') return path;
    throw error;
  }
}

/** With the command on its own in `details.command`, for a screen that shows it apart. */
function howToAllow(folder: string): RpcError {
  const command = `npx sounddesk plugins allow ${quoted(folder)}`;
  return failWith('CONFIRMATION_NEEDED', 'folderNeedsTerminal', {
    values: { command },
    details: { command },
  });
}

/** As a shell takes it. */
function quoted(path: string): string {
  if (process.platform === 'win32') return `"${path}"`;
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

function isInside(parent: string, folder: string): boolean {
  const way = relative(parent, folder);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
