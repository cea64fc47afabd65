import type { diagnosticsContract } from '../../../src-shared/contract/diagnostics.ts';
import {
  createDiagnosticsReader,
  diagnosticsHandlers,
  type Asked,
} from '../../../src-shared/handlers/diagnostics.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';

/** A page has no log file: the last lines of what went wrong since it was opened. */
const KEPT_LINES = 100;

export interface PageLog {
  add(message: string, error?: unknown): void;
  read(): string[];
}

export function createPageLog(nowMs: () => number): PageLog {
  const lines: string[] = [];
  return {
    add(message, error) {
      const reason = reasonOf(error);
      lines.push(
        JSON.stringify({ at: new Date(nowMs()).toISOString(), message, ...(reason ? { reason } : {}) }),
      );
      if (lines.length > KEPT_LINES) lines.shift();
    },
    read: () => [...lines],
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message;
  const text = String(error);
  return error === undefined ? '' : text;
}

/** What is reported of this page and its browser. */
export function createBrowserDiagnostics(options: {
  asked: Asked;
  nowMs: () => number;
  log: PageLog;
}): Handlers<typeof diagnosticsContract> {
  const read = createDiagnosticsReader({
    ...options,
    readEnvironment: () => ({
      'time zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
      processor: `${navigator.hardwareConcurrency} cores`,
      'secure context': String(globalThis.isSecureContext),
      'cross-origin isolated': String(globalThis.crossOriginIsolated),
    }),
    readLog: () => options.log.read(),
    // A page knows no name of a user and no folder.
    readPersonal: () => ({ folders: [], names: [], secrets: [] }),
  });
  return diagnosticsHandlers(read);
}
