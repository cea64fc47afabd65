import fs from 'node:fs';
import path from 'node:path';
import type { Clock, Log } from '../core/ports.ts';

/** A log that has grown so large becomes the old one when the app starts. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;

export function fileLogPath(logDir: string): string {
  return path.join(logDir, 'main.log');
}

/** A log of one JSON object a line in `<logDir>/main.log`; the one before is kept as `main.old.log`. */
export function openFileLog(logDir: string, clock: Clock): Log {
  const file = fileLogPath(logDir);
  fs.mkdirSync(logDir, { recursive: true });
  const { size = 0 } = fs.statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size > MAX_LOG_BYTES) fs.renameSync(file, path.join(logDir, 'main.old.log'));
  const write = (entry: Record<string, unknown>) => {
    const line = `${JSON.stringify({ time: new Date(clock.nowMs()).toISOString(), ...entry })}\n`;
    // Written at once: what is logged last is what a crash is understood by.
    try {
      fs.appendFileSync(file, line, { mode: 0o600 });
    } catch (error) {
      // A full disk must not end what is being logged.
      process.stderr.write(`The log could not be written: ${String(error)}\n`);
    }
  };
  return {
    info: (message, details) => write({ level: 'info', message, ...details }),
    error: (message, error, details) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`${message} ${reason}\n`);
      write({ level: 'error', message, reason, ...details });
    },
  };
}
