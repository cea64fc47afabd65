import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for the running test, gone when it is over. */
export function temporaryDir(): string {
  const path = mkdtempSync(join(tmpdir(), 'sounddesk-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
