import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TakeDocument } from '../../../src-shared/contract/takes.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { readTakeFolder, writeDocument } from './folder.ts';
import { KEPT_IN_BIN_MS } from '../../../src-shared/contract/takes.ts';
import { openTakeLibrary } from './library.ts';
import { readTakePeaks } from './peaks.ts';
import { createTakesService } from './index.ts';
import { createSoundReader } from './sound.ts';
import { readStorage } from './storage.ts';

const FRAMES = 1000;

const document: TakeDocument = {
  videoTracks: [],
  schemaVersion: 1,
  name: 'Take',
  status: 'finished',
  mode: 'multitrack',
  tap: 'raw',
  container: 'rf64',
  encoding: 'float32',
  sampleRate: 48_000,
  startedAtMs: 1,
  startFrame: 0,
  frames: FRAMES,
  timecode: { source: 'none', timeReference: null, fps: null },
  markers: [],
  pauses: [],
  missedDeadlines: 0,
  ended: null,
  writer: { pid: 0, startedTicks: 0 },
  tracks: [
    {
      id: 'a',
      name: 'Voice',
      kind: 'channel',
      channels: 1,
      file: 'a.wav',
      peaks: 'a.peaks',
      device: null,
      startFrame: 0,
      framesExpected: FRAMES,
      framesWritten: FRAMES,
      gaps: [],
      gapCount: 0,
      missingFrames: 0,
      dryFrames: 0,
      xruns: 0,
      clippedSamples: 0,
      driftPpm: null,
      offsetFrames: 0,
    },
  ],
};

/** A library with one take whose sample n is n/1000, and whose waveform has 100 points of 10 frames. */
function makeLibrary(id = '2026 Take') {
  const path = join(temporaryDir(), 'takes');
  const folder = join(path, id);
  mkdirSync(folder, { recursive: true });
  writeDocument(folder, document);
  const samples = Float32Array.from({ length: FRAMES }, (_, frame) => frame / FRAMES);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(3, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(48_000, 24);
  header.writeUInt32LE(192_000, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(32, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  writeFileSync(join(folder, 'a.wav'), Buffer.concat([header, Buffer.from(samples.buffer)]));
  const peaks = Buffer.alloc(32 + 100 * 4);
  peaks.write('SDPK', 0, 'latin1');
  peaks.writeUInt16LE(1, 4);
  peaks.writeUInt16LE(1, 6);
  for (let point = 0; point < 100; point += 1) {
    peaks.writeInt16LE(-32767, 32 + point * 4);
    peaks.writeInt16LE(Math.round((point / 100) * 32767), 34 + point * 4);
  }
  writeFileSync(join(folder, 'a.peaks'), peaks);
  return { library: openTakeLibrary(path), folder, id };
}

const noEngine = { runTakeJob: () => Promise.reject(new Error('no engine is needed for RF64')) };
const log = { info: () => undefined, error: () => undefined };

const ALL_OF_A = { trackId: 'a', from: 0, to: 1 };

describe('a take that is played', () => {
  it('gives its sound from any place, and no more than there is', async () => {
    const { folder } = makeLibrary();
    const reader = createSoundReader({ dir: join(temporaryDir(), 'heard'), engine: noEngine, log });
    await reader.prepare(await readTakeFolder(folder), {});
    const chunks: Uint8Array[] = [];
    for await (const chunk of reader.read(folder, 'a', 990, 500)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    expect(bytes).toHaveLength(10 * 4);
    expect(bytes.readFloatLE(0)).toBeCloseTo(0.99);
    await expect(async () => {
      for await (const _ of reader.read(folder, 'nobody', 0, 1));
    }).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('gives its waveform in as many parts as are asked for, never more than it has', async () => {
    const { folder } = makeLibrary();
    const take = await readTakeFolder(folder);
    const { lowest, highest } = await readTakePeaks(take, { ...ALL_OF_A, parts: 10 });
    expect(lowest).toEqual(Array<number>(10).fill(-1));
    expect(highest[0]).toBeCloseTo(0.09, 3);
    expect(highest[9]).toBeCloseTo(0.99, 3);
    expect((await readTakePeaks(take, { ...ALL_OF_A, parts: 4000 })).highest).toHaveLength(100);
    const end = await readTakePeaks(take, { trackId: 'a', parts: 2, from: 0.8, to: 1 });
    expect(end.highest[0]).toBeCloseTo(0.89, 3);
    expect(end.highest[1]).toBeCloseTo(0.99, 3);
    writeFileSync(join(folder, 'a.peaks'), 'something else, long enough to have a header');
    await expect(readTakePeaks(take, { ...ALL_OF_A, parts: 10 })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });
});

describe('the folder of a take', () => {
  const context = { signal: new AbortController().signal };
  const nothing = () => Promise.reject(new Error('nothing is to be done'));
  const create = (libraryPath: string, showInFolder: ((path: string) => void) | null) =>
    createTakesService({
      libraryPath,
      exportsPath: join(libraryPath, '../exports'),
      soundPath: join(libraryPath, '../heard'),
      engine: { runTakeJob: nothing, clean: nothing },
      createId: () => 'id',
      clock: { nowMs: Date.now },
      log: createRecordingLog(),
      showInFolder,
      onChanged: () => undefined,
      onProgressed: () => undefined,
    });

  it('is reported, and shown where there is a file manager', async () => {
    const { library, id, folder } = makeLibrary();
    const shown: string[] = [];
    const { handlers } = create(library.path, (path) => shown.push(path));
    expect(await handlers['takes.locate']({ id, what: 'take' }, context)).toBe(folder);
    await handlers['takes.showInFolder']({ id, what: 'take' }, context);
    expect(shown).toEqual([folder]);
    // Nothing was exported yet.
    await expect(handlers['takes.showInFolder']({ id, what: 'exports' }, context)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    expect(shown).toEqual([folder]);
  });

  it('is not shown where there is none', async () => {
    const { library, id } = makeLibrary();
    const { handlers } = create(library.path, null);
    await expect(handlers['takes.showInFolder']({ id, what: 'take' }, context)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    });
  });
});

describe('the bin', () => {
  it('lists what was deleted, restores it, and counts its room', async () => {
    const { library, id, folder } = makeLibrary();
    await library.remove(id);
    expect(await library.list()).toEqual([]);
    const [deleted] = (await library.listBin()).takes;
    expect(deleted).toMatchObject({ id, name: 'Take', tracks: { audio: 1, video: 0, screen: 0, mix: 0 } });
    expect((deleted?.keptUntilMs ?? 0) - (deleted?.deletedAtMs ?? 0)).toBe(KEPT_IN_BIN_MS);
    const storage = await readStorage(library, 'exports');
    expect(storage).toMatchObject({ takeCount: 0, binBytes: deleted?.sizeBytes });
    expect(storage.totalBytes).toBeGreaterThan(storage.freeBytes);
    await library.restore(id);
    expect(existsSync(folder)).toBe(true);
    expect(await library.listBin()).toEqual({ takes: [], unreadable: [] });
  });

  it('keeps a take for thirty days, and no longer', async () => {
    const { library, id } = makeLibrary();
    await library.remove(id);
    expect(await library.sweepBin(Date.now())).toBe(0);
    const long = new Date(Date.now() - KEPT_IN_BIN_MS - 1000);
    utimesSync(join(library.path, '.sounddesk-bin', id), long, long);
    expect(await library.sweepBin(Date.now())).toBe(1);
    expect(await library.listBin()).toEqual({ takes: [], unreadable: [] });
  });
});
