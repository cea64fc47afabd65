import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EMPTY_SET_UP } from '../../../src-shared/domain/captureSetUp.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createFileSetUpStore } from './setUpStore.ts';

const open = (path: string) => createFileSetUpStore(path, createRecordingLog());

describe('the stored set-up', () => {
  it('is there again after a restart', () => {
    const path = join(temporaryDir(), 'set-up.json');
    const store = open(path);
    expect(store.read()).toEqual(EMPTY_SET_UP);
    store.write({ ...EMPTY_SET_UP, bufferFrames: 128 });
    store.write({ ...EMPTY_SET_UP, bufferFrames: 256 });
    store.flush();
    expect(open(path).read()).toEqual({ ...EMPTY_SET_UP, bufferFrames: 256 });
  });

  it.each(['{', '[]', '{"version":9}', '{"version":1,"channels":[{"id":"a","name":"A","volume":900}]}'])(
    'is empty where it is damaged, and what was there is kept: %s',
    (content) => {
      const path = join(temporaryDir(), 'set-up.json');
      writeFileSync(path, content);
      expect(open(path).read()).toEqual(EMPTY_SET_UP);
      expect(readFileSync(`${path}.bad`, 'utf8')).toBe(content);
    },
  );

  it('costs nothing but a line in the log where it cannot be written', () => {
    const log = createRecordingLog();
    const path = join(temporaryDir(), 'no', 'such', 'folder.json');
    const store = createFileSetUpStore(path, log);
    store.write(EMPTY_SET_UP);
    store.flush();
    expect(existsSync(path)).toBe(false);
    expect(log.entries).toHaveLength(1);
  });
});
