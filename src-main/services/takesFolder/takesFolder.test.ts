import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, keepTakesFolder, resetSettingsOf } from '../../../src-shared/contract/settings.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createTakesFolder } from './index.ts';

function open(chosenByDialog?: string | null) {
  const dir = temporaryDir();
  let settings = DEFAULT_SETTINGS;
  const service = createTakesFolder({
    defaultPath: join(dir, 'takes'),
    readSettings: () => settings,
    writeSetting: (takesFolder) => {
      settings = keepTakesFolder(settings, { ...settings, takesFolder });
      return Promise.resolve();
    },
    countTakes: (path) => Promise.resolve(existsSync(path) ? readdirSync(path).length : 0),
    dialog: chosenByDialog === undefined ? null : () => Promise.resolve(chosenByDialog),
  });
  const context = { signal: new AbortController().signal };
  return {
    dir,
    service,
    setting: () => settings.takesFolder,
    read: async () => await service.handlers['takesFolder.read'](undefined, context),
    choose: async (path: string | null) => await service.handlers['takesFolder.choose']({ path }, context),
    browse: async () => await service.handlers['takesFolder.browse'](undefined, context),
  };
}

describe('the folder of recordings', () => {
  it('is the default, whose disk is told before it is there', async () => {
    const { dir, service, read } = open();
    expect(await read()).toMatchObject({
      path: join(dir, 'takes'),
      isDefault: true,
      problem: null,
      earlier: [],
      canBrowse: false,
    });
    expect((await read()).freeBytes).toBeGreaterThan(0);
    expect(service.requirePath()).toBe(join(dir, 'takes'));
  });

  it('is one that is there and can be written, and leaves nothing in it', async () => {
    const { dir, service, choose, setting } = open();
    const disk = join(dir, 'disk');
    mkdirSync(disk);
    expect(await choose(`${disk}/`)).toMatchObject({ path: disk, isDefault: false, problem: null });
    expect(setting()).toBe(disk);
    expect(readdirSync(disk)).toEqual([]);
    expect(service.requirePath()).toBe(disk);
    expect(await choose(null)).toMatchObject({ isDefault: true });
    expect(setting()).toBeNull();
  });

  it.each([
    ['a path that begins anywhere', () => 'recordings', 'BAD_OPTION', 'is no whole path'],
    ['one that is not there', (dir: string) => join(dir, 'gone'), 'FILE_NOT_FOUND', 'is not there'],
    ['a file', (dir: string) => join(dir, 'file'), 'BAD_OPTION', 'is a file'],
    ['a recording', (dir: string) => join(dir, 'take'), 'BAD_OPTION', 'is a recording itself'],
  ])('is refused: %s', async (_, pathIn, code, words) => {
    const { dir, choose, setting } = open();
    writeFileSync(join(dir, 'file'), '');
    mkdirSync(join(dir, 'take'));
    writeFileSync(join(dir, 'take', 'take.json'), '{}');
    await expect(choose(pathIn(dir))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words) as string,
    });
    expect(setting()).toBeNull();
  });

  it.skipIf(process.getuid?.() === 0)('is refused where nothing can be written', async () => {
    const { dir, choose } = open();
    const closed = join(dir, 'closed');
    mkdirSync(closed, { mode: 0o500 });
    await expect(choose(closed)).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
    chmodSync(closed, 0o700);
  });

  it('is refused on a disk that can only be read', async () => {
    await expect(open().choose('/proc')).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
  });

  it('that is gone is told, and nothing is recorded elsewhere', async () => {
    const { dir, service, choose, read } = open();
    const disk = join(dir, 'disk');
    mkdirSync(disk);
    await choose(disk);
    renameSync(disk, `${disk}-unplugged`);
    expect(await read()).toMatchObject({
      path: disk,
      freeBytes: null,
      problem: expect.stringContaining('Connect its disk') as string,
    });
    expect(() => service.requirePath()).toThrow(/^Nothing can be recorded: .* is not there/);
    expect(existsSync(disk)).toBe(false);
    renameSync(`${disk}-unplugged`, disk);
    expect(service.requirePath()).toBe(disk);
  });

  it('leaves recordings where they are, and keeps those folders in the list', async () => {
    const { dir, service, choose } = open();
    const [one, two] = [join(dir, 'one'), join(dir, 'two')];
    for (const folder of [join(dir, 'takes'), one, two])
      mkdirSync(join(folder, 'a take'), { recursive: true });
    await choose(one);
    const now = await choose(two);
    expect(service.paths()).toEqual([two, join(dir, 'takes'), one]);
    expect(now.earlier).toEqual([
      { path: join(dir, 'takes'), takeCount: 1, problem: null },
      { path: one, takeCount: 1, problem: null },
    ]);
    rmSync(one, { recursive: true });
    expect((await choose(null)).earlier).toEqual([
      { path: one, takeCount: 0, problem: `${one} is not there now.` },
      { path: two, takeCount: 1, problem: null },
    ]);
  });

  it('is chosen in the system’s dialog where there is one', async () => {
    expect(await open('/chosen').browse()).toBe('/chosen');
    expect(await open(null).browse()).toBeNull();
    await expect(open().browse()).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  it('stays known after all settings were reset', () => {
    const before = { ...DEFAULT_SETTINGS, takesFolder: '/disk', earlierTakesFolders: ['/old'] };
    const reset = keepTakesFolder(before, resetSettingsOf(DEFAULT_SETTINGS, before));
    expect(reset).toMatchObject({ takesFolder: null, earlierTakesFolders: ['/old', '/disk'] });
  });
});
