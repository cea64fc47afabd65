import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineLauncher } from '../../src-main/node/launchEngine.ts';
import { createEngineService, type EngineService } from '../../src-main/services/engine/index.ts';
import { createTakesService } from '../../src-main/services/takes/index.ts';
import type { ParsedInputOf } from '../../src-shared/contract/define.ts';
import type { takesContract } from '../../src-shared/contract/takes.ts';
import type { TakeGap } from '../../src-shared/domain/certificateSchema.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const RATE = 48_000;
const SECONDS = 6;
const CLICKS_SEC = [1, 4];
const log = createRecordingLog();
let engine: EngineService;

type Wanted = Partial<Omit<ParsedInputOf<(typeof takesContract)['takes.export']>, 'id'>>;
const ALL = {
  what: 'mix',
  container: 'mp3',
  encoding: 'pcm24',
  kbps: 192,
  targetLufs: null,
  tags: null,
  hasCover: false,
  hasChapters: false,
  range: null,
  trackIds: null,
} as const;

function createRig(markers: readonly { atFrame: number; label: string }[] = [], gaps: TakeGap[] = []) {
  const dataDir = temporaryDir();
  const folder = join(dataDir, 'takes', 'take');
  const document = makeVideoTake(folder, { seconds: SECONDS, flashesSec: CLICKS_SEC, videoTracks: [] });
  const tracks = document.tracks.map((track) => ({ ...track, gaps, gapCount: gaps.length }));
  const written = { ...document, markers, tracks, videoTracks: undefined };
  writeFileSync(join(folder, 'take.json'), JSON.stringify(written));
  const progress: number[] = [];
  const { handlers, sweep } = createTakesService({
    libraryPath: join(dataDir, 'takes'),
    exportsPath: join(dataDir, 'exports'),
    soundPath: join(dataDir, 'heard'),
    engine,
    createId: randomUUID,
    clock: { nowMs: Date.now },
    log,
    onChanged: () => undefined,
    onProgressed: (_id, done) => progress.push(done),
  });
  const signal = new AbortController().signal;
  const exportSound = async (wanted: Wanted, within = signal) => {
    const { files } = await handlers['takes.export']({ id: 'take', ...ALL, ...wanted }, { signal: within });
    const [file] = files;
    if (!file) throw new Error('Nothing was exported.');
    return file;
  };
  const writeCover = async (image: Uint8Array) => {
    const bytes = (async function* () {
      yield await Promise.resolve(image);
    })();
    await handlers['takes.writeCover']({ sizeBytes: image.length }, { signal, bytes });
  };
  const exportsFolder = join(dataDir, 'exports', 'take');
  return { folder, exportsFolder, handlers, sweep, signal, exportSound, writeCover, progress };
}

interface Probed {
  streams: { codec_name: string; codec_type: string; disposition: { attached_pic: number }; tags?: Tags }[];
  format: { duration: string; bit_rate: string; tags?: Tags };
  chapters: { start_time: string; end_time: string; tags: Tags }[];
}
type Tags = Record<string, string>;

