import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { UpdateProgram } from '../services/updates/index.ts';
import { downloadBy, installBy } from './updaterSteps.ts';

/** Packages by electron-updater; the services say when, from where, and whether it is the signed one. */
export function createUpdateProgram(): UpdateProgram {
  let updater: AppUpdater | null = null;
  return {
    async download(...asked) {
      // Read at its first use: it looks at how this app was installed.
      const { default: electronUpdater } = await import('electron-updater');
      updater = electronUpdater.autoUpdater;
      return await downloadBy(updater, new electronUpdater.CancellationToken(), ...asked);
    },
    quit: () => app.quit(),
    install: (isStartedAgain) => {
      // Nothing of the app is left that could say so.
      if (updater) installBy(updater, isStartedAgain, () => app.exit(1));
    },
  };
}
