import type { MicrophoneAccessState } from '../../src-shared/contract/microphoneAccess.ts';
import type { Settings } from '../../src-shared/contract/settings.ts';

/** Where settings rest. What is read is checked by the service: a damaged store must not throw. */
export interface SettingsStore {
  read(): unknown;
  /** Durable when it returns. */
  write(settings: Settings): void;
  /** Whether what was stored was put aside since it could not be read at all. */
  wasDamaged?(): boolean;
  /** Keeps what is stored now, where parts of it were not understood. */
  keepAside?(): void;
  /** The file that the damaged data is kept in; null where there is none. */
  keptAs?(): string | null;
}

export interface Log {
  info(message: string, details?: Record<string, unknown>): void;
  error(message: string, error: unknown, details?: Record<string, unknown>): void;
}

/** The engine in its own process: Electron's utilityProcess or Node's fork. */
export interface EngineProcess {
  readonly pid: number | undefined;
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, however the process ended. */
  onExit(listener: (exit: { code: number | null; signal: string | null }) => void): void;
  /** Ends the process at once, also where it no longer answers (SIGKILL). */
  kill(): void;
}

export type EngineLauncher = () => EngineProcess;

/** The account server of this machine in its own process. */
export interface BackendProcess {
  /** Where it writes what it could not report. */
  readonly logFile: string;
  post(message: string): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, however the process ended; at once where it has ended before. */
  onExit(listener: (exit: { code: number | null; signal: string | null }) => void): void;
  /** Asks it to end cleanly. */
  stop(): void;
  kill(): void;
}

/** Starts it; at `port`, where it is started again at the same address. */
export type BackendLauncher = (port: number | undefined) => BackendProcess;

/** Milliseconds since 1970. */
export interface Clock {
  nowMs(): number;
}

/** Short secrets of this installation. */
export interface SecretStore {
  /** What the user is shown: the system's keychain, or a file that this user alone can read. */
  readonly keptIn: 'keychain' | 'file';
  /** null where nothing was written under this name; rejects where it cannot be read. */
  read(name: string): Promise<string | null>;
  /** Durable when it resolves. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Keys that the system reports while another program is in front. */
export interface GlobalKeys {
  /** false where another program has them; throws where they are no keys to this system. */
  register(accelerator: string, run: () => void): boolean;
  unregister(accelerator: string): void;
}

/** The system's leave to hear a microphone. */
export interface MicrophoneAccess {
  read(): MicrophoneAccessState['status'];
  /** The system's own question; whether it is allowed now. */
  ask(): Promise<boolean>;
  /** Shows where it is changed; null where the system has no such place. */
  openSettings: (() => Promise<void>) | null;
}

/** Asks the user for a folder, beginning at `start`; null where none was chosen. */
export type FolderDialog = (start: string) => Promise<string | null>;

/** Asks the owner outside the page whether plug-ins in this folder may run as programs of theirs. */
export type ConfirmPluginFolder = (folder: string) => Promise<boolean>;

/** Shows a file or a folder in the system's file manager. */
export type ShowInFolder = (path: string) => void;

/** An account server: a hosted project or the one of this machine. */
export interface BackendAddress {
  url: string;
  /** The key that every client may know. */
  publicKey: string;
  /** How it is asked. */
  fetch: typeof fetch;
}

/** The part of Electron's `process.parentPort` that is used here. */
export interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}
