import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openFoldersContract } from '../../../src-shared/contract/openFolders.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { openInside } from '../../../src-node/files/index.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import type { CleanService } from '../clean/index.ts';
import { createOpenFolders } from './index.ts';

const NEVER = { signal: new AbortController().signal };
const RESULT = { seconds: 1, frames: 48_000, sampleRate: 48_000, channels: 1, elapsedSec: 1 };

let dir: string;
let shows: string;
let folders: ReturnType<typeof open>;
const clean = vi.fn<CleanService['clean']>();

function open() {
  let ids = 0;
  return createOpenFolders({
    defaultEngine: () => Promise.resolve('rnnoise'),
    dataDir: join(dir, 'data'),
    clean,
    createId: () => `f${(ids += 1)}`,
    log: { info: vi.fn(), error: vi.fn() },
    onProgressed: () => undefined,
    onChanged: () => undefined,
  }).handlers;
}

const add = async (path: string) => await folders['openFolders.add']({ path }, NEVER);
const list = async (more: { path?: string; after?: string; limit?: number } = {}) =>
  await folders['openFolders.listFiles'](
    openFoldersContract['openFolders.listFiles'].input.parse({ folderId: 'f1', ...more }),
    NEVER,
  );
const cleanFile = async (path: string, signal = NEVER.signal) =>
  await folders['openFolders.clean'](
    openFoldersContract['openFolders.clean'].input.parse({ folderId: 'f1', path, container: 'flac' }),
    { signal },
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

beforeEach(() => {
  dir = temporaryDir();
  shows = join(dir, 'shows');
  mkdirSync(join(shows, 'monday'), { recursive: true });
  mkdirSync(join(dir, 'data'));
  writeFileSync(join(shows, 'a.wav'), 'sound');
  writeFileSync(join(shows, 'monday', 'b.wav'), 'sound of monday');
  writeFileSync(join(dir, 'secret.txt'), 'secret');
  clean.mockReset();
  clean.mockImplementation(({ inputPath, outputPath }) => {
    writeFileSync(outputPath, `clean ${readFileSync(inputPath, 'utf8')}`);
    return Promise.resolve(RESULT as Awaited<ReturnType<CleanService['clean']>>);
  });
  folders = open();
});

describe('folders that are open to programs', () => {
  it('are none at first, are kept, and are the ones that a person named', async () => {
    expect(await folders['openFolders.list'](undefined, NEVER)).toEqual([]);
    expect(await codeOf(list())).toBe('FILE_NOT_FOUND');
    await add(`${shows}/`);
    await add(shows);
    folders = open();
    expect(await folders['openFolders.list'](undefined, NEVER)).toEqual([
      { id: 'f1', name: 'shows', isThere: true },
    ]);
    await folders['openFolders.remove']({ id: 'f1' }, NEVER);
    expect(await codeOf(list())).toBe('FILE_NOT_FOUND');
  });

  it('are no file, no folder of the system, and nothing with the keys of SoundDesk in it', async () => {
    const wrong = [
      join(shows, 'a.wav'),
      join(shows, 'none'),
      'shows',
      '/etc',
      '/',
      dir,
      join(dir, 'data'),
      join(dir, 'data', 'api'),
    ];
    mkdirSync(join(dir, 'data', 'api'));
    symlinkSync(join(dir, 'data'), join(dir, 'named'));
    const codes = await Promise.all([...wrong, join(dir, 'named')].map((path) => codeOf(add(path))));
    expect(codes).toEqual(['BAD_OPTION', 'FILE_NOT_FOUND', ...new Array<string>(7).fill('BAD_OPTION')]);
  });

  it('are gone for programs while a link lies in their place', async () => {
    await add(shows);
    renameSync(shows, join(dir, 'moved'));
    symlinkSync(dir, shows);
    expect(await folders['openFolders.list'](undefined, NEVER)).toMatchObject([{ isThere: false }]);
    expect(await codeOf(list())).toBe('FILE_NOT_FOUND');
    expect(await codeOf(cleanFile('secret.txt'))).toBe('FILE_NOT_FOUND');
  });

  it('are listed without what is hidden, links, and what is no file', async () => {
    await add(shows);
    writeFileSync(join(shows, '.hidden'), 'x');
    symlinkSync(join(dir, 'secret.txt'), join(shows, 'link.txt'));
    symlinkSync(dir, join(shows, 'out'));
    execFileSync('mkfifo', [join(shows, 'pipe')]);
    expect((await list()).items.map(({ path, kind, sizeBytes }) => [path, kind, sizeBytes])).toEqual([
      ['a.wav', 'file', 5],
      ['monday', 'folder', null],
    ]);
    expect((await list({ path: 'monday' })).items).toMatchObject([{ path: 'monday/b.wav', sizeBytes: 15 }]);
  });

  it('are listed in pages, each name once', async () => {
    await add(shows);
    for (let at = 0; at < 25; at += 1) writeFileSync(join(shows, `c${at}.wav`), 'x');
    const names: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await list({ limit: 4, ...(after === undefined ? {} : { after }) });
      names.push(...page.items.map(({ name }) => name));
      if (page.next === null) break;
      after = page.next;
    }
    expect(names).toEqual(readdirSync(shows).toSorted());
  });

  it.each([
    '..',
    '../secret.txt',
    'monday/../../secret.txt',
    '/etc/passwd',
    'monday//b.wav',
    './a.wav',
    '.hidden',
    'out',
    'out/secret.txt',
    'link.txt',
    'pipe',
    'monday\\b.wav',
    'a.wav\0.txt',
    'monday/',
  ])('are not left by “%s”', async (path) => {
    await add(shows);
    writeFileSync(join(shows, '.hidden'), 'x');
    symlinkSync(join(dir, 'secret.txt'), join(shows, 'link.txt'));
    symlinkSync(dir, join(shows, 'out'));
    execFileSync('mkfifo', [join(shows, 'pipe')]);
    await expect(openInside(shows, path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    // What is no folder is no folder that is there.
    expect(await codeOf(list({ path }))).toMatch(/^FILE_(?:UNREADABLE|NOT_FOUND)$/);
    const refused = cleanFile(path);
    await expect(refused).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    // A refusal does not say where the folder lies.
    await expect(refused).rejects.not.toThrow(dir);
    expect(clean).not.toHaveBeenCalled();
  });

  it('are not left while somebody lays a link in the place of a folder', async () => {
    await add(shows);
    writeFileSync(join(dir, 'b.wav'), 'secret');
    const read = async () => {
      const file = await openInside(shows, 'monday/b.wav');
      try {
        return await file.readFile('utf8');
      } finally {
        await file.close();
      }
    };
    const answers: unknown[] = [];
    for (let round = 0; round < 200; round += 1) {
      const reading = codeAnd(read());
      renameSync(join(shows, 'monday'), join(shows, 'away'));
      symlinkSync(dir, join(shows, 'monday'));
      answers.push(await reading, await codeAnd(read()));
      rmSync(join(shows, 'monday'));
      renameSync(join(shows, 'away'), join(shows, 'monday'));
    }
    expect(answers).not.toContain('secret');
    expect(await read()).toBe('sound of monday');
  });

  it('that may not be read say so', async () => {
    await add(shows);
    await expect(openInside(shows, 'monday')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    chmodSync(join(shows, 'monday'), 0o000);
    // Root may read everything.
    const expected = process.getuid?.() === 0 ? 'done' : 'FILE_UNREADABLE';
    expect(await codeOf(list({ path: 'monday' }))).toBe(expected);
    chmodSync(join(shows, 'monday'), 0o700);
  });
});

const codeAnd = (work: Promise<string>) => work.catch((error: { code?: string }) => error.code);

describe('a file of such a folder', () => {
  const exportsOf = () => readdirSync(join(dir, 'data', 'exports', 'cleaned-files'));

  it('is cleaned into the exports, twice under two names, and stays as it is', async () => {
    await add(shows);
    expect(await cleanFile('monday/b.wav')).toMatchObject({ name: 'b (clean).flac', sizeBytes: 21 });
    const [one, other] = await Promise.all([cleanFile('monday/b.wav'), cleanFile('monday/b.wav')]);
    expect([one.name, other.name].toSorted()).toEqual(['b (clean) (2).flac', 'b (clean) (3).flac']);
    expect(exportsOf()).toHaveLength(3);
    expect(readFileSync(join(shows, 'monday', 'b.wav'), 'utf8')).toBe('sound of monday');
    expect(readdirSync(join(dir, 'data', 'open-folders'))).toEqual([]);
    expect(await folders['openFolders.listCleaned'](undefined, NEVER)).toMatchObject([
      { name: 'b (clean) (2).flac' },
      { name: 'b (clean) (3).flac' },
      { name: 'b (clean).flac', sizeBytes: 21 },
    ]);
  });

  it('leaves nothing where it cannot be cleaned, or is cancelled, and no path is in what it says', async () => {
    await add(shows);
    writeFileSync(join(shows, 'empty.wav'), '');
    expect(await codeOf(cleanFile('empty.wav'))).toBe('FILE_EMPTY');
    clean.mockImplementationOnce(({ inputPath }) =>
      Promise.reject(failWith('FILE_UNREADABLE', 'notARecording', { values: { path: inputPath } })),
    );
    await expect(cleanFile('a.wav')).rejects.toThrow('a.wav is not a recording');
    expect(await codeOf(cleanFile('a.wav', AbortSignal.abort()))).toBe('CANCELLED');
    expect(existsSync(join(dir, 'data', 'exports', 'cleaned-files'))).toBe(false);
    expect(readdirSync(join(dir, 'data', 'open-folders'))).toEqual([]);
  });
});
