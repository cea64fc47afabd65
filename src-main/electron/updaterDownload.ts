import type { AppUpdater, CancellationToken } from 'electron-updater';
import { channelFileOf } from '../../src-shared/domain/release.ts';
import type { UpdateProgram } from '../services/updates/index.ts';

/**
 * Has electron-updater download the package that a signed release names, and answers where it lies. Without Electron itself, so that the
 * updater's own code runs in a test; `token` is what ends its download.
 */
export async function downloadBy(
  updater: AppUpdater,
  token: CancellationToken,
  ...[release, publisher, { signal, onProgress }]: Parameters<UpdateProgram['download']>
): Promise<string> {
  // It adds the system's part itself.
  const channel = channelFileOf(release.channel, 'windows').replace('.yml', '');
  updater.setFeedURL({ provider: 'generic', url: publisher.url, channel });
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  // A second package, which the channel file alone would vouch for.
  updater.disableWebInstaller = true;
  // Who gets it was decided by what was signed.
  updater.isUserWithinRollout = () => true;
  const found = await updater.checkForUpdates();
  if (found?.updateInfo.version !== release.version)
    throw new Error(`the channel file names ${found?.updateInfo.version}, the signature ${release.version}`);
  const report = ({ percent }: { percent: number }) => onProgress(percent);
  const stop = () => token.cancel();
  signal.addEventListener('abort', stop, { once: true });
  updater.on('download-progress', report);
  try {
    const [file] = await updater.downloadUpdate(token);
    if (file === undefined) throw new Error('nothing was downloaded');
    return file;
  } finally {
    updater.off('download-progress', report);
    signal.removeEventListener('abort', stop);
  }
}
