import type { AccountsProject } from '../../src-shared/contract/accounts.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import type { EventHub } from '../../src-shared/rpc/index.ts';
import type { OwnProject } from '../services/accounts/index.ts';
import type { PlatformAddresses } from '../services/broadcastAccounts/index.ts';
import type { BrowserDoor } from '../services/browsers/index.ts';
import type { PinnedIssuer } from '../services/licence/index.ts';
import type { Publisher, UpdateProgram } from '../services/updates/index.ts';
import type {
  Clock,
  ConfirmPluginFolder,
  EngineLauncher,
  FolderDialog,
  GlobalKeys,
  Log,
  MicrophoneAccess,
  SecretStore,
  SettingsStore,
  ShowInFolder,
} from '../services/ports.ts';
import type { SpeechPrograms } from '../services/speech/index.ts';

export type {
  BackendLauncher,
  BackendProcess,
  Clock,
  ConfirmPluginFolder,
  EngineLauncher,
  EngineProcess,
  FolderDialog,
  GlobalKeys,
  Log,
  SecretStore,
  SettingsStore,
  ShowInFolder,
} from '../services/ports.ts';

/** Where services announce: to the pages, and to each other. */
export type CoreHub = EventHub<AppContract>;

/** A project, with its socket where it is of this machine; or why there is none, as a sentence for the user. */
export type AccountsPlace = AccountsProject | OwnProject | { kind: 'none'; reason: string };

/** What the services need from the place they run in. Entry files construct these; nothing else does. */
export interface CorePorts {
  runtime: 'electron' | 'node';
  version: string;
  operatingSystem: string;
  /** Folder of this installation's data; exists and is private to the user. */
  dataDir: string;
  settingsStore: SettingsStore;
  launchEngine: EngineLauncher;
  /** Starts the process that makes an export of the video editor. */
  launchRender: EngineLauncher;
  /** Starts the process that runs models of speech. */
  launchSpeech: EngineLauncher;
  speechPrograms: SpeechPrograms;
  /** The arithmetic of its frames. */
  kernelPath: string;
  /** Where people have their accounts, now or when it is known; nowhere, unless it is said. */
  accounts?: AccountsPlace | Promise<AccountsPlace>;
  /** How the backend of this machine is asked at its socket; without it as it has to be. For tests of one that fails. */
  openGateway?: (socketPath: string) => typeof fetch;
  /** The system's leave to hear; without it everybody may. */
  microphoneAccess?: MicrophoneAccess | null;
  /** The system's keychain; without one, secrets are in files of this user alone. */
  secretStore?: SecretStore;
  /** Account servers whose licences are believed; without it those that the build knows. */
  licenceIssuers?: readonly PinnedIssuer[];
  /** Puts another version in place of this one; without it that is left to whoever installed it. */
  updateProgram?: UpdateProgram;
  /** Who signs releases; without it whom the build knows. For tests. */
  publisher?: Publisher;
  /** Where accounts of a broadcast's platforms are; without it where the platforms have them. For tests. */
  platformAddresses?: PlatformAddresses;
  /** Keys of the whole system; without it there are none. */
  globalKeys?: GlobalKeys;
  /** The system's dialog for folders; without it paths are typed. */
  folderDialog?: FolderDialog;
  /** The system's dialog for a plug-in folder that a page asks for; without it the command line allows them. */
  confirmPluginFolder?: ConfirmPluginFolder;
  /** Shows a file or a folder in the system's file manager; without it paths are reported. */
  showInFolder?: ShowInFolder;
  /** The window crashed too often: this run has no plug-ins. */
  isSafeMode?: boolean;
  /** The program that loads plug-ins; it need not be there. */
  pluginHostPath: string;
  /** Where plug-ins and presets are looked for; of it, plug-ins see no secret. */
  env: NodeJS.ProcessEnv;
  clock: Clock;
  createId: () => string;
  log: Log;
  /** Where the log rests, for the diagnostics; nothing where it rests nowhere. */
  logFile?: string;
  /** How browsers come to this host; without it there are none. Who is given to the router was let in before. */
  door?: BrowserDoor;
}
