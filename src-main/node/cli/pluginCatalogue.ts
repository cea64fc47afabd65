import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ScanProgress } from '../../../src-shared/contract/plugins.ts';
import { settingsSchema } from '../../../src-shared/contract/settings.ts';
import {
  createCatalogue,
  createFileCache,
  createPassingCache,
  pluginFolders,
  type Catalogue,
} from '../../services/plugins/index.ts';
import type { Log } from '../../services/ports.ts';
import { createFileSettingsStore } from '../../services/settings/index.ts';
import { findDataDir } from '../dataDir.ts';
import { PLUGIN_HOST_PATH, readVersion } from '../project.ts';

export interface CommandCatalogueOptions {
  /** Only these, and nothing is remembered of them; null: the folders of the system and of the settings. */
  folders: readonly string[] | null;
  log: Log;
  onProgress?: (progress: ScanProgress) => void;
}

/** The catalogue for one command: the same that the app has. */
export function createCommandCatalogue({ folders, log, onProgress }: CommandCatalogueOptions): Catalogue {
  const dataDir = findDataDir();
  return createCatalogue({
    hostPath: PLUGIN_HOST_PATH,
    env: process.env,
    machine: { platform: process.platform, arch: process.arch },
    store: folders
      ? createPassingCache()
      : createFileCache(join(dataDir, 'plugins.json'), readVersion(), log),
    readFolders: () =>
      folders
        ? folders.map((path) => ({ path, isOwn: true }))
        : pluginFolders({
            platform: process.platform,
            env: process.env,
            homeDir: homedir(),
            ownFolders: readOwnFolders(dataDir, log),
          }),
    clock: { nowMs: Date.now },
    log,
    events: {
      emit(name, payload) {
        if (name === 'plugins.onScanProgressed') onProgress?.(payload as ScanProgress);
      },
    },
  });
}

/** Damaged settings are the app's to mend; here they name no folder. */
function readOwnFolders(dataDir: string, log: Log): string[] {
  const stored = createFileSettingsStore(join(dataDir, 'settings.json'), log).read();
  const parsed = settingsSchema.pick({ pluginFolders: true }).safeParse(stored);
  return parsed.success ? parsed.data.pluginFolders : [];
}
