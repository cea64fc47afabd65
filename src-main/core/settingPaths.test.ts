import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src-shared/contract/settings.ts';
import { temporaryDir } from '../../tests/lib/temporaryDir.ts';
import { createPathCheck } from './settingPaths.ts';

function open() {
  const dir = temporaryDir();
  for (const name of ['data/heard', 'disk', 'old']) mkdirSync(join(dir, name), { recursive: true });
  writeFileSync(join(dir, 'file'), '');
  const before = {
    ...DEFAULT_SETTINGS,
    takesFolder: join(dir, 'unplugged'),
    earlierTakesFolders: [join(dir, 'old')],
    pluginFolders: [join(dir, 'gone')],
  };
  const check = createPathCheck(join(dir, 'data'));
  return { dir, before, check: (changes: Parameters<typeof check>[0]) => check(changes, before) };
}

describe('paths in changed settings', () => {
  it('are whole ones of folders that are there', () => {
    const { dir, check } = open();
    expect(check({ takesFolder: `${dir}/disk/` })).toEqual({ takesFolder: join(dir, 'disk') });
    expect(check({ takesFolder: join(dir, 'data', 'takes') })).toEqual({ takesFolder: null });
    expect(check({ takesFolder: null, theme: 'light' })).toEqual({ takesFolder: null, theme: 'light' });
    expect(check({ pluginFolders: [`${dir}/disk/../disk/`] })).toEqual({
      pluginFolders: [join(dir, 'disk')],
    });
  });

  it.each(['../../x', 'x', '/etc', '/proc/self', '//', '/a/../etc'])('are not %s', (path) => {
    const { check } = open();
    expect(() => check({ takesFolder: path })).toThrow(/whole path|belongs to the system/);
    expect(() => check({ earlierTakesFolders: [path] })).toThrow('never was the folder');
  });

  it('are none of ours, of a file, or of nothing', () => {
    const { dir, check } = open();
    expect(() => check({ takesFolder: join(dir, 'data', 'heard') })).toThrow('for something else');
    expect(() => check({ takesFolder: join(dir, 'file') })).toThrow('is a file');
    expect(() => check({ takesFolder: join(dir, 'nothing') })).toThrow('is not there');
    expect(() => check({ pluginFolders: ['../../x'] })).toThrow('whole path');
    expect(() => check({ pluginFolders: [join(dir, 'file')] })).toThrow('is a file');
  });

  it('stay where they are known already, there or not', () => {
    const { before, check } = open();
    const { takesFolder, earlierTakesFolders, pluginFolders } = before;
    const same = { takesFolder, earlierTakesFolders, pluginFolders };
    expect(check(same)).toEqual(same);
    expect(check({ earlierTakesFolders: [] })).toEqual({ earlierTakesFolders: [] });
  });
});
