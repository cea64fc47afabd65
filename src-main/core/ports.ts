import type { Settings } from '../../src-shared/contract/settings.ts';

/** What the services need from the place they run in. Entry files construct these; nothing else does. */
export interface CorePorts {
  runtime: 'electron' | 'node';
  version: string;
  operatingSystem: string;
  /** Folder of this installation's data; exists and is private to the user. */
  dataDir: string;
  settingsStore: SettingsStore;
  launchEngine: EngineLauncher;
  clock: { nowMs(): number };
  createId: () => string;
  log: Log;
}

/** Where settings rest. What is read is checked by the service: a damaged store must not throw. */
export interface SettingsStore {
  read(): unknown;
  /** Durable when it returns. */
  write(settings: Settings): void;
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
  kill(): void;
}

export type EngineLauncher = () => EngineProcess;
