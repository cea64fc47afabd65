import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineLauncher } from '../../src-main/node/launchEngine.ts';
import { createEngineService, type EngineService } from '../../src-main/services/engine/index.ts';
import { createTakesService } from '../../src-main/services/takes/index.ts';
import type { InputOf } from '../../src-shared/contract/define.ts';
import type { takesContract } from '../../src-shared/contract/takes.ts';
import type { VideoLayout } from '../../src-shared/contract/takeVideo.ts';
import { bubbleSquare } from '../../src-shared/domain/cameraBubble.ts';
import { countDecoded, probeVideo } from '../lib/encodedFrames.ts';
import { findFlashesAndClicks } from '../lib/flashAndClick.ts';
import { makeVideoTake, type MadeTake } from '../lib/videoTakes.ts';
import { createRecordingLog } from '../lib/recordingLog.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const FLASHES = [0.5, 1.5, 2.5];
const SECONDS = 3;
const log = createRecordingLog();
let engine: EngineService;

type Input = InputOf<(typeof takesContract)['takes.exportVideo']>;
type Wanted = Omit<Input, 'id' | 'videoId' | 'layout' | 'range' | 'trackIds'> &
  Partial<Pick<Input, 'range' | 'trackIds'>> & { layout?: VideoLayout };

function createRig(made: Partial<MadeTake> & Pick<MadeTake, 'videoTracks'>) {
  const dataDir = temporaryDir();
  const folder = join(dataDir, 'takes', 'take');
  makeVideoTake(folder, { seconds: SECONDS, flashesSec: FLASHES, ...made });
  const progress: number[] = [];
  const service = createTakesService({
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
  const { handlers } = service;
  const exportVideo = async (
    { range = null, trackIds = null, ...more }: Wanted,
    signal = new AbortController().signal,
    videoId = 'screen-1',
  ) =>
    await handlers['takes.exportVideo'](
      { id: 'take', videoId, layout: { kind: 'single' }, range, trackIds, ...more },
      { signal },
    );
  return { folder, exportsFolder: join(dataDir, 'exports', 'take'), progress, exportVideo, service };
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const hashesOf = (folder: string) =>
  readdirSync(folder).map((name) => `${name} ${hashOf(join(folder, name))}`);

function probeStreams(path: string): { codecs: string[]; startSec: number; durationSec: number } {
  const entries = 'stream=codec_name,start_time:format=duration';
  const args = ['-v', 'error', '-of', 'json', '-show_entries', entries, path];
  const { streams, format } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    streams: { codec_name: string; start_time: string }[];
    format: { duration: string };
  };
  const codecs = streams.map(({ codec_name }) => codec_name);
  return { codecs, startSec: Number(streams[0]?.start_time), durationSec: Number(format.duration) };
}

/** Every frame of the file that was looked at last, a byte for each pixel. */
let looked: { file: string; pixels: Buffer } | null = null;
function pixelsOf(path: string): Buffer {
  // One video may take the place of another.
  const file = `${path} ${statSync(path).mtimeMs}`;
  if (looked?.file === file) return looked.pixels;
  const args = ['-nostdin', '-v', 'error', '-i', path, '-fps_mode', 'passthrough', '-pix_fmt', 'gray'];
  const pixels = execFileSync('ffmpeg', [...args, '-f', 'rawvideo', 'pipe:1'], { maxBuffer: 256 << 20 });
  looked = { file, pixels };
  return pixels;
}

/** Of the first frame from a moment on: how bright each pixel is, 0 to 255. */
function brightnessAt(path: string, atSec: number, { width, height }: { width: number; height: number }) {
  const pixels = pixelsOf(path);
  const frames = pixels.length / (width * height);
  expect(Number.isInteger(frames)).toBe(true);
  const from = Math.ceil((atSec * frames) / SECONDS - 1e-6) * width * height;
  expect(from).toBeLessThan(pixels.length);
  return (x: number, y: number) => pixels[from + Math.round(y) * width + Math.round(x)] ?? NaN;
}

/** Every pair, in the order of the flashes. */
function expectInSync(path: string, mostMs: number) {
  const found = findFlashesAndClicks(path);
  expect(found).toHaveLength(FLASHES.length);
  found.forEach(({ flashSec, clickLaterMs }, index) => {
    expect(Math.abs(flashSec - (FLASHES[index] ?? 0))).toBeLessThan(mostMs / 1000);
    expect(Math.abs(clickLaterMs)).toBeLessThan(mostMs);
  });
}

/** Small and slow: each frame of each case is encoded, exported and decoded. */
const FPS = 20;
const SIZE = { width: 160, height: 90 } as const;
const SMALL = { ...SIZE, fps: FPS, seconds: SECONDS } as const;
const MIDDLE = [SIZE.width / 2, SIZE.height / 2] as const;
/** Where its length is of no matter. */
const SHORT = {
  seconds: 1,
  flashesSec: [0.5],
  videoTracks: [{ ...SMALL, codec: 'vp8', seconds: 1 }],
} satisfies MadeTake;
/** A hole of 1.1 s, and one of a moment; the last part is of another shape. */
const IN_PARTS = [
  { ...SMALL, fps: 30, codec: 'vp8', seconds: 0.7, sourceId: 'lost' },
  { ...SMALL, fps: 30, codec: 'avc1', startSec: 1.8, seconds: 0.4, sourceId: 'lost' },
  { codec: 'vp9', width: 130, height: 90, fps: 30, startSec: 2.3, seconds: 0.7, sourceId: 'lost' },
] satisfies MadeTake['videoTracks'];

describe('a recording with cameras as a video', () => {
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
    { codec: 'vp8', format: 'mp4' },
    { codec: 'avc1', format: 'mp4' },
    { codec: 'vp9', format: 'webm' },
  ] as const)(
    'is exported in part, from $codec to $format: from and to the very frame, in sync, the rest untouched',
    async ({ codec, format }) => {
      const { folder, exportsFolder, exportVideo } = createRig({
        videoTracks: [{ ...SMALL, codec }],
      });
      const before = hashesOf(folder);
      // From between two key frames; the second and third flash are in it.
      const [fromSec, seconds] = [1.2, 1.7];
      const range = { fromFrame: fromSec * 48_000, frames: seconds * 48_000 };
      const { files } = await exportVideo({ format, quality: 'high', targetLufs: null, range });
      expect(files).toMatchObject([
        { isCopied: false, frames: seconds * FPS, name: `screen-1-1080p 0.01-0.03.${format}` },
      ]);
      const found = findFlashesAndClicks(join(exportsFolder, files[0]?.name ?? ''));
      expect(found).toHaveLength(2);
      found.forEach(({ flashSec, clickLaterMs }, index) => {
        expect(Math.abs(flashSec - ((FLASHES[index + 1] ?? 0) - fromSec))).toBeLessThan(1 / 30);
        expect(Math.abs(clickLaterMs)).toBeLessThan(1000 / 30);
      });
      expect(hashesOf(folder)).toEqual(before);
    },
  );

  it.each(['vp8', 'avc1', 'vp9'] as const)(
    'becomes a new recording from a part (%s): the very frames, in sync, with a certificate; the rest untouched',
    async (codec) => {
      const late = { ...SMALL, codec, startSec: 1.5, seconds: 1, kind: 'video' } as const;
      const { folder, exportsFolder, service } = createRig({ videoTracks: [{ ...SMALL, codec }, late] });
      const before = hashesOf(folder);
      const { handlers } = service;
      const context = { signal: new AbortController().signal };
      const fromSec = 1.2;
      const range = { fromFrame: fromSec * 48_000, frames: 1.7 * 48_000 };
      const { id } = await handlers['takes.extract']({ id: 'take', range, name: 'Part' }, context);
      expect(hashesOf(folder)).toEqual(before);
      const { document, certificate, summary } = await handlers['takes.read']({ id }, context);
      expect(summary).toMatchObject({ name: 'Part', durationSec: 1.7, grade: 'green' });
      expect(document?.videoTracks).toMatchObject([
        { framesWritten: 34, startFrame: 0 },
        { framesWritten: 20, startFrame: 0.3 * 48_000 },
      ]);
      expect(certificate?.videoTracks.map(({ framesDecoded, problem }) => [framesDecoded, problem])).toEqual([
        [34, null],
        [20, null],
      ]);
      // Every part of its file is found by time, as a player asks for it.
      const index = await handlers['takes.readVideoIndex']({ id, trackId: 'screen-1' }, context);
      expect(index.clusters.length).toBeGreaterThanOrEqual(2);
      const { files } = await handlers['takes.exportVideo'](
        {
          id,
          videoId: 'screen-1',
          layout: { kind: 'single' },
          format: 'mp4',
          quality: 'high',
          targetLufs: null,
          range: null,
          trackIds: null,
        },
        context,
      );
      const found = findFlashesAndClicks(join(exportsFolder, '..', id, files[0]?.name ?? ''));
      expect(found).toHaveLength(2);
      found.forEach(({ flashSec, clickLaterMs }, nth) => {
        expect(Math.abs(flashSec - ((FLASHES[nth + 1] ?? 0) - fromSec))).toBeLessThan(1 / 30);
        expect(Math.abs(clickLaterMs)).toBeLessThan(1000 / 30);
      });
    },
  );

  it.each([
    { format: 'mp4', codecs: ['h264', 'aac'] },
    { format: 'webm', codecs: ['vp9', 'opus'] },
    { format: 'mov', codecs: ['prores', 'pcm_s24le'] },
  ] as const)(
    'is a $format whose every frame decodes, as long and as loud as it should be',
    async ({ format, codecs }) => {
      const { folder, exportsFolder, exportVideo, progress } = createRig({
        videoTracks: [{ ...SMALL, codec: 'vp8' }],
      });
      const before = hashesOf(folder);
      const { files } = await exportVideo({ format, quality: 'high', targetLufs: -16 });
      const [file] = files;
      const path = file?.path ?? '';
      expect(file).toMatchObject({ ...SIZE, frames: 60, isCopied: false });
      expect(file?.integratedLufs).toBeGreaterThan(-16.5);
      expect(file?.integratedLufs).toBeLessThan(-15.5);
      expect(countDecoded(path)).toBe(60);
      const { codecs: found, startSec, durationSec } = probeStreams(path);
      expect(found).toEqual(codecs);
      expect(startSec).toBeCloseTo(0, 3);
      expect(Math.abs(durationSec - SECONDS)).toBeLessThan(1 / 30);
      expectInSync(path, 34);
      expect(readdirSync(exportsFolder)).toEqual([`screen-1-1080p.${format}`]);
      expect(hashesOf(folder)).toEqual(before);
      expect(progress.at(-1)).toBe(1);
      expect(progress.every((done, index) => done >= (progress[index - 1] ?? 0))).toBe(true);
    },
  );

  it.each([
    { format: 'mp4', codec: 'avc1' },
    { format: 'webm', codec: 'vp9' },
  ] as const)(
    'keeps frames that fit into a $format as they are, at their times',
    async ({ format, codec }) => {
      const { exportVideo } = createRig({ videoTracks: [{ ...SMALL, codec, startSec: 0.3, seconds: 2.7 }] });
      const { files } = await exportVideo({ format, quality: 'medium', targetLufs: null });
      const path = files[0]?.path ?? '';
      expect(files).toMatchObject([{ frames: 54, isCopied: true }]);
      expect(countDecoded(path)).toBe(54);
      expect(Math.abs(probeStreams(path).durationSec - SECONDS)).toBeLessThan(1 / 30);
      expectInSync(path, 34);
    },
  );

  it('makes a large frame as small as its quality says, and fills in black where a camera came later', async () => {
    const { exportVideo } = createRig({
      videoTracks: [
        { ...SMALL, codec: 'vp8' },
        { codec: 'avc1', width: 1280, height: 720, fps: 15, startSec: 1.2, seconds: 1.8 },
      ],
    });
    const { files } = await exportVideo(
      { format: 'mp4', quality: 'low', targetLufs: null },
      undefined,
      'screen-2',
    );
    expect(files).toMatchObject([{ frames: 45, width: 854, height: 480, isCopied: false }]);
    expect(probeVideo(files[0]?.path ?? '')).toMatchObject({ codec: 'h264', width: 854, height: 480 });
    const [pair] = findFlashesAndClicks(files[0]?.path ?? '');
    expect(pair?.flashSec).toBeCloseTo(1.5, 1);
    expect(Math.abs(pair?.clickLaterMs ?? Infinity)).toBeLessThan(67);
  });

  it.each(['mp4', 'webm', 'mov'] as const)(
    'shows all parts of a track in a %s, black where nothing was recorded, and all of it in time',
    async (format) => {
      const { exportVideo } = createRig({ videoTracks: IN_PARTS });
      const options = { format, quality: 'medium', targetLufs: null } as const;
      // Whichever part is named.
      const { files } = await exportVideo(options, undefined, 'screen-2');
      const path = files[0]?.path ?? '';
      expect(files).toMatchObject([{ ...SIZE, frames: 90, isCopied: false }]);
      expect(path).toContain('screen-1-720p');
      expect(countDecoded(path)).toBe(90);
      const inParts = findFlashesAndClicks(path);
      expect(inParts.map(({ flashSec }) => Math.round(flashSec * 10) / 10)).toEqual([0.5, 2.5]);
      for (const { clickLaterMs } of inParts) expect(Math.abs(clickLaterMs)).toBeLessThan(40);
      // In the hole it is black; what moves in a frame of the test is not.
      expect(brightnessAt(path, 1.6, SIZE)(...MIDDLE)).toBeLessThan(18);
      expect(brightnessAt(path, 2.24, SIZE)(...MIDDLE)).toBeGreaterThan(18);
      // Bars beside the part that is not as wide, and nothing is distorted.
      const upright = brightnessAt(path, 2.54, SIZE);
      expect(upright(...MIDDLE)).toBeGreaterThan(220);
      expect(upright(4, SIZE.height / 2)).toBeLessThan(18);
    },
  );

  it('puts a track of several parts beside a camera, and takes no part of it for another one', async () => {
    const { exportVideo } = createRig({
      videoTracks: [...IN_PARTS, { ...SMALL, codec: 'vp8', kind: 'video' }],
    });
    const options = { format: 'mp4', quality: 'medium', targetLufs: null } as const;
    const { files } = await exportVideo({
      ...options,
      layout: { kind: 'sideBySide', videoIds: ['video-4'] },
    });
    const [file] = files;
    expect(file).toMatchObject({ frames: 90 });
    const { width = 0, height = 0 } = file ?? {};
    const both = brightnessAt(file?.path ?? '', 1.54, { width, height });
    expect(both(width / 4, height / 2)).toBeLessThan(18);
    expect(both((width * 3) / 4, height / 2)).toBeGreaterThan(220);
    // A part of what is in the video already is not a second camera.
    await expect(
      exportVideo({ ...options, layout: { kind: 'sideBySide', videoIds: ['screen-2'] } }),
    ).rejects.toMatchObject({ code: 'BAD_OPTION' });
  });

  it.each(['mp4', 'webm', 'mov'] as const)(
    'shows a camera, round, on the screen of a %s while there is one',
    async (format) => {
      const { exportVideo } = createRig({
        flashesSec: [2.5],
        videoTracks: [
          { ...SMALL, codec: 'vp8' },
          { ...SMALL, codec: 'vp9', kind: 'video', startSec: 1.2, seconds: 1.5, flashesSec: [1.5] },
        ],
      });
      const place = { x: 1, y: 0, size: 'large', isMirrored: true } as const;
      const { files } = await exportVideo({
        format,
        quality: 'high',
        targetLufs: null,
        layout: { kind: 'bubble', videoId: 'video-2', place },
      });
      const [file] = files;
      expect(file).toMatchObject({ ...SIZE, frames: 60, isCopied: false });
      const path = file?.path ?? '';
      expect(path).toContain(`screen-1-with-video-2-1080p.${format}`);
      const { left, top, diameter } = bubbleSquare(SIZE, place);
      const middle = [left + diameter / 2, top + diameter / 2] as const;
      // The camera flashes and the screen does not; outside the circle, within its square, is the screen.
      const flash = brightnessAt(path, 1.54, SIZE);
      expect(flash(...middle)).toBeGreaterThan(220);
      expect(flash(left + 3, top + diameter / 2)).toBeGreaterThan(220);
      expect(flash(left + 2, top + 2)).toBeLessThan(120);
      expect(flash(left - 3, top + diameter / 2)).toBeLessThan(120);
      // Then the screen flashes and the camera does not; before and behind it there is the screen alone.
      const screenFlash = brightnessAt(path, 2.54, SIZE);
      expect(screenFlash(...middle)).toBeLessThan(120);
      expect(screenFlash(left + 2, top + 2)).toBeGreaterThan(220);
      const alone = await middleAlone(middle);
      [0.5, 2.9].forEach((atSec, index) =>
        expect(Math.abs(brightnessAt(path, atSec, SIZE)(...middle) - (alone[index] ?? NaN))).toBeLessThan(12),
      );
    },
  );

  /** What the screen alone shows there, before and behind the camera: the same for every kind of file. */
  let alone: number[] | null = null;
  async function middleAlone(place: readonly [number, number]): Promise<number[]> {
    if (alone) return alone;
    const { exportVideo } = createRig({ flashesSec: [], videoTracks: [{ ...SMALL, codec: 'vp8' }] });
    const { files } = await exportVideo({ format: 'mp4', quality: 'high', targetLufs: null });
    alone = [0.5, 2.9].map((atSec) => brightnessAt(files[0]?.path ?? '', atSec, SIZE)(...place));
    return alone;
  }

  it('shows a camera that was lost and came back in its bubble both times', async () => {
    const place = { x: 0, y: 0, size: 'large', isMirrored: false } as const;
    const camera = { ...SMALL, codec: 'vp8', kind: 'video', name: 'Camera', bubble: place } as const;
    const { exportVideo } = createRig({
      flashesSec: [],
      videoTracks: [
        { ...SMALL, codec: 'vp8' },
        { ...camera, seconds: 1, flashesSec: [0.5] },
        { ...camera, startSec: 2, seconds: 1, flashesSec: [2.5] },
      ],
    });
    const { left, top, diameter } = bubbleSquare(SIZE, place);
    const middle = [left + diameter / 2, top + diameter / 2] as const;
    // Whichever of its parts was asked for.
    for (const videoId of ['video-2', 'video-3']) {
      const { files } = await exportVideo({
        format: 'mp4',
        quality: 'high',
        targetLufs: null,
        layout: { kind: 'bubble', videoId, place },
      });
      expect(files).toMatchObject([{ ...SIZE, frames: 60 }]);
      const path = files[0]?.path ?? '';
      expect(path).toContain('screen-1-with-video-2-1080p.mp4');
      const bright = [0.54, 1.54, 2.54].map((atSec) => brightnessAt(path, atSec, SIZE)(...middle) > 220);
      expect(bright).toEqual([true, false, true]);
    }
  });

  it('puts cameras and screens beside each other, each at its time', async () => {
    const { exportVideo } = createRig({
      flashesSec: [2.5],
      videoTracks: [
        { ...SMALL, codec: 'vp8' },
        { ...SMALL, width: 90, height: 160, codec: 'vp9', kind: 'video', flashesSec: [0.5] },
        { ...SMALL, codec: 'avc1', kind: 'video', startSec: 1.5, seconds: 1.5, flashesSec: [2] },
      ],
    });
    const { files } = await exportVideo({
      format: 'mp4',
      quality: 'medium',
      targetLufs: null,
      layout: { kind: 'sideBySide', videoIds: ['video-2', 'video-3'] },
    });
    const [file] = files;
    // The upright frame is the tallest of a cell: nothing is made larger than it came.
    expect(file).toMatchObject({ width: 568, height: 320, frames: 60, isCopied: false });
    const size = { width: file?.width ?? 0, height: file?.height ?? 0 };
    const path = file?.path ?? '';
    const [first, second, third] = [
      [size.width / 4, size.height / 4],
      [(size.width * 3) / 4, size.height / 4],
      [size.width / 4, (size.height * 3) / 4],
    ] as const;
    const seen = (atSec: number) => {
      const at = brightnessAt(path, atSec, size);
      return [first, second, third].map(([x, y]) => at(x, y) > 220);
    };
    expect(seen(0.54)).toEqual([false, true, false]);
    expect(seen(2.04)).toEqual([false, false, true]);
    expect(seen(2.54)).toEqual([true, false, false]);
    expect(brightnessAt(path, 1, size)(...third)).toBeLessThan(20);
    await expect(
      exportVideo({
        format: 'mp4',
        quality: 'low',
        targetLufs: null,
        layout: { kind: 'sideBySide', videoIds: ['screen-1'] },
      }),
    ).rejects.toMatchObject({ code: 'BAD_OPTION' });
  });

  it('needs no sound', async () => {
    const { exportVideo } = createRig({ ...SHORT, hasSound: false });
    const { files } = await exportVideo({ format: 'mp4', quality: 'low', targetLufs: -16 });
    expect(files).toMatchObject([{ frames: 20, integratedLufs: null }]);
    expect(probeStreams(files[0]?.path ?? '').codecs).toEqual(['h264']);
  });

  it('leaves nothing when it is cancelled in the midst, and the earlier file as it was', async () => {
    const { exportsFolder, exportVideo, progress } = createRig({ videoTracks: [{ ...SMALL, codec: 'vp8' }] });
    const { files } = await exportVideo({ format: 'mp4', quality: 'low', targetLufs: null });
    const before = statSync(files[0]?.path ?? '').mtimeMs;
    progress.length = 0;
    const aborting = new AbortController();
    const push = progress.push.bind(progress);
    progress.push = (done) => {
      aborting.abort();
      return push(done);
    };
    const again = exportVideo({ format: 'mp4', quality: 'low', targetLufs: null }, aborting.signal);
    await expect(again).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readdirSync(exportsFolder)).toEqual(['screen-1-480p.mp4']);
    expect(statSync(files[0]?.path ?? '').mtimeMs).toBe(before);
  });

  it('says what is wrong where frames do not decode or none are there, and leaves nothing', async () => {
    const { folder, exportsFolder, exportVideo } = createRig({ videoTracks: [{ ...SMALL, codec: 'vp8' }] });
    await expect(
      exportVideo({ format: 'mp4', quality: 'low', targetLufs: null }, undefined, 'other'),
    ).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    const path = join(folder, 'screen-1.webm');
    const bytes = readFileSync(path);
    bytes.fill(0x5a, Math.floor(bytes.length / 3));
    writeFileSync(path, bytes);
    await expect(exportVideo({ format: 'mp4', quality: 'low', targetLufs: null })).rejects.toMatchObject({
      code: expect.stringMatching(/^FILE_/) as string,
    });
    expect(readdirSync(exportsFolder)).toEqual([]);
  });

  it('removes what a killed program has left, and nothing else', async () => {
    const { exportsFolder, service } = createRig(SHORT);
    mkdirSync(exportsFolder, { recursive: true });
    for (const name of ['.screen-1-480p.mp4.id.part', 'screen-1-480p.mp4', 'my.part'])
      writeFileSync(join(exportsFolder, name), '');
    await service.sweep();
    expect(readdirSync(exportsFolder).sort()).toEqual(['my.part', 'screen-1-480p.mp4']);
  });

  it('says so where nothing can be written', async () => {
    const { exportsFolder, exportVideo } = createRig(SHORT);
    mkdirSync(exportsFolder, { recursive: true });
    chmodSync(exportsFolder, 0o500);
    const trying = exportVideo({ format: 'mp4', quality: 'low', targetLufs: null });
    // Who may do everything is not refused.
    if (process.getuid?.() === 0) await trying;
    else await expect(trying).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
    chmodSync(exportsFolder, 0o700);
  });
});
