import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWithFileLimit } from '../../tests/lib/limitedFiles.ts';
import { createRecordingLog } from '../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../tests/lib/temporaryDir.ts';
import { openJsonStore } from './settingsStore.ts';

describe('a file of settings of the desktop app', () => {
  it('gives back what was written, and nothing before', () => {
    const dir = temporaryDir();
    const store = openJsonStore(dir, 'settings', createRecordingLog());
    expect(store.read()).toBeUndefined();
    store.write({ theme: 'dark' });
    expect(openJsonStore(dir, 'settings', createRecordingLog()).read()).toEqual({ theme: 'dark' });
  });

  it('is put aside where it is damaged', () => {
    const dir = temporaryDir();
    writeFileSync(join(dir, 'settings.json'), '{"theme');
    const store = openJsonStore(dir, 'settings', createRecordingLog());
    expect([store.wasDamaged(), store.read()]).toEqual([true, undefined]);
    expect(existsSync(join(dir, 'settings.json.bad'))).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('stays as it was where a new one does not fit on the disk', () => {
    const dir = temporaryDir();
    const path = join(dir, 'settings.json');
    writeFileSync(path, '{"theme":"dark"}');
    const script = `
      const { openJsonStore } = await import(process.argv[1]);
      const store = openJsonStore(process.argv[2], 'settings', { info() {}, error() {} });
      try {
        store.write({ text: 'n'.repeat(100_000) });
        console.log('"written"');
      } catch (error) {
        console.log(JSON.stringify(error.code));
      }`;
    const said = runWithFileLimit(24 * 1024, script, [join(import.meta.dirname, 'settingsStore.ts'), dir]);
    expect(readFileSync(path, 'utf8').slice(0, 40)).toBe('{"theme":"dark"}');
    expect(said).toBe('DISK_FULL');
  });
});
