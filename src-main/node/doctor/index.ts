import { IS_INSTALLED_PACKAGE } from '../project.ts';
import type { EngineService } from '../../services/engine/index.ts';
import { checkAddon, checkDevices, checkEcho } from './engineChecks.ts';
import type { Finding } from './finding.ts';
import {
  checkDataDir,
  checkElectron,
  checkNode,
  checkRenderer,
  checkWindowBrowser,
} from './installChecks.ts';
import { checkPlugins } from './pluginChecks.ts';
import { checkChromium, checkFfmpeg, checkOfflineSpeech, checkRealtimePriority } from './systemChecks.ts';

export type { Finding } from './finding.ts';

/** Checks the installation, each part on its own: one that fails does not keep the others from being looked at. */
export async function checkAll(parts: { engine: EngineService; dataDir: string }): Promise<Finding[]> {
  // One after the other: devices are only to be had where the addon loads.
  return [
    checkNode(),
    await checkAddon(parts.engine),
    ...(await checkEcho(parts.engine)),
    await checkDevices(parts.engine),
    checkRealtimePriority(),
    await checkPlugins(),
    await checkFfmpeg('ffmpeg'),
    await checkFfmpeg('ffprobe'),
    ...(await checkOfflineSpeech()),
    checkRenderer(),
    ...(IS_INSTALLED_PACKAGE ? [checkWindowBrowser()] : [checkElectron(), await checkChromium()]),
    checkDataDir(parts.dataDir),
  ];
}
