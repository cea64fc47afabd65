import type { Log } from '../../src-main/services/ports.ts';

/** A log whose entries can be looked at. */
export function createRecordingLog(): Log & { entries: string[] } {
  const entries: string[] = [];
  return {
    entries,
    info: (message) => void entries.push(message),
    error: (message, error) => void entries.push(`${message}: ${String(error)}`),
  };
}
