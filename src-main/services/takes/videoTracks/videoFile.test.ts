import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MatroskaFrame } from '../../../../src-shared/domain/matroska/writer.ts';
import { countDecoded, encodeFrames, probeVideo } from '../../../../tests/lib/encodedFrames.ts';
import { temporaryDir } from '../../../../tests/lib/temporaryDir.ts';
import { inspectVideoFile, mendVideoFile, VideoFile } from './videoFile.ts';

const FPS = 20;
const FACTS = { codec: 'vp8', codecPrivate: null, width: 320, height: 180, writer: 'test' } as const;
let frames: MatroskaFrame[];

beforeAll(() => {
  frames = encodeFrames({ seconds: 4, fps: FPS });
});

async function write(path: string, encoded: readonly MatroskaFrame[]): Promise<VideoFile> {
  const file = await VideoFile.create(path, FACTS);
  for (let at = 0; at < encoded.length; at += 5) await file.append(encoded.slice(at, at + 5));
  return file;
}

describe('a video file', () => {
  it('is a whole one with its length and an index when it is finished', async () => {
    const path = join(temporaryDir(), 'a.webm');
    const file = await write(path, frames);
    expect(file.facts).toMatchObject({ frames: 80, firstMs: 0, lastMs: 3950, longestGapMs: 50 });
    await file.finish(FPS);
    expect(countDecoded(path)).toBe(80);
    expect(probeVideo(path)).toMatchObject({ codec: 'vp8', width: 320, height: 180, durationSec: 4 });
    expect(await inspectVideoFile(dirname(path), basename(path))).toMatchObject({
      frames: 80,
      keyFrames: 4,
    });
  });

  it('keeps the times that it was given', async () => {
    const path = join(temporaryDir(), 'a.webm');
    const late = frames.map((frame) => ({ ...frame, atMs: frame.atMs + 1234.4 }));
    await (await write(path, late)).finish(FPS);
    const { startSec, timesSec } = probeVideo(path);
    expect({ startSec, last: timesSec.at(-1) }).toEqual({ startSec: 1.234, last: 5.184 });
  });

  it('decodes without an end, as a kill leaves it', async () => {
    const path = join(temporaryDir(), 'a.webm');
    const file = await write(path, frames);
    expect(countDecoded(path)).toBe(80);
    await file.abandon();
  });

  it('is repaired to its last whole frame wherever it was cut off', async () => {
    const dir = temporaryDir();
    const path = join(dir, 'a.webm');
    const file = await write(path, frames);
    await file.abandon();
    const { size } = statSync(path);
    for (let part = 1; part <= 12; part += 1) {
      const cut = join(dir, `${part}.webm`);
      copyFileSync(path, cut);
      truncateSync(cut, Math.floor((size * part) / 12) - (part % 5));
      const mended = await mendVideoFile(dirname(cut), basename(cut), FPS);
      expect(mended?.frames).toBeGreaterThan(0);
      expect(countDecoded(cut)).toBe(mended?.frames);
      const { durationSec } = probeVideo(cut);
      expect(durationSec).toBeCloseTo((mended?.frames ?? 0) / FPS, 2);
      // A second repair finds nothing else.
      const before = readFileSync(cut);
      await mendVideoFile(dirname(cut), basename(cut), FPS);
      expect(readFileSync(cut).equals(before)).toBe(true);
    }
  });

  it('is repaired where a power cut left zeros behind', async () => {
    const path = join(temporaryDir(), 'a.webm');
    const file = await write(path, frames);
    await file.abandon();
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(5000)]));
    expect(await mendVideoFile(dirname(path), basename(path), FPS)).toMatchObject({ frames: 80 });
    expect(countDecoded(path)).toBe(80);
  });

  it('says of what is not its own that it is not', async () => {
    const path = join(temporaryDir(), 'a.webm');
    for (const bytes of [Buffer.alloc(0), Buffer.from('no film'), Buffer.alloc(100, 0xff)]) {
      writeFileSync(path, bytes);
      expect(await mendVideoFile(dirname(path), basename(path), FPS)).toBeNull();
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }
  });
});
