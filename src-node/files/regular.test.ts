import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDir } from '../../tests/lib/temporaryDir.ts';
import { openRegular, readRegularLines, readRegularText, regularPath, regularSize } from './index.ts';

const LIMITS = { mostBytes: 100 };

async function refusals(folder: string, name: string): Promise<string[]> {
  const said: string[] = [];
  const attempts = [
    async () => (await openRegular(folder, name)).close(),
    async () => readRegularText(folder, name, LIMITS),
    async () => [...readRegularLines(folder, name, LIMITS)],
    async () => regularPath(folder, name),
  ];
  for (const attempt of attempts)
    said.push(
      await attempt().then(
        () => 'opened',
        (error: { code: string }) => error.code,
      ),
    );
  return said;
}

const REFUSED = new Array<string>(4).fill('FILE_UNREADABLE');

describe('a file that a folder names', () => {
  it('is read, also where there is a link above its folder', async () => {
    const dir = temporaryDir();
    mkdirSync(join(dir, 'take'));
    writeFileSync(join(dir, 'take', 'b.wav'), 'sound');
    symlinkSync(dir, join(dir, 'named'));
    for (const folder of [join(dir, 'take'), join(dir, 'named', 'take')]) {
      expect(readRegularText(folder, 'b.wav', LIMITS)).toBe('sound');
      expect([...readRegularLines(folder, 'b.wav', LIMITS)]).toEqual(['sound']);
      const file = await openRegular(folder, 'b.wav');
      expect(await file.readFile('utf8')).toBe('sound');
      await file.close();
      expect(await regularSize(folder, 'b.wav')).toBe(5);
    }
    expect(readRegularText(dir, 'none.json', LIMITS)).toBeNull();
    expect([...readRegularLines(dir, 'none.jsonl', LIMITS)]).toEqual([]);
    expect(readRegularText(join(dir, 'none'), 'none.json', LIMITS)).toBeNull();
    await expect(openRegular(dir, 'none.wav')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('is read as text only up to a limit, and of its lines the last', () => {
    const dir = temporaryDir();
    writeFileSync(join(dir, 'long'), `${'a'.repeat(60)}\n${'b'.repeat(60)}\n`);
    expect(() => readRegularText(dir, 'long', LIMITS)).toThrow(
      expect.objectContaining({
        code: 'FILE_UNREADABLE',
        message: expect.stringContaining('too large') as string,
      }),
    );
    expect([...readRegularLines(dir, 'long', LIMITS)]).toEqual(['b'.repeat(60)]);
  });

  it.each([
    '../../src-main/services/outside',
    '..',
    '.',
    '',
    '/etc/hostname',
    'sub/b.wav',
    'sub\\b.wav',
    'b.wav\0.txt',
  ])('is refused by the name %j, which leads elsewhere', async (name) => {
    const dir = temporaryDir();
    mkdirSync(join(dir, 'take', 'sub'), { recursive: true });
    for (const path of ['outside', 'take/sub/b.wav', 'take/b.wav']) writeFileSync(join(dir, path), 'x');
    const codes = await refusals(join(dir, 'take'), name);
    expect(codes).toEqual(REFUSED);
  });

  it.skipIf(process.platform === 'win32')(
    'is refused where it is a link, a pipe, a device or a folder',
    async () => {
      const dir = temporaryDir();
      writeFileSync(join(dir, 'outside'), 'x');
      mkdirSync(join(dir, 'take', 'folder'), { recursive: true });
      symlinkSync('../../src-main/services/outside', join(dir, 'take', 'link'));
      symlinkSync('/dev/zero', join(dir, 'take', 'device'));
      symlinkSync('take', join(dir, 'linked'));
      writeFileSync(join(dir, 'take', 'b.wav'), 'x');
      expect(await refusals(join(dir, 'linked'), 'b.wav')).toEqual(REFUSED);
      symlinkSync('nowhere', join(dir, 'take', 'dangling'));
      execFileSync('mkfifo', [join(dir, 'take', 'pipe')]);
      for (const name of ['link', 'device', 'dangling', 'pipe', 'folder']) {
        expect(await refusals(join(dir, 'take'), name), name).toEqual(REFUSED);
        expect(await regularSize(join(dir, 'take'), name)).toBe(0);
      }
    },
  );

  it('has no size where it is missing, and none is made up where it cannot be looked at', async () => {
    const dir = temporaryDir();
    writeFileSync(join(dir, 'file'), 'x');
    for (const folder of [dir, join(dir, 'none'), join(dir, 'file')])
      expect(await regularSize(folder, 'b.wav')).toBe(0);
    const failure = { code: 'FILE_UNREADABLE', message: expect.stringContaining('cannot be read') as string };
    await expect(regularSize(dir, 'b'.repeat(300))).rejects.toMatchObject(failure);
    if (process.platform === 'win32') return;
    symlinkSync('loop', join(dir, 'loop'));
    await expect(regularSize(join(dir, 'loop'), 'b.wav')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it.skipIf(process.platform === 'win32')('is never another one, whenever a link is laid there', async () => {
    const dir = temporaryDir();
    const folder = join(dir, 'take');
    mkdirSync(folder);
    mkdirSync(join(dir, 'elsewhere'));
    for (const path of ['take/b.wav', 'spare']) writeFileSync(join(dir, path), 'mine');
    for (const path of ['outside', 'elsewhere/b.wav']) writeFileSync(join(dir, path), 'SECRET');
    // Each swap happens somewhere within the opening, which takes several turns of the event loop.
    const swaps = [
      () => {
        rmSync(join(folder, 'b.wav'));
        symlinkSync('../../src-main/services/outside', join(folder, 'b.wav'));
      },
      () => {
        rmSync(join(folder, 'b.wav'));
        writeFileSync(join(folder, 'b.wav'), 'mine');
      },
      () => {
        renameSync(folder, join(dir, 'aside'));
        symlinkSync(join(dir, 'elsewhere'), folder);
      },
      () => {
        rmSync(folder);
        renameSync(join(dir, 'aside'), folder);
      },
    ];
    for (let round = 0; round < 400; round += 1) {
      const opened = openRegular(folder, 'b.wav').then(
        async (file) => {
          const text = await file.readFile('utf8');
          await file.close();
          return text;
        },
        (error: { code: string }) => error.code,
      );
      for (let turn = 0; turn < round % 7; turn += 1) await new Promise(setImmediate);
      swaps[round % 4]?.();
      expect(['mine', 'FILE_UNREADABLE', 'FILE_NOT_FOUND']).toContain(await opened);
    }
  });
});
