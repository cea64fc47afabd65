import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, keepTakesFolder, resetSettingsOf } from '../../../src-shared/contract/settings.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createTakesFolder } from './index.ts';
import { isSystemFolder } from './systemFolders.ts';

function open(chosenByDialog?: string | null) {
  const dir = temporaryDir();
  let settings = DEFAULT_SETTINGS;
  const service = createTakesFolder({
    defaultPath: join(dir, 'takes'),
    readSettings: () => settings,
    writeSetting: (takesFolder) => {
      settings = keepTakesFolder(settings, { ...settings, takesFolder });
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
  it('is the default, whose disk is reported before the folder exists', async () => {
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

  it.each(['/', '/proc', '/etc', '/usr/local/../lib/sounddesk', '/dev/shm', '/home/'])(
    'is refused where it is the system’s: %s',
    async (path) => {
      const { choose, setting } = open();
      await expect(choose(path)).rejects.toMatchObject({
        code: 'BAD_OPTION',
        message: expect.stringContaining('belongs to the system') as string,
      });
      expect(setting()).toBeNull();
    },
  );

  it('is refused where a link leads to the system, or SoundDesk keeps something else', async () => {
    const { dir, choose } = open();
    symlinkSync('/etc', join(dir, 'link'));
    for (const name of ['heard', 'takes/.sounddesk-bin', 'takes/.bin'])
      mkdirSync(join(dir, name), { recursive: true });
    for (const path of [join(dir, 'link'), dir, join(dir, 'heard'), join(dir, 'takes', '.sounddesk-bin')])
      await expect(choose(path)).rejects.toMatchObject({ code: 'BAD_OPTION' });
  });

  it('knows the system’s folders of each system', () => {
    const env = { SystemRoot: 'C:\\Windows', ProgramFiles: 'C:\\Program Files', SystemDrive: 'C:' };
    for (const path of ['C:\\', 'C:\\windows\\Temp', 'C:\\Program Files\\x'])
      expect(isSystemFolder(path, 'win32', env)).toBe(true);
    for (const path of ['D:\\', 'C:\\Users\\me\\Takes', 'C:\\Windows.old'])
      expect(isSystemFolder(path, 'win32', env)).toBe(false);
    for (const path of ['/System/x', '/Users', '/private/etc'])
      expect(isSystemFolder(path, 'darwin')).toBe(true);
    for (const path of ['/Users/me', '/Volumes/Disk', '/private/var/folders/x'])
      expect(isSystemFolder(path, 'darwin')).toBe(false);
    for (const path of ['/home/me', '/run/media/me/disk', '/usrlocal', '/mnt/disk'])
      expect(isSystemFolder(path, 'linux')).toBe(false);
  });

  it('that is gone is reported, and nothing is recorded elsewhere', async () => {
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
