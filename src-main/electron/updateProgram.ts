import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { channelFileOf } from '../../src-shared/domain/release.ts';
import type { UpdateProgram } from '../services/updates/index.ts';

/** Packages by electron-updater; the services say when, from where, and whether it is the signed one. */
export function createUpdateProgram(): UpdateProgram {
  let updater: AppUpdater | null = null;
  return {
    async download(release, publisher, { signal, onProgress }) {
      // Read at its first use: it looks at how this app was installed.
      const { default: electronUpdater } = await import('electron-updater');
      updater = electronUpdater.autoUpdater;
      // It adds the system's part itself.
      const channel = channelFileOf(release.channel, 'windows').replace('.yml', '');
      updater.setFeedURL({ provider: 'generic', url: publisher.url, channel });
      updater.autoDownload = false;
      updater.autoInstallOnAppQuit = false;
      updater.allowDowngrade = false;
      // Who gets it was decided by what was signed.
      updater.isUserWithinRollout = () => true;
      const found = await updater.checkForUpdates();
      if (found?.updateInfo.version !== release.version)
        throw new Error(
          `the channel file names ${found?.updateInfo.version}, the signature ${release.version}`,
        );
      const report = ({ percent }: { percent: number }) => onProgress(percent);
      const token = new electronUpdater.CancellationToken();
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
    },
    quit: () => app.quit(),
    install: (isStartedAgain) => updater?.quitAndInstall(true, isStartedAgain),
  };
}
