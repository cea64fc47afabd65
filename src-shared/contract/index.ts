import { accountsContract } from './accounts.ts';
import { apiContract } from './api.ts';
import { audioTestContract } from './audioTest.ts';
import { broadcastContract } from './broadcast.ts';
import { broadcastSoundsContract } from './broadcastSounds.ts';
import { broadcastAccountsContract } from './broadcastAccounts.ts';
import { browsersContract } from './browsers.ts';
import { captionsContract } from './captions.ts';
import { captureContract } from './capture.ts';
import { cleanContract } from './clean.ts';
import { devicesContract } from './devices.ts';
import { crashesContract } from './crashes.ts';
import { diagnosticsContract } from './diagnostics.ts';
import { engineContract } from './engine.ts';
import { hostContract } from './host.ts';
import { interruptionsContract } from './interruptions.ts';
import { journalContract } from './journal.ts';
import { keysContract } from './keys.ts';
import { licenceContract } from './licence.ts';
import { looseFilesContract } from './looseFiles.ts';
import { openFoldersContract } from './openFolders.ts';
import { meetingsContract } from './meetings.ts';
import { microphoneAccessContract } from './microphoneAccess.ts';
import { modelsContract } from './models.ts';
import { videoContract } from './video.ts';
import { pluginsContract } from './plugins.ts';
import { presetsContract } from './presets.ts';
import { projectsContract } from './projects.ts';
import { recordingContract } from './recording.ts';
import { rendersContract } from './renders.ts';
import { settingsContract } from './settings.ts';
import { shortcutsContract } from './shortcuts.ts';
import { templatesContract } from './templates.ts';
import { takesContract } from './takes.ts';
import { takesFolderContract } from './takesFolder.ts';
import { transcriptsContract } from './transcripts.ts';
import { updatesContract } from './updates.ts';
import { voiceContract } from './voice.ts';

/** All that the screen may ask of a host. */
export const appContract = {
  ...hostContract,
  ...accountsContract,
  ...settingsContract,
  ...shortcutsContract,
  ...keysContract,
  ...apiContract,
  ...browsersContract,
  ...presetsContract,
  ...devicesContract,
  ...engineContract,
  ...audioTestContract,
  ...captureContract,
  ...captionsContract,
  ...cleanContract,
  ...looseFilesContract,
  ...openFoldersContract,
  ...diagnosticsContract,
  ...crashesContract,
  ...journalContract,
  ...licenceContract,
  ...takesContract,
  ...recordingContract,
  ...videoContract,
  ...meetingsContract,
  ...microphoneAccessContract,
  ...interruptionsContract,
  ...takesFolderContract,
  ...templatesContract,
  ...updatesContract,
  ...pluginsContract,
  ...broadcastContract,
  ...broadcastSoundsContract,
  ...voiceContract,
  ...transcriptsContract,
  ...modelsContract,
  ...broadcastAccountsContract,
  ...projectsContract,
  ...rendersContract,
};
export type AppContract = typeof appContract;

/** Raised when a change to the contract breaks an older peer. */
export const PROTOCOL_VERSION = 1;
