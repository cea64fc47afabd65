import { join } from 'node:path';
import { createEngineService, type EngineService } from '../../services/engine/index.ts';
import { findModelFiles } from '../../services/models/index.ts';
import type { Log } from '../../services/ports.ts';
import { findDataDir, prepareDataDir } from '../dataDir.ts';
import { createEngineLauncher } from '../launchEngine.ts';
import { createLogFile } from '../logFile.ts';

/** The engine for one command. What went wrong reaches the user as the command's own error. */
export function createCommandEngine(log: Log = createCommandLog()): EngineService {
  return createEngineService({
    launch: createEngineLauncher({ log }),
    findModel: (id) => findModelFiles(join(findDataDir(), 'models'), id),
    clock: { nowMs: Date.now },
    log,
    onStateChanged: () => undefined,
    onLevelsMeasured: () => undefined,
  });
}

/** The log of this installation; where it cannot be written, failures go to the terminal. */
export function createCommandLog(): Log {
  const dataDir = findDataDir();
  try {
    prepareDataDir(dataDir);
    return createLogFile({ dir: join(dataDir, 'logs'), nowMs: Date.now });
  } catch {
    // A command works without a data folder, e.g. in a container that is read-only.
    return {
      info: () => undefined,
      error: (message, error) => process.stderr.write(`${message}: ${String(error)}\n`),
    };
  }
}
