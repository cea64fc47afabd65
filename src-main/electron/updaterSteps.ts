/** What electron-updater is asked to do, without Electron itself, so that its own code runs in a test. */
import type { AppUpdater, CancellationToken } from 'electron-updater';
import { channelFileOf } from '../../src-shared/domain/release.ts';
import type { UpdateProgram } from '../services/updates/index.ts';

/**
 * Has electron-updater download the package that a signed release names, and answers where it lies; `token` is what ends its
 * download.
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

/**
 * The last thing that the app does, when all else of it has ended. `onRefused`: the system's own part did not take the package, as
 * that of macOS where another certificate signed it.
 */
export function installBy(updater: AppUpdater, isStartedAgain: boolean, onRefused: () => void): void {
  updater.once('error', onRefused);
  // That of macOS reads it here; the others are given it below.
  updater.autoRunAppAfterInstall = isStartedAgain;
  updater.quitAndInstall(true, isStartedAgain);
}