function probe(path: string) {
  const args = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', '-show_chapters', path];
  const { streams, format, chapters } = JSON.parse(
    execFileSync('ffprobe', args, { encoding: 'utf8' }),
  ) as Probed;
  const sound = streams.find(({ codec_type }) => codec_type === 'audio');
  return {
    codec: sound?.codec_name,
    // In Ogg they belong to the stream.
    tags: Object.fromEntries(
      Object.entries({ ...sound?.tags, ...format.tags }).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    durationSec: Number(format.duration),
    kbps: Number(format.bit_rate) / 1000,
    covers: streams
      .filter(({ disposition }) => disposition.attached_pic === 1)
      .map(({ codec_name }) => codec_name),
    chapters: chapters.map(({ start_time, tags }) => [Number(start_time), tags.title]),
  };
}

function makeImage(kind: 'png' | 'jpeg'): Buffer {
  const codec = kind === 'png' ? 'png' : 'mjpeg';
  const source = ['-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1'];
  return execFileSync('ffmpeg', [
    '-nostdin',
    '-v',
    'error',
    ...source,
    '-c:v',
    codec,
    '-f',
    'image2pipe',
    'pipe:1',
  ]);
}

const hashesOf = (folder: string) =>
  readdirSync(folder).map((name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  );

const TAGS = { title: 'Pilot; the first = best', artist: 'Ana & Ben', show: 'Harbour #1', episode: 12 };

describe('the sound of a recording as a file to publish', () => {
  beforeAll(() => {
    engine = createEngineService({
      launch: createEngineLauncher({ log }),
      clock: { nowMs: Date.now },
      log,
      onStateChanged: () => undefined,
      onLevelsMeasured: () => undefined,
    });
  });
  afterAll(() => engine.close());

  it.each([
    { container: 'mp3', codec: 'mp3', image: 'jpeg', cover: 'mjpeg' },
    { container: 'm4a', codec: 'aac', image: 'png', cover: 'png' },
    { container: 'opus', codec: 'opus', image: 'png', cover: 'png' },
  ] as const)(
    'is $container with tags, cover, chapters, the loudness and the place of every sound',
    async (wanted) => {
      const { container, codec, image, cover } = wanted;
      const rig = createRig([
        { atFrame: 2 * RATE, label: 'Guests' },
        { atFrame: 5 * RATE, label: '' },
      ]);
      const before = hashesOf(rig.folder);
      await rig.writeCover(makeImage(image));
      const file = await rig.exportSound({
        container,
        targetLufs: -25,
        tags: TAGS,
        hasCover: true,
        hasChapters: true,
      });
      const found = probe(file.path);
      expect(found).toMatchObject({ codec, covers: [cover] });
      expect(found.tags).toMatchObject({
        title: TAGS.title,
        artist: TAGS.artist,
        album: TAGS.show,
        track: '12',
      });
      expect(found.chapters).toEqual([
        [0, 'Interview'],
        [2, 'Guests'],
        [5, 'Chapter 2'],
      ]);
      expect(Math.abs(found.durationSec - SECONDS)).toBeLessThan(0.1);
      expect(found.kbps).toBeGreaterThan(64);
      expect(file.integratedLufs).toBeGreaterThan(-25.5);
      expect(file.integratedLufs).toBeLessThan(-24.5);
      expect(file.truePeakDb).toBeLessThan(0);
      expect(Math.abs(file.seconds - SECONDS)).toBeLessThan(0.1);
      expect(readdirSync(rig.exportsFolder)).toEqual([`mix.${container}`]);
      expect(hashesOf(rig.folder)).toEqual(before);
      expect(rig.progress.at(-1)).toBe(1);
      expect(rig.progress.every((done, index) => done >= (rig.progress[index - 1] ?? 0))).toBe(true);
    },
  );

  it('has nothing that was not asked for', async () => {
    const rig = createRig([{ atFrame: RATE, label: 'Guests' }]);
    await rig.writeCover(makeImage('png'));
    const { path } = await rig.exportSound({});
    expect(probe(path)).toMatchObject({ covers: [], chapters: [] });
    expect(probe(path).tags).not.toHaveProperty('title');
  });

  it.each(['wav', 'mp3'] as const)('is a selection alone as %s, with its chapters', async (container) => {
    const { exportSound } = createRig([
      { atFrame: RATE, label: 'Before' },
      { atFrame: 4 * RATE, label: 'Inside' },
    ]);
    const range = { fromFrame: 3 * RATE, frames: 2 * RATE };
    const file = await exportSound({ container, range, hasChapters: true });
    expect(file.name).toBe(`mix 0.03-0.05.${container}`);
    expect(Math.abs(file.seconds - 2)).toBeLessThan(0.1);
    const { samples, firstLoudSec } = decode(file.path);
    expect(Math.abs(samples / RATE - 2)).toBeLessThan(0.1);
    expect(Math.abs(firstLoudSec - 1)).toBeLessThan(0.05);
    if (container === 'mp3')
      expect(probe(file.path).chapters).toEqual([
        [0, 'Interview'],
        [1, 'Inside'],
      ]);
  });

  it('refuses a selection outside of the recording, and an image that is none', async () => {
    const { exportSound, writeCover } = createRig();
    await expect(exportSound({ range: { fromFrame: 99 * RATE, frames: RATE } })).rejects.toMatchObject({
      code: 'BAD_OPTION',
    });
    await expect(writeCover(Buffer.from('GIF89a'))).rejects.toMatchObject({ code: 'FORMAT_UNSUPPORTED' });
  });

  it('says the true peak of what was written, and what was cut off', async () => {
    const { exportSound } = createRig();
    const wav = await exportSound({ container: 'wav' });
    expect(wav.truePeakDb).toBeGreaterThan(-6);
    expect(wav).toMatchObject({ clippedSamples: 0, seconds: SECONDS, name: 'mix.wav' });
  });

  it('is read back byte for byte, and nothing beside it', async () => {
    const { exportSound, handlers, signal } = createRig();
    const { path, name, sizeBytes } = await exportSound({});
    const chunks: Uint8Array[] = [];
    for await (const chunk of handlers['takes.readExport']({ id: 'take', name }, { signal }))
      chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    expect(bytes.equals(readFileSync(path))).toBe(true);
    expect(sizeBytes).toBe(bytes.length);
    const other = handlers['takes.readExport']({ id: 'take', name: 'take.json' }, { signal });
    await expect(other[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('becomes a new recording from a part, sample by sample, and stays itself', async () => {
    const { folder, handlers, signal } = createRig([
      { atFrame: RATE, label: 'Before' },
      { atFrame: 4 * RATE, label: 'Inside' },
    ]);
    const before = hashesOf(folder);
    const range = { fromFrame: 3 * RATE, frames: 2 * RATE };
    const { id } = await handlers['takes.extract']({ id: 'take', range, name: 'Trimmed' }, { signal });
    expect(id).toBe('take (2)');
    expect(hashesOf(folder)).toEqual(before);
    const { document, certificate, summary } = await handlers['takes.read']({ id }, { signal });
    expect(summary).toMatchObject({ name: 'Trimmed', durationSec: 2, status: 'finished', grade: 'green' });
    expect(document?.markers).toEqual([{ atFrame: RATE, label: 'Inside' }]);
    expect(certificate?.tracks).toMatchObject([{ framesDecoded: 2 * RATE, missingFrames: 0 }]);
    const whole = samplesOf(join(folder, '01-Voice.wav'));
    const part = samplesOf(join(folder, '..', id, '01-Voice.wav'));
    expect(part).toEqual(whole.subarray(3 * RATE, 5 * RATE));
  });

  it('takes the silence of a gap along that its ends cut through', async () => {
    const gap = { spanFrames: 2 * RATE, missingFrames: 2 * RATE, reason: 'device' } as const;
    const gaps = [0, 2, 4].map((sec) => ({ ...gap, atFrame: sec * RATE }));
    const { handlers, signal } = createRig([], gaps);
    const range = { fromFrame: 3 * RATE, frames: 2 * RATE };
    const { id } = await handlers['takes.extract']({ id: 'take', range, name: 'Trimmed' }, { signal });
    const { document, certificate } = await handlers['takes.read']({ id }, { signal });
    const half = { ...gap, spanFrames: RATE, missingFrames: RATE };
    expect(document?.tracks).toMatchObject([
      {
        gapCount: 2,
        missingFrames: 2 * RATE,
        gaps: [
          { ...half, atFrame: 0 },
          { ...half, atFrame: RATE },
        ],
      },
    ]);
    expect(certificate).toMatchObject({ grade: 'amber', condition: 'gaps' });
  });

  it('removes what a program left that was killed while it cut, and nothing of one that cuts now', async () => {
    const { folder, sweep } = createRig();
    const [left, busy] = ['.extract-left', '.extract-busy'].map((name) => join(folder, '..', name));
    for (const path of [left, busy]) mkdirSync(path ?? '');
    utimesSync(left ?? '', 1, 1);
    await sweep();
    expect(readdirSync(join(folder, '..')).sort()).toEqual(['.extract-busy', 'take']);
  });

  it('leaves nothing behind where it is cancelled', async () => {
    const { exportSound, exportsFolder } = createRig();
    const aborting = new AbortController();
    aborting.abort();
    await expect(exportSound({}, aborting.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readdirSync(exportsFolder)).toEqual([]);
  });
});

function decode(path: string): { samples: number; firstLoudSec: number } {
  const samples = samplesOf(path);
  return {
    samples: samples.length,
    firstLoudSec: samples.findIndex((sample) => Math.abs(sample) > 0.3) / RATE,
  };
}

function samplesOf(path: string): Float32Array {
  const bytes = execFileSync(
    'ffmpeg',
    ['-nostdin', '-v', 'error', '-i', path, '-ac', '1', '-ar', String(RATE), '-f', 'f32le', 'pipe:1'],
    { maxBuffer: 64 << 20 },
  );
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
