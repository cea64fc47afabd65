import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { makeContinuation, makeTakeFolder, removeUnused } from './takeFolder.ts';

const AT_MS = new Date(2026, 10, 21, 4, 7, 3).getTime();

describe('the folder of a take', () => {
  it('is named by date, time and name', () => {
    const dir = join(temporaryDir(), 'takes');
    const { folder, name } = makeTakeFolder(dir, 'Episode 12', AT_MS);
    expect(folder).toBe(join(dir, '2026-11-21 04.07.03 Episode 12'));
    expect(name).toBe('Episode 12');
    expect(readdirSync(folder)).toEqual([]);
    expect(makeTakeFolder(dir, null, AT_MS)).toEqual({
      folder: join(dir, '2026-11-21 04.07.03'),
      name: '2026-11-21 04.07.03',
    });
  });

  it('is another one for a second take of the same second', () => {
    const dir = temporaryDir();
    const names = [1, 2, 3].map(() => basename(makeTakeFolder(dir, 'A', AT_MS).folder));
    expect(names).toEqual([
      '2026-11-21 04.07.03 A',
      '2026-11-21 04.07.03 A (2)',
      '2026-11-21 04.07.03 A (3)',
    ]);
  });

  it.each(['../../etc/passwd', 'a/b', 'C:\\x', '..', '\u0000', ' . ', 'x'.repeat(300)])(
    'stays where it belongs and within its length, whatever the name is: %j',
    (name) => {
      const dir = temporaryDir();
      const { folder } = makeTakeFolder(dir, name, AT_MS);
      expect(dirname(folder)).toBe(dir);
      expect(basename(folder).length).toBeLessThan(110);
      expect(existsSync(folder)).toBe(true);
    },
  );

  it('of a recording that continues has the first one’s time and name, numbered', () => {
    const dir = temporaryDir();
    const first = makeTakeFolder(dir, 'Show', AT_MS);
    const second = makeContinuation(first);
    expect(second).toEqual({ folder: join(dir, '2026-11-21 04.07.03 Show (2)'), name: 'Show (2)' });
    expect(makeContinuation(second)).toEqual({
      folder: join(dir, '2026-11-21 04.07.03 Show (3)'),
      name: 'Show (3)',
    });
  });

  it('of a recording without a name that continues has the time once', () => {
    const dir = temporaryDir();
    const second = makeContinuation(makeTakeFolder(dir, null, AT_MS));
    expect(second).toEqual({ folder: join(dir, '2026-11-21 04.07.03 (2)'), name: '2026-11-21 04.07.03 (2)' });
  });

  it('of a recording that continues is never that of another take', () => {
    const dir = temporaryDir();
    const [first, other] = [1, 2].map(() => makeTakeFolder(dir, 'A', AT_MS));
    const second = makeContinuation(first ?? { folder: '', name: '' });
    expect(other?.folder).toBe(join(dir, '2026-11-21 04.07.03 A (2)'));
    expect(second).toEqual({ folder: join(dir, '2026-11-21 04.07.03 A (3)'), name: 'A (2)' });
  });

  it('says why it cannot be made', () => {
    const file = join(temporaryDir(), 'file');
    writeFileSync(file, '');
    expect(() => makeTakeFolder(join(file, 'takes'), null, AT_MS)).toThrow(/cannot be made/);
  });

  it('is taken away where nothing came into it, and only then', () => {
    const dir = temporaryDir();
    const empty = makeTakeFolder(dir, 'empty', AT_MS);
    const used = makeTakeFolder(dir, 'used', AT_MS);
    mkdirSync(join(used.folder, 'track'));
    removeUnused(empty);
    removeUnused(empty);
    removeUnused(used);
    expect(existsSync(empty.folder)).toBe(false);
    expect(existsSync(used.folder)).toBe(true);
  });
});
