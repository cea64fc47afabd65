import type { TakesFolder, takesFolderContract } from '../../../src-shared/contract/takesFolder.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Settings } from '../../../src-shared/contract/settings.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { dirname, isAbsolute } from 'node:path';
import type { FolderDialog } from '../ports.ts';
import { assertUsable, checkNewFolder, freeBytesOf, wholePath } from './check.ts';

export { checkNewFolder, freeBytesOf, wholePath } from './check.ts';
export { isSystemFolder, liesIn } from './systemFolders.ts';

export interface TakesFolderOptions {
  /** Made with the first recording. */
  defaultPath: string;
  readSettings: () => Pick<Settings, 'takesFolder' | 'earlierTakesFolders'>;
  writeSetting: (takesFolder: string | null) => void;
  /** How many recordings a folder holds; rejects where it cannot be read. */
  countTakes: (path: string) => Promise<number>;
  /** The system's own dialog; null where this host has none. */
  dialog: FolderDialog | null;
}

export interface TakesFolderService {
  handlers: Handlers<typeof takesFolderContract>;
  /** Where new recordings go. Throws where the chosen folder is gone: nothing is recorded elsewhere unasked. */
  requirePath(): string;
  /** All folders that may hold recordings; the one of new ones first. */
  paths(): readonly string[];
}

/** Where recordings are kept. */
export function createTakesFolder(options: TakesFolderOptions): TakesFolderService {
  const { defaultPath, readSettings } = options;
  const path = () => readSettings().takesFolder ?? defaultPath;
  /** Of those that only a settings file says which was changed by hand, none is anywhere. */
  const paths = () => [
    ...new Set([
      path(),
      defaultPath,
      ...readSettings().earlierTakesFolders.filter((kept) => isAbsolute(kept)),
    ]),
  ];

  function problemOf(folder: string): string | null {
    // The default is made when it is needed.
    if (folder === defaultPath) return null;
    try {
      assertUsable(folder);
      return null;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return error.message;
    }
  }

  async function readEarlier(folder: string): Promise<TakesFolder['earlier'][number]> {
    try {
      const takeCount = await options.countTakes(folder);
      const isGone = takeCount === 0 && (await freeBytesOf(folder)) === null && folder !== defaultPath;
      return { path: folder, takeCount, problem: isGone ? `${folder} is not there now.` : null };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { path: folder, takeCount: 0, problem: error.message };
    }
  }

  async function read(): Promise<TakesFolder> {
    const [now, ...others] = paths() as [string, ...string[]];
    const earlier = await Promise.all(others.map(readEarlier));
    return {
      path: now,
      isDefault: now === defaultPath,
      defaultPath,
      problem: problemOf(now),
      freeBytes: await freeBytesOf(now, now === defaultPath),
      earlier: earlier.filter(({ takeCount, problem }) => takeCount > 0 || problem !== null),
      canBrowse: options.dialog !== null,
    };
  }

  return {
    paths,
    requirePath() {
      const problem = problemOf(path());
      if (problem === null) return path();
      throw failWith('FILE_UNWRITABLE', 'nothingRecordable', {
        values: { reason: problem },
        retryable: true,
      });
    },
    handlers: {
      'takesFolder.read': read,
      async 'takesFolder.choose'({ path: wanted }) {
        const chosen = wanted === null ? null : wholePath(wanted);
        if (chosen !== null && chosen !== defaultPath) checkNewFolder(chosen, dirname(defaultPath));
        options.writeSetting(chosen === defaultPath ? null : chosen);
        return await read();
      },
      async 'takesFolder.browse'() {
        if (options.dialog) return await options.dialog(path());
        throw failWith('UNSUPPORTED', 'typePath');
      },
    },
  };
}
