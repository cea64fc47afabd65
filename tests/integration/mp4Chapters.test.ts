import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBytes } from '../lib/bytesHandle.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { addChapters } from '../../src-renderer/platform/browser/editor/renders/mp4Chapters.ts';

function makeMp4(flags: readonly string[]): Buffer {
  const path = join(temporaryDir(), 'made.mp4');
  const source = ['-f', 'lavfi', '-i', 'sine=d=3', '-c:a', 'aac', '-metadata', 'title=Kept'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, ...flags, path]);
  return readFileSync(path);
}

/** What FFmpeg reads of it; it must decode without a warning. */
function readChapters(bytes: Buffer): { title: string; startSec: number }[] {
  const path = join(temporaryDir(), 'read.mp4');
  writeFileSync(path, bytes);
  const args = ['-v', 'error', '-show_chapters', '-show_entries', 'format_tags=title', '-of', 'json', path];
  const found = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    chapters: { start_time: string; tags: { title: string } }[];
    format: { tags: { title: string } };
  };
  expect(found.format.tags.title).toBe('Kept');
  expect(execFileSync('ffmpeg', ['-v', 'warning', '-i', path, '-f', 'null', '-'], { encoding: 'utf8' })).toBe(
    '',
  );
  return found.chapters.map(({ start_time, tags }) => ({ title: tags.title, startSec: Number(start_time) }));
}

const CHAPTERS = [
  { title: 'Begin', startSec: 0 },
  { title: 'Ganz anders = ¿qué?', startSec: 1.25 },
];

describe('chapters of a finished MP4', () => {
  it('are behind its index at the end, and in the room that was kept behind it', () => {
    const atEnd = openBytes(makeMp4([]));
    expect(addChapters(atEnd, CHAPTERS)).toBe(true);
    expect(readChapters(atEnd.bytes())).toEqual(CHAPTERS);
    const reserved = openBytes(makeMp4(['-moov_size', '20000']));
    const before = reserved.bytes().length;
    expect(addChapters(reserved, CHAPTERS)).toBe(true);
    expect(reserved.bytes()).toHaveLength(before);
    expect(readChapters(reserved.bytes())).toEqual(CHAPTERS);
  });

  it('are not written where there is no room, or no index: the file stays as it is', () => {
    const tight = makeMp4(['-movflags', '+faststart']);
    for (const bytes of [tight, Buffer.from('no MP4 at all, but long enough')]) {
      const handle = openBytes(Buffer.from(bytes));
      expect(addChapters(handle, CHAPTERS)).toBe(false);
      expect(handle.bytes()).toEqual(bytes);
    }
  });

  it('have long titles cut between letters, and 255 at most', () => {
    const handle = openBytes(makeMp4([]));
    const many = Array.from({ length: 300 }, (_, at) => ({
      title: `${at} ${'ü'.repeat(200)}`,
      startSec: at / 100,
    }));
    expect(addChapters(handle, many)).toBe(true);
    const found = readChapters(handle.bytes());
    expect(found).toHaveLength(255);
    expect(found[0]?.title).toBe(`0 ${'ü'.repeat(126)}`);
  });
});
