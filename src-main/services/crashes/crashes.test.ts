import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CrashList } from '../../../src-shared/contract/crashes.ts';
import { SAFE_MODE_WINDOW_MS } from '../../../src-shared/domain/crashes.ts';
import { createScrub } from '../../../src-shared/domain/scrub.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createCrashReports, openSafeMode } from './index.ts';

const context = { signal: new AbortController().signal };

function open(dir = join(temporaryDir(), 'crashes'), lines: string[] = []) {
  const clock = { now: Date.UTC(2026, 10, 26), nowMs: () => (clock.now += 1000) };
  const announced: CrashList[] = [];
  let last = 0;
  const log = createRecordingLog();
  const reports = createCrashReports({
    dir,
    version: '1.2.0',
    operatingSystem: 'Linux 6.1',
    isSafeMode: false,
    readLog: () => lines,
    scrub: createScrub({
      folders: ['/srv/people/maria'],
      names: [{ name: 'maria', instead: '[user]' }],
      secrets: ['hunter2hunter2'],
    }),
    createId: () => `id${(last += 1)}-and-more`,
    clock,
    log,
    onChanged: (list) => announced.push(list),
  });
  return {
    ...reports,
    dir,
    log,
    announced,
    list: async () => await reports.handlers['crashes.list'](undefined, context),
    read: async (id: string) => await reports.handlers['crashes.read']({ id }, context),
    remove: async (ids: string[]) => await reports.handlers['crashes.remove']({ ids }, context),
  };
}

describe('crash reports', () => {
  it('stay in a folder of this user alone, are listed newest first, read as text and removed', async () => {
    const { add, list, read, remove, announced } = open(undefined, ['one line', 'another']);
    add('engine', 'signal SIGSEGV');
    add('pluginHost', 'Loud Thing stopped working');
    const { reports } = await list();
    expect(reports.map(({ part, reason }) => [part, reason])).toEqual([
      ['pluginHost', 'Loud Thing stopped working'],
      ['engine', 'signal SIGSEGV'],
    ]);
    expect(announced.at(-1)?.reports).toEqual(reports);
    const text = await read(reports[1]?.id ?? '');
    expect(text).toContain('Crash of: engine');
    expect(text).toContain('Reason: signal SIGSEGV');
    expect(text.endsWith('one line\nanother')).toBe(true);
    expect((await remove([reports[0]?.id ?? ''])).reports).toHaveLength(1);
    await expect(async () => read(reports[0]?.id ?? '')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('hold no secret, name or folder, on the disk either', () => {
    const { add, dir } = open(undefined, [
      '{"message":"signed in","token":"hunter2hunter2","who":"maria@example.org"}',
      'cannot read /srv/people/maria/Private/diary.wav',
    ]);
    add('shell', 'Error: no /srv/people/maria/x; Authorization: Bearer abcdef0123456789');
    const [name = ''] = readdirSync(dir);
    const kept = readFileSync(join(dir, name), 'utf8');
    for (const personal of ['hunter2', 'maria', 'diary', 'abcdef0123456789'])
      expect(kept).not.toContain(personal);
  });

  it('never need more than a few files of a bounded size', async () => {
    const { add, list, dir } = open(
      undefined,
      Array.from({ length: 500 }, () => 'x '.repeat(1_000)),
    );
    for (let number = 0; number < 25; number += 1) add('window', `${number} ${'y '.repeat(5_000)}`);
    const { reports } = await list();
    expect(reports).toHaveLength(20);
    expect(reports[0]?.reason.startsWith('24 ')).toBe(true);
    for (const name of readdirSync(dir)) expect(readFileSync(join(dir, name)).length).toBeLessThan(80_000);
  });

  it('leave foreign and damaged files alone, and out of the list', async () => {
    const { add, list, dir } = open();
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'zz.json'), '{"part":"toaster"}');
    writeFileSync(join(dir, 'zz.txt'), 'mine');
    add('window', 'crashed');
    expect((await list()).reports).toHaveLength(1);
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(['zz.json', 'zz.txt']));
  });

  it('cost nobody anything where they cannot be written', () => {
    const dir = join(temporaryDir(), 'file');
    writeFileSync(dir, '');
    const { add, log } = open(join(dir, 'crashes'));
    add('engine', 'signal SIGSEGV');
    expect(log.entries[0]).toContain('a crash could not be reported');
  });
});

describe('safe mode', () => {
  function starter() {
    const dir = temporaryDir();
    const clock = { now: 1_000_000_000, nowMs: () => clock.now };
    const log = createRecordingLog();
    return { dir, clock, log, start: () => openSafeMode({ dir, clock, log }) };
  }

  it('follows the third crash within ten minutes, for one start', () => {
    const { start, clock } = starter();
    const first = start();
    expect(first.isOn).toBe(false);
    expect(first.noteCrash()).toBe(false);
    clock.now += 60_000;
    expect(start().noteCrash()).toBe(false);
    clock.now += 60_000;
    expect(start().noteCrash()).toBe(true);
    expect(start().isOn).toBe(true);
    expect(start().isOn).toBe(false);
  });

  it('does not follow crashes of a whole evening', () => {
    const { start, clock } = starter();
    for (let crash = 0; crash < 6; crash += 1) {
      expect(start().noteCrash()).toBe(false);
      clock.now += SAFE_MODE_WINDOW_MS / 2;
    }
    expect(start().isOn).toBe(false);
  });

  it('starts normally from a file that cannot be read', () => {
    const { start, dir, log } = starter();
    writeFileSync(join(dir, 'window-crashes.json'), '{"crashTimesMs":"many"}');
    expect(start().isOn).toBe(false);
    expect(log.entries).toHaveLength(1);
  });
});
