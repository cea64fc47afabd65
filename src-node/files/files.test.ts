import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWithFileLimit } from '../../tests/lib/limitedFiles.ts';
import { temporaryDir } from '../../tests/lib/temporaryDir.ts';
import { appendLineDurably, readOwnText, readPrivateFile, writeFileDurably } from './index.ts';

/** Prints what each way of writing said about a text of so many bytes, in a process whose files are limited. */
function write(names: readonly string[], path: string, lengthBytes: number, mostFileBytes: number): unknown {
  const script = `
    const files = await import(process.argv[1]);
    const said = process.argv[4].split(' ').map((name) => {
      try {
        files[name](process.argv[2], 'n'.repeat(Number(process.argv[3])));
        return 'written';
      } catch (error) {
        return error.code;
      }
    });
    console.log(JSON.stringify(said));`;
  const module = join(import.meta.dirname, 'index.ts');
  return runWithFileLimit(mostFileBytes, script, [module, path, String(lengthBytes), names.join(' ')]);
}

const REPLACING = ['writeFileDurably', 'writeFileAtomically'];

describe.skipIf(process.platform === 'win32')('a file that is replaced', () => {
  it('stays as it was where the new one does not fit, and says that the disk is full', () => {
    for (const mostFileBytes of [2048, 24 * 1024, 97 * 1024]) {
      const dir = temporaryDir();
      const path = join(dir, 'settings.json');
      writeFileSync(path, 'good');
      const said = write(REPLACING, path, 100_000, mostFileBytes);
      expect(readFileSync(path, 'utf8').slice(0, 40)).toBe('good');
      expect(said).toEqual(['DISK_FULL', 'DISK_FULL']);
      expect(readdirSync(dir)).toEqual(['settings.json']);
    }
  });

  it('is written whole where it just fits', () => {
    const path = join(temporaryDir(), 'settings.json');
    expect(write(REPLACING, path, 100_352, 100_352)).toEqual(['written', 'written']);
    expect(readFileSync(path).length).toBe(100_352);
  });

  it('is never written through a link that somebody laid under its temporary name', () => {
    const dir = temporaryDir();
    const outside = join(temporaryDir(), 'outside.txt');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, join(dir, `take.json.${process.pid}.tmp`));
    writeFileDurably(join(dir, 'take.json'), '{}');
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(readdirSync(dir)).toEqual(['take.json']);
  });
});

describe.skipIf(process.platform === 'win32')('a file of lines', () => {
  it('is as it was where the next line does not fit', () => {
    const path = join(temporaryDir(), 'journal.jsonl');
    appendLineDurably(path, 'one\n');
    expect(write(['appendLineDurably'], path, 2000, 1024)).toEqual(['DISK_FULL']);
    expect(readFileSync(path, 'utf8')).toBe('one\n');
  });

  it('gets a line break before the next line where its end is torn', () => {
    const path = join(temporaryDir(), 'journal.jsonl');
    writeFileSync(path, 'one\ntw');
    appendLineDurably(path, 'three\n');
    expect(readFileSync(path, 'utf8')).toBe('one\ntw\nthree\n');
  });
});

describe.skipIf(process.platform === 'win32')('a file of our own', () => {
  const readers = {
    readOwnText: (path: string) => readOwnText(path, { mostBytes: 2 << 20 }),
    readPrivateFile,
  };

  it.each(Object.entries(readers))('is read by %s where it is there', (_, read) => {
    const path = join(temporaryDir(), 'key');
    expect(read(path)).toBeNull();
    writeFileDurably(path, 'secret');
    expect(read(path)).toBe('secret');
  });

  it.each(Object.entries(readers))(
    'is not read by %s through a link, nor where it is too large',
    (_, read) => {
      const dir = temporaryDir();
      writeFileDurably(join(dir, 'outside'), 'secret');
      symlinkSync('outside', join(dir, 'link'));
      symlinkSync('nowhere', join(dir, 'dangling'));
      writeFileDurably(join(dir, 'large'), 'a'.repeat(3 << 20));
      for (const name of ['link', 'dangling', 'large'])
        expect(() => read(join(dir, name)), name).toThrow(name);
    },
  );

  it.each(Object.keys(readers))('does not make %s wait where a pipe is laid there', (name) => {
    const pipe = join(temporaryDir(), 'key');
    execFileSync('mkfifo', ['-m', '600', pipe]);
    const script = `
      const files = await import(process.argv[1]);
      try {
        files[process.argv[2]](process.argv[3], { mostBytes: 100 });
        console.log('read');
      } catch (error) {
        console.log('refused');
      }`;
    const module = join(import.meta.dirname, 'index.ts');
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script, module, name, pipe], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(said).toBe('refused\n');
  });
});
