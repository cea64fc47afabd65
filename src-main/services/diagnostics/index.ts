import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { arch, availableParallelism, cpus, homedir, hostname, totalmem, userInfo } from 'node:os';
import type { diagnosticsContract } from '../../../src-shared/contract/diagnostics.ts';
import {
  createDiagnosticsReader,
  diagnosticsHandlers,
  type Asked,
  type ReadDiagnostics,
} from '../../../src-shared/handlers/diagnostics.ts';
import type { ScrubOptions } from '../../../src-shared/domain/scrub.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Clock } from '../ports.ts';

export interface DiagnosticsServiceOptions {
  asked: Asked;
  clock: Clock;
  dataDir: string;
  /** null where this host keeps none. */
  logFile: string | null;
  /** Its variables whose names say so hold secrets. */
  env: NodeJS.ProcessEnv;
}

/** Of the log's end so much is looked at. */
const TAIL_BYTES = 128 * 1024;
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH)/i;
/** Shorter values, such as "1", stand everywhere. */
const SHORTEST_SECRET = 6;

/** What is reported of this installation, on a machine with files. */
export function createDiagnosticsService(options: DiagnosticsServiceOptions): {
  read: ReadDiagnostics;
  handlers: Handlers<typeof diagnosticsContract>;
} {
  const read = createDiagnosticsReader({
    asked: options.asked,
    nowMs: () => options.clock.nowMs(),
    readEnvironment,
    readLog: () => readLogTail(options.logFile),
    readPersonal: () => readPersonal(options),
  });
  return { read, handlers: diagnosticsHandlers(read) };
}

/** The last lines of the log, whole ones; none where there is none. */
export function readLogTail(logFile: string | null): string[] {
  return logFile === null ? [] : readTail(logFile);
}

/** What is personal on this machine. */
export function readPersonal({ dataDir, env }: { dataDir: string; env: NodeJS.ProcessEnv }): ScrubOptions {
  return {
    folders: [homedir(), dataDir, env.HOME ?? ''],
    names: [
      { name: readUserName(), instead: '[user]' },
      { name: hostname(), instead: '[computer]' },
    ],
    secrets: Object.entries(env).flatMap(([name, value]) =>
      SECRET_NAME.test(name) && value !== undefined && value.length >= SHORTEST_SECRET ? [value] : [],
    ),
  };
}

function readEnvironment(): Record<string, string> {
  const { node, electron, chrome } = process.versions;
  return {
    ...(electron ? { electron: `${electron}, Chromium ${chrome ?? 'unknown'}` } : {}),
    node,
    processor: `${cpus()[0]?.model.trim() || 'unknown'}, ${availableParallelism()} cores, ${arch()}`,
    memory: `${Math.round(totalmem() / 2 ** 20)} MB`,
    'time zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** A user id without an entry in the user list, as containers have it, has no name to hide. */
function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** The last lines of a file, whole ones; none where there is no file. */
function readTail(path: string): string[] {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const from = Math.max(0, size - TAIL_BYTES);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(file, bytes, 0, bytes.length, from);
    const lines = bytes.toString('utf8', 0, read).split('\n');
    // Cut off in the middle, a line may begin within a secret.
    return (from > 0 ? lines.slice(1) : lines).filter((line) => line !== '');
  } finally {
    closeSync(file);
  }
}
