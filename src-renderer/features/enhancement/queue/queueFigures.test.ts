import { describe, expect, it } from 'vitest';
import { archiveNames, countFiles, fileRatio, percentOf, queueLeftSec, queueRatio } from './queueFigures.ts';
import type { QueuedFile } from './queueSlice.ts';

const file = (changes: Partial<QueuedFile>): QueuedFile => ({
  id: 'a',
  name: 'a.wav',
  folder: '',
  sizeBytes: 100,
  status: 'waiting',
  work: null,
  error: null,
  result: null,
  ...changes,
});

describe('the progress of a file', () => {
  it('grows from step to step, and is whole only when the file is done', () => {
    const ratios = (['upload', 'decode', 'clean', 'save'] as const).flatMap((step) =>
      [0, 0.5, 1].map((done) => fileRatio({ status: 'working', work: { step, done } })),
    );
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b));
    expect(percentOf(0.999)).toBe(99);
    expect(percentOf(fileRatio({ status: 'done', work: null }))).toBe(100);
  });

  it('stays where its step began while the length is not known', () => {
    expect(fileRatio({ status: 'working', work: { step: 'clean', done: null } })).toBe(0.2);
  });
});

describe('the progress of all files', () => {
  it('is by their sizes, without those that failed or were cancelled', () => {
    const files = [
      file({ status: 'done' }),
      file({ sizeBytes: 300 }),
      file({ status: 'failed', sizeBytes: 5000 }),
      file({ status: 'cancelled', sizeBytes: 5000 }),
    ];
    expect(queueRatio(files)).toBe(0.25);
    expect(countFiles(files)).toEqual({ done: 1, failed: 1, cancelled: 1, open: 1, total: 4 });
    expect(queueRatio([])).toBe(0);
  });

  it('computes the time left by the pace since work began or continued', () => {
    const files = [file({ status: 'done' }), file({}), file({}), file({ status: 'done' })];
    expect(queueLeftSec({ files, since: { atMs: 1000, bytes: 100 } }, 11_000)).toBe(20);
    expect(queueLeftSec({ files, since: { atMs: 1000, bytes: 200 } }, 11_000)).toBeNull();
    expect(queueLeftSec({ files, since: null }, 11_000)).toBeNull();
  });
});

it('names files of an archive by their folders, and no two alike', () => {
  const named = (folder: string, savedName: string) => ({ folder, savedName });
  expect(
    archiveNames([
      named('', 'a (clean).wav'),
      named('', 'A (clean).wav'),
      named('Season 1', 'a (clean).wav'),
      named('', 'a (clean).wav'),
    ]),
  ).toEqual(['a (clean).wav', 'A (clean) (2).wav', 'Season 1/a (clean).wav', 'a (clean) (3).wav']);
});
