import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeDocumentSchema, takeSummarySchema } from '../../../../src-shared/contract/takes.ts';
import { ClusterWriter, makeFileHead, type Block } from '../../../../src-shared/domain/matroska/writer.ts';
import { concat } from '../../../../src-shared/domain/matroska/elements.ts';
import { NO_NOTES } from './notes.ts';
import { documentOf } from './oldDocument.ts';
import { oldTakeSchema } from './oldTake.ts';
import { readerOf, scanFile, type ScannedFile } from './scanTake.ts';
import { summaryOf } from './summary.ts';

const RATE_HZ = 48_000;
const PRE_SKIP = 312;
/** Of 20 ms, one frame, by its first byte (RFC 6716, section 3.1). */
const PACKET = Uint8Array.of(0b11111_0_00, 1, 2, 3);

const readTake = (version: number) =>
  oldTakeSchema.parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, 'fixtures', `take-version-${version}.json`), 'utf8'),
    ) as unknown,
  );

const soundHead = () => {
  const codecPrivate = new Uint8Array(19);
  codecPrivate.set([PRE_SKIP & 0xff, PRE_SKIP >> 8], 10);
  return { codecPrivate, channels: 1 };
};

function fileOf(head: Parameters<typeof makeFileHead>[0], blocks: readonly Block[]): Blob {
  const start = makeFileHead(head);
  const writer = new ClusterWriter(start.length);
  const bytes = concat([start, ...blocks.map((block) => writer.add(block).bytes)]);
  return new Blob([Uint8Array.from(bytes)]);
}

const sounds = (fromMs: number, toMs: number, track: 1 | 2 = 1): Block[] =>
  Array.from({ length: (toMs - fromMs) / 20 }, (_, index) => ({
    ...{ track, atMs: fromMs + 20 * index, isKey: true, isSound: true, bytes: PACKET },
  }));

const soundFile = (...parts: Block[][]) =>
  fileOf({ video: null, sound: soundHead(), writer: 'test' }, parts.flat());

/** A frame each 100 ms, every tenth of them a key, and the sound that goes with them. */
function videoFile(fromMs: number, toMs: number): Blob {
  const video = { codec: 'vp8', codecPrivate: null, width: 640, height: 360, writer: 'test' } as const;
  const frames = Array.from({ length: (toMs - fromMs) / 100 }, (_, index) => ({
    ...{ atMs: fromMs + 100 * index, isKey: index % 10 === 0, bytes: Uint8Array.of(1, 2, 3) },
  }));
  const blocks = [...frames, ...sounds(fromMs, toMs, 2)].sort((one, other) => one.atMs - other.atMs);
  return fileOf({ video, sound: soundHead(), writer: 'test' }, blocks);
}

const scan = async (file: Blob): Promise<ScannedFile | null> => await scanFile(readerOf(file), file.size);

describe('a take of a browser, as every host describes one', () => {
  it('of the first version', async () => {
    const files = new Map([
      ['audio.webm', await scan(soundFile(sounds(0, 12_000)))],
      ['video.webm', await scan(videoFile(0, 12_000))],
    ]);
    const document = documentOf(readTake(1), files);
    expect(takeDocumentSchema.parse(document)).toEqual(document);
    expect(document).toMatchObject({
      ...{ name: 'First interview', status: 'finished', container: 'webm', encoding: 'opus' },
      ...{ sampleRate: RATE_HZ, frames: 12 * RATE_HZ, startedAtMs: 1767225600000, ended: null },
    });
    expect(document.tracks).toMatchObject([
      {
        ...{ id: 'microphone', name: 'Microphone', file: 'audio.webm', channels: 1, startFrame: 0 },
        ...{ framesWritten: 12 * RATE_HZ - PRE_SKIP, framesExpected: 12 * RATE_HZ - PRE_SKIP, gapCount: 0 },
      },
    ]);
    expect(document.videoTracks).toMatchObject([
      {
        ...{ id: 'video', kind: 'video', codec: 'vp8', width: 640, height: 360, framesWritten: 120 },
        ...{ startFrame: 0, longestGapSec: 0.1, sourceId: null, ended: null },
      },
    ]);
  });

  it('of the second version, with a microphone that was lost and another window', async () => {
    const files = new Map([
      ['audio.webm', await scan(soundFile(sounds(0, 6000)))],
      ['system.webm', await scan(soundFile(sounds(0, 8000)))],
      ['screen.webm', await scan(videoFile(40, 8040))],
      // Nothing arrived for two seconds.
      ['system2.webm', await scan(soundFile(sounds(8000, 12_000), sounds(14_000, 20_000)))],
      ['screen2.webm', null],
    ]);
    const document = documentOf(readTake(2), files);
    expect(takeDocumentSchema.parse(document)).toEqual(document);
    expect(document).toMatchObject({
      status: 'recovered',
      ended: { code: 'DEVICE_LOST', message: 'A tab was closed.' },
    });
    const [microphone, first, second] = document.tracks;
    // Silence stands for what its device did not give any more.
    expect(microphone).toMatchObject({ name: 'Microphone', gapCount: 1 });
    expect(microphone?.gaps).toMatchObject([{ reason: 'device', missingFrames: 14 * RATE_HZ + PRE_SKIP }]);
    // What another window took the place of lacks nothing.
    expect(first).toMatchObject({ id: 'system', name: 'The others 1', gapCount: 0 });
    expect(second).toMatchObject({ id: 'system2', name: 'The others 2', missingFrames: 2 * RATE_HZ });
    expect(second?.startFrame).toBe(8 * RATE_HZ - PRE_SKIP);
    expect(document.videoTracks).toMatchObject([
      { id: 'screen', sourceId: 'screen', framesWritten: 80, framesDropped: 3 },
      { id: 'screen2', sourceId: 'screen', framesWritten: 0, startFrame: null },
    ]);
  });

  it('is listed without a look into its files', () => {
    const summary = summaryOf({
      ...{ id: 'take', document: documentOf(readTake(2), new Map()), sources: [], notes: NO_NOTES },
      ...{ old: readTake(2), sizeBytes: 1234, certificate: null },
    });
    expect(takeSummarySchema.parse(summary)).toEqual(summary);
    expect(summary).toMatchObject({
      ...{
        name: 'Weekly with the choir',
        status: 'recovered',
        durationSec: 20,
        sizeBytes: 1234,
        grade: null,
      },
      tracks: { audio: 3, video: 0, screen: 1, mix: 0 },
      sound: { system: true, microphone: true },
    });
    expect(summary.problem).toBe(
      'A tab was closed. Microphone: Built-in Microphone was unplugged, closed, refused or not shared any more. All until then is kept. 3 frames dropped.',
    );
  });

  it('has nothing in a file that is none', async () => {
    expect(await scan(new Blob(['no recording']))).toBeNull();
    expect(await scan(new Blob([]))).toBeNull();
  });

  it('is read as far as a file that was cut off is whole', async () => {
    const whole = soundFile(sounds(0, 4000));
    const found = await scan(whole.slice(0, whole.size - 3));
    expect(found).toMatchObject({ kind: 'sound', endFrame: 4 * RATE_HZ - 960 - PRE_SKIP });
  });
});
