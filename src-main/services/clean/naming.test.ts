import { describe, expect, it } from 'vitest';
import { planOutputs, planRemoved, type Plan } from './naming.ts';

const plan = (inputs: string[], out: string, folders: string[] = []): Plan =>
  planOutputs(inputs, out, (path) => folders.includes(path));
const outputs = (planned: Plan): string[] =>
  'files' in planned ? planned.files.map(({ outputPath }) => outputPath) : [planned.problem];

describe('where results go', () => {
  it('takes the name of one result as it is, and its ending as its kind', () => {
    expect(plan(['a.mp4'], 'b.FLAC')).toEqual({
      files: [{ input: 'a.mp4', outputPath: 'b.FLAC', container: 'flac' }],
      folder: null,
    });
  });

  it.each([
    [['a.flac'], 'out', ['out'], ['out/a.flac']],
    [['a.flac'], 'out/', [], ['out/a.flac']],
    [['x/a.mp3', 'y/b.m4a', 'c.webm'], 'out', [], ['out/a.mp3', 'out/b.wav', 'out/c.webm']],
    [['no-ending'], 'out/', [], ['out/no-ending.wav']],
    [['two.dots.mkv'], 'out/', [], ['out/two.dots.mkv']],
    [['two.dots.m4a'], 'out/', [], ['out/two.dots.wav']],
  ])('puts %j into the folder %s', (inputs, out, folders, expected) => {
    expect(outputs(plan(inputs, out, folders))).toEqual(expected);
  });

  it('refuses a kind that cannot be written, before any work', () => {
    expect(outputs(plan(['a.wav'], 'b.xyz'))[0]).toContain('cannot be written');
  });

  it('refuses two files that would get one name', () => {
    expect(outputs(plan(['x/a.wav', 'y/a.wav'], 'out'))[0]).toContain('would both become');
    expect(outputs(plan(['a.m4a', 'a.wma'], 'out'))[0]).toContain('would both become');
  });

  it('refuses a result in the place of another recording', () => {
    expect(outputs(plan(['a/b.wav', 'out/b.wav', 'out/c.wav'], 'out'))[0]).toContain('would');
  });
});

describe('where that goes which was taken away', () => {
  const removed = (inputs: string[], out: string, to: string) => {
    const planned = plan(inputs, out);
    return 'files' in planned ? planRemoved(planned.files, to, () => false) : planned;
  };

  it('is a WAV file, or a folder with one for each recording', () => {
    expect(removed(['a.mp4'], 'b.mp4', 'c.wav')).toEqual({ paths: ['c.wav'], folder: null });
    expect(removed(['x/a.mp3', 'b.wav'], 'out/', 'rest')).toEqual({
      paths: ['rest/a.wav', 'rest/b.wav'],
      folder: 'rest',
    });
  });

  it.each([
    [['a.wav'], 'b.wav', 'c.mp3', 'ends with .wav'],
    [['a.wav'], 'b.wav', './b.wav', 'is the result already'],
    [['a.wav', 'b.wav'], 'out/', 'out/', 'is the result already'],
    [['a.m4a', 'a.mp3'], 'out/', 'rest/', 'would both become'],
  ])('%j with the result %s is refused at %s', (inputs, out, to, problem) => {
    expect(removed(inputs, out, to)).toMatchObject({ problem: expect.stringContaining(problem) as string });
  });
});
