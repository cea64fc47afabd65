import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../services/ports.ts';

const LOG_NAME = 'sounddesk.log';
const DEFAULT_MAX_BYTES = 2 * 1024 * 1024;
/** Older files that are kept: `sounddesk.1.log` is the newest of them. */
const KEPT_FILES = 3;

export interface LogFileOptions {
  dir: string;
  nowMs: () => number;
  maxBytes?: number;
}

/** A log of one JSON object a line, in `sounddesk.log`, turned over by size. */
export function createLogFile({ dir, nowMs, maxBytes = DEFAULT_MAX_BYTES }: LogFileOptions): Log {
  const path = join(dir, LOG_NAME);
  let sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let isFailing = false;

  function write(level: 'info' | 'error', message: string, details: Record<string, unknown> = {}): void {
    const line = `${JSON.stringify({ at: new Date(nowMs()).toISOString(), level, message, ...details })}\n`;
    const lineBytes = Buffer.byteLength(line);
    try {
      // Each time: where there was no room for it, there may be by now.
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      if (sizeBytes > 0 && sizeBytes + lineBytes > maxBytes) {
        turnOver(dir);
        sizeBytes = 0;
      }
      appendFileSync(path, line, { mode: 0o600 });
      sizeBytes += lineBytes;
      isFailing = false;
    } catch (error) {
      // A full disk must not end what is being logged; the terminal is what is left, for what went wrong.
      if (!isFailing) process.stderr.write(`The log could not be written: ${String(error)}\n`);
      if (level === 'error' || !isFailing) process.stderr.write(line);
      isFailing = true;
    }
  }

  return {
    info: (message, details) => write('info', message, details),
    error: (message, error, details) => write('error', message, { ...details, error: describe(error) }),
  };
}

/** The log of a data folder. */
export function logFilePath(dataDir: string): string {
  return join(dataDir, 'logs', LOG_NAME);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function turnOver(dir: string): void {
  const name = (index: number) => join(dir, index === 0 ? LOG_NAME : `sounddesk.${index}.log`);
  rmSync(name(KEPT_FILES), { force: true });
  for (let index = KEPT_FILES - 1; index >= 0; index -= 1) {
    if (statSync(name(index), { throwIfNoEntry: false })) renameSync(name(index), name(index + 1));
  }
}
