import { join } from 'node:path';
import { RpcError } from '../../src-shared/contract/errors.ts';
import type { Settings } from '../../src-shared/contract/settings.ts';
import { checkPluginFolder } from '../services/plugins/index.ts';
import { checkNewFolder } from '../services/takesFolder/index.ts';

/**
 * The changes of settings as they are kept. Recordings go, and plug-ins are looked for, in whole paths of folders that are
 * there; a folder that held recordings can be forgotten, none can be made up.
 */
export function createPathCheck(dataDir: string) {
  return (changes: Partial<Settings>, before: Settings): Partial<Settings> => {
    const checked = { ...changes };
    const { takesFolder, earlierTakesFolders, pluginFolders } = changes;
    if (takesFolder && takesFolder !== before.takesFolder)
      checked.takesFolder =
        takesFolder === join(dataDir, 'takes') ? null : checkNewFolder(takesFolder, dataDir);
    const known = [...before.earlierTakesFolders, before.takesFolder];
    const madeUp = earlierTakesFolders?.find((folder) => !known.includes(folder));
    if (madeUp !== undefined)
      throw new RpcError('BAD_OPTION', `"${madeUp}" never was the folder of recordings.`);
    if (pluginFolders)
      checked.pluginFolders = pluginFolders.map((folder) =>
        before.pluginFolders.includes(folder) ? folder : checkPluginFolder(folder),
      );
    return checked;
  };
}
