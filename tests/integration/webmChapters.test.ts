import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import {
  addWebmChapters,
  chaptersElement,
  roomForChapters,
} from '../../src-renderer/platform/browser/editor/renders/webmChapters.ts';
import { openBytes } from '../lib/bytesHandle.ts';
import { countDecoded, encodeFrames } from '../lib/encodedFrames.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const FPS = 10;
const CHAPTERS = [
  { title: 'Begin', startSec: 0 },
  { title: 'Ganz anders = ¿qué?', startSec: 1.25 },
];

/** A WebM as an export of a browser writes it, with room for these chapters. */
async function makeWebm(room: Uint8Array): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  output.setMetadataTags({ title: 'Kept', raw: roomForChapters(room) });
  await output.start();
  for (const [index, { atMs, isKey, bytes }] of encodeFrames({ seconds: 2, fps: FPS }).entries())
    await source.add(
      new EncodedPacket(bytes, isKey ? 'key' : 'delta', atMs / 1000, 1 / FPS),
      index === 0 ? { decoderConfig: { codec: 'vp8', codedWidth: 320, codedHeight: 180 } } : undefined,
    );
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

function probe(bytes: Buffer) {
  const path = join(temporaryDir(), 'read.webm');
  writeFileSync(path, bytes);
  const { stdout, stderr } = spawnSync(
    'ffprobe',
    ['-v', 'warning', '-show_chapters', '-show_format', '-show_streams', '-of', 'json', path],
    { encoding: 'utf8' },
  );
  const found = JSON.parse(stdout) as {
    chapters: { start_time: string; tags: { title: string } }[];
    streams: { codec_type: string }[];
    format: { tags: Record<string, string> };
  };
  return { path, ...found, warnings: stderr };
}

describe('chapters of a finished WebM', () => {
  it('take the place of what was kept free for them, and nothing else changes', async () => {
    const chapters = chaptersElement(CHAPTERS);
    const made = await makeWebm(chapters);
    const handle = openBytes(Buffer.from(made));
    expect(addWebmChapters(handle, chapters)).toBe(true);
    expect(handle.bytes()).toHaveLength(made.length);
    const found = probe(handle.bytes());
    expect(found.warnings).toBe('');
    expect(Object.values(found.format.tags)).toContain('Kept');
    // The room was an attached file: none is left.
    expect(found.streams.map(({ codec_type }) => codec_type)).toEqual(['video']);
    expect(
      found.chapters.map(({ start_time, tags }) => ({ title: tags.title, startSec: Number(start_time) })),
    ).toEqual(CHAPTERS);
    expect(countDecoded(found.path)).toBe(2 * FPS);
  });

  it('are not written where no room was kept: the file stays as it is', async () => {
    const few = chaptersElement(CHAPTERS.slice(0, 1));
    const many = chaptersElement(
      Array.from({ length: 20 }, (_, at) => ({ title: `Chapter ${at}`, startSec: at / 10 })),
    );
    for (const made of [await makeWebm(chaptersElement([])), await makeWebm(few), Buffer.from('no WebM')]) {
      const handle = openBytes(Buffer.from(made));
      expect(addWebmChapters(handle, many)).toBe(false);
      expect(handle.bytes()).toEqual(made);
    }
    const handle = openBytes(Buffer.from('of a file without chapters nothing is asked'));
    expect(addWebmChapters(handle, chaptersElement([]))).toBe(true);
  });
});
