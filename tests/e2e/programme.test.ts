import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  layoutScene,
  logoItem,
  lowerThirdItem,
  slateScene,
  type LayoutId,
} from '../../src-shared/domain/broadcast/layouts.ts';
import {
  KEY_FRAME_EVERY_SEC,
  masterQuality,
  type MasterQualityId,
} from '../../src-shared/domain/broadcast/quality.ts';
import { EMPTY_SCENE, SCENE_BACKGROUND, type Scene } from '../../src-shared/domain/broadcast/scene.ts';
import type { Programme, ProgrammeView } from '../../src-renderer/media/programme/index.ts';
import { launchHeadlessShell } from '../lib/chromium.ts';
import {
  decodeEncoded,
  probeEncoded,
  serveProgrammePage,
  writeEncoded,
  type DecodedFrame,
} from '../lib/programmeFixture.ts';
import type { DrawnSource, InPage, Recorded, Recording } from '../lib/programmePage/page.ts';
import type { StaticServer } from '../lib/staticServer.ts';

/** What stays in the page from one call to the next. */
type World = Window &
  InPage & {
    programme: Programme;
    recording: Recording;
    drawn: Record<string, DrawnSource>;
    camera: MediaStreamTrack;
    lost: string[];
  };

const SIZE = { width: 320, height: 180 };
const RED = [255, 0, 0] as const;
const GREEN = [0, 255, 0] as const;
const BLUE = [0, 0, 255] as const;
const BACKGROUND = colorOf(SCENE_BACKGROUND);
/** The smallest PNG of one red pixel. */
const RED_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
/** So slow that the next one begins in it on a busy machine, too. */
const SLOW_FADE_MS = 5000;
const FADE_MS = 1000;
const PATIENT = { timeout: 60_000 };

const dir = mkdtempSync(join(tmpdir(), 'sounddesk-programme-'));
let server: StaticServer;
let browser: Browser;
let page: Page;
const problems: string[] = [];

describe('the programme of a broadcast', () => {
  beforeAll(async () => {
    server = await serveProgrammePage(dir);
    browser = await launchHeadlessShell([
      '--use-fake-device-for-media-stream=device-count=2,fps=30',
      '--use-fake-ui-for-media-stream',
    ]);
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      const isFrameLeft = /garbage collected/.test(message.text());
      if (message.type() === 'error' || isFrameLeft) problems.push(message.text());
    });
    await page.goto(server.origin);
    await page.evaluate(openWorld, EMPTY_SCENE);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it.each<[LayoutId, (frame: DecodedFrame) => void]>([
    [
      'cameraScreen',
      (frame) => {
        expectColor(frame, 0.38, 0.5, BLUE);
        expectColor(frame, 0.87, 0.5, RED);
        expectColor(frame, 0.5, 0.05, BACKGROUND);
      },
    ],
    [
      'pictureInPicture',
      (frame) => {
        expectColor(frame, 0.3, 0.3, BLUE);
        expectColor(frame, 0.82, 0.82, RED);
        expectColor(frame, 0.98, 0.98, BLUE);
      },
    ],
    [
      'sideBySide',
      (frame) => {
        expectColor(frame, 0.25, 0.5, RED);
        expectColor(frame, 0.75, 0.5, BLUE);
        // A screen is seen whole, a camera fills its half.
        expectColor(frame, 0.25, 0.2, RED);
        expectColor(frame, 0.75, 0.2, BACKGROUND);
      },
    ],
    [
      'guestGrid',
      (frame) => {
        expectColor(frame, 0.25, 0.5, RED);
        expectColor(frame, 0.75, 0.5, GREEN);
        expectColor(frame, 0.5, 0.05, BACKGROUND);
      },
    ],
  ])('%s is composed as its layout says, and decodes to it', async (layout, check) => {
    await setScene(layoutScene(layout, { cameras: ['red', 'green'], screens: ['blue'] }));
    const frames = decode(await encode('720p30', 20), `${layout}.h264`);
    expect(frames.length).toBeGreaterThanOrEqual(20);
    check(last(frames));
  });

  it('has a key frame every two seconds and on request, at even times, with the tags of BT.709', async () => {
    await setScene(layoutScene('pictureInPicture', { cameras: ['red'], screens: ['camera'] }));
    await begin('720p30', 5_000_000);
    // One that reaches the encoder late may fall on a key frame of its own.
    for (const count of [100, 113, 139]) {
      await framesMade(count);
      await page.evaluate(() => (window as unknown as World).recording.requestKey());
    }
    await framesMade(160);
    const recorded = await end();
    const { frames, figures, startMs, endMs } = recorded;
    const path = writeEncoded(join(dir, 'keys.h264'), recorded);
    expect(probeEncoded(path)).toEqual({
      codec_name: 'h264',
      profile: 'High',
      level: 31,
      width: 1280,
      height: 720,
      pix_fmt: 'yuv420p',
      has_b_frames: 0,
      field_order: 'progressive',
      color_range: 'tv',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
    });
    expect(decodeEncoded(path, SIZE.width, SIZE.height)).toHaveLength(frames.length);

    const keys = frames.filter(({ isKey }) => isKey).map(({ atMs }) => atMs);
    const between = keys.slice(1).map((atMs, index) => atMs - (keys[index] ?? 0));
    const periodMs = 1000 / 30;
    expect(frames[0]?.isKey).toBe(true);
    // The nearest frame; one that was left out may have been the one.
    expect(Math.max(...between)).toBeLessThan(
      KEY_FRAME_EVERY_SEC * 1000 + (figures.framesDropped + 0.52) * periodMs,
    );
    expect(Math.min(...between)).toBeLessThan(KEY_FRAME_EVERY_SEC * 1000 - periodMs);

    expectEvenTimes(frames, 30);
    const places = frames.map(({ atMs }) => (atMs - (frames[0]?.atMs ?? 0)) / periodMs);
    expect(new Set(places.map(Math.round)).size).toBe(frames.length);
    // Nothing is missing that was not counted.
    expect(Math.round(places.at(-1) ?? 0) + 1).toBeLessThanOrEqual(frames.length + figures.framesDropped);
    expect(figures.framesMade).toBe(frames.length);

    // By the clock that was asked for; what is seen first may be two frames older.
    expect(frames[0]?.atMs).toBeGreaterThanOrEqual(startMs + 5_000_000 - 3 * periodMs);
    expect(frames.at(-1)?.atMs).toBeLessThanOrEqual(endMs + 5_000_000);
  });

  it('keeps its bitrate where everything moves', async () => {
    await page.evaluate(() => (window as unknown as World).drawn.spots?.scatter());
    await setScene(layoutScene('cameraScreen', { cameras: [], screens: ['spots'] }));
    const { frames } = await encode('720p30', 150);
    // By the frame: those that a busy machine leaves out are none of the encoder's.
    const bytes = frames.reduce((sum, { data }) => sum + data.length * 0.75, 0) / frames.length;
    const kbps = (bytes * 8 * 30) / 1000;
    const { videoKbps } = masterQuality('720p30');
    expect(kbps).toBeGreaterThan(videoKbps * 0.5);
    expect(kbps).toBeLessThan(videoKbps * 1.15);
  });

  it('shows a camera that moves', async () => {
    await setScene(layoutScene('cameraScreen', { cameras: ['camera'], screens: [] }));
    const frames = decode(await encode('720p30', 60), 'camera.h264');
    const points = Array.from({ length: 64 }, (_, at) => [
      (at % 8) / 8 + 0.05,
      Math.floor(at / 8) / 8 + 0.05,
    ]);
    const look = (frame: DecodedFrame) => points.map(([x = 0, y = 0]) => frame.at(x, y).join(',')).join(' ');
    expect(new Set(frames.map(look)).size).toBeGreaterThan(10);
  });

  it.each<[MasterQualityId, number]>([
    ['1080p30', 40],
    ['720p60', 32],
    ['1080p60', 42],
    ['720p30', 31],
  ])('is made in %s from the next encoding on', async (id, level) => {
    await setScene(layoutScene('sideBySide', { cameras: ['red'], screens: ['blue'] }));
    const recorded = await encode(id, 20);
    const { width, height, fps } = masterQuality(id);
    const path = writeEncoded(join(dir, `${id}.h264`), recorded);
    expect(probeEncoded(path)).toMatchObject({
      width,
      height,
      level,
      color_space: 'bt709',
      color_range: 'tv',
    });
    const frame = last(decodeEncoded(path, SIZE.width, SIZE.height));
    expectColor(frame, 0.25, 0.5, RED);
    expectEvenTimes(recorded.frames, fps);
  });

  it('fades from one scene to the next, and cuts at once', async () => {
    const plain = (background: string): Scene => ({ background, items: [] });
    await setScene(plain('#ff0000'));
    await begin('720p30');
    await framesMade(5);
    await setScene(plain('#0000ff'), 1000);
    await framesMade(50);
    await setScene(plain('#00ff00'));
    await framesMade(60);
    const colors = decode(await end(), 'fade.h264').map((frame) => frame.at(0.5, 0.5));
    const isLike = (wanted: readonly number[]) => (color: readonly number[]) => distance(color, wanted) < 20;
    expect(colors[0]).toSatisfy(isLike(RED));
    expect(colors.at(-1)).toSatisfy(isLike(GREEN));
    const mixed = colors.filter(([red, green, blue]) => red > 25 && blue > 25 && green < 20);
    expect(mixed.length).toBeGreaterThan(2);
    // Red falls and blue rises, with no step back.
    mixed.slice(1).forEach(([red], at) => expect(red).toBeLessThanOrEqual((mixed[at]?.[0] ?? 0) + 3));
    const cut = colors.findIndex(isLike(GREEN));
    expect(colors[cut - 1]).toSatisfy(isLike(BLUE));
  });

  it('does not jump where a scene follows in the middle of a fade, or is changed in it', async () => {
    const plain = (background: string): Scene => ({ background, items: [] });
    await setScene(plain('#ff0000'));
    await begin('720p30');
    await framesMade(5);
    await setScene(plain('#0000ff'), SLOW_FADE_MS);
    await framesMade(15);
    await page.evaluate(
      (scene) => (window as unknown as World).programme.setScene(scene, null),
      plain('#0000fe'),
    );
    await framesMade(25);
    await setScene(plain('#00ff00'), FADE_MS);
    await framesMade(70);
    const recorded = await end();
    const colors = decode(recorded, 'fadeInFade.h264').map((frame) => frame.at(0.5, 0.5));
    expect(distance(colors.at(-1) ?? [], GREEN)).toBeLessThan(20);
    // All three at once, as the second fade begins in the first one.
    expect(colors.some((color) => color.every((part) => part > 20))).toBe(true);
    colors.slice(1).forEach((color, at) => {
      const passedMs = (recorded.frames[at + 1]?.atMs ?? 0) - (recorded.frames[at]?.atMs ?? 0);
      expect(distance(color, colors[at] ?? [])).toBeLessThan(20 + (2 * 255 * passedMs) / FADE_MS);
    });
  });

  it('draws images, titles, lower thirds and countdowns, and shows the programme on the page', async () => {
    const image = { type: 'image/png', base64: RED_PNG } as const;
    const [title] = slateScene('Starting soon', null).items;
    const countdown = slateScene('', { endsAtMs: 0, doneText: '████' }).items[1];
    if (!title || !countdown) throw new Error('no slate');
    const lower = lowerThirdItem('lower', '████', '');
    await page.evaluate(() => {
      const { programme } = window as unknown as World;
      for (const view of ['programme', 'preview'] as const) {
        const canvas = document.querySelector<HTMLCanvasElement>(`#${view}`);
        if (canvas) programme.attachCanvas(canvas, view);
      }
    });
    await setScene({
      ...EMPTY_SCENE,
      items: [
        logoItem('logo', image, 'topRight'),
        { ...title, text: '████' } as typeof title,
        countdown,
        lower,
      ],
    });
    const shownAt = (x: number, y: number, view: ProgrammeView = 'programme') =>
      page.evaluate(readShown, { x, y, view });
    await expect.poll(() => shownAt(0.89, 0.11), PATIENT).toEqual([255, 0, 0]);
    await expect.poll(() => shownAt(0.5, 0.5), PATIENT).toEqual([255, 255, 255]);
    await expect.poll(() => shownAt(0.5, 0.62), PATIENT).toEqual([255, 255, 255]);
    await expect.poll(() => shownAt(0.052, 0.88), PATIENT).toEqual([...colorOf('#f59e0b')]);
    await expect.poll(() => shownAt(0.1, 0.88), PATIENT).toEqual([255, 255, 255]);
    await expect.poll(() => shownAt(0.5, 0.1), PATIENT).toEqual([...BACKGROUND]);

    // The next scene beside it, which the programme knows nothing of.
    const next = layoutScene('sideBySide', { cameras: ['red'], screens: ['blue'] });
    await page.evaluate((scene) => (window as unknown as World).programme.setPreview(scene), next);
    const isLike = (wanted: readonly number[]) => (color: number[]) => distance(color, wanted) < 20;
    await expect.poll(() => shownAt(0.25, 0.5, 'preview'), PATIENT).toSatisfy(isLike(RED));
    await expect.poll(() => shownAt(0.75, 0.5, 'preview'), PATIENT).toSatisfy(isLike(BLUE));
    expect(await shownAt(0.5, 0.5)).toEqual([255, 255, 255]);
  });

  it('shows a slate for a source that stalls or ends, says so, and shows one that is back', async () => {
    await setScene(layoutScene('cameraScreen', { cameras: ['green'], screens: [] }));
    const shown = () => page.evaluate(readShown, { x: 0.5, y: 0.2, view: 'programme' as const });
    // The last of all: a page that stood still for seconds stalls its sources as well.
    const lastOfGreen = () =>
      page.evaluate(() => (window as unknown as World).lost.findLast((text) => text.startsWith('green')));
    const isGreen = (color: number[]) => distance(color, GREEN) < 20;
    await expect.poll(shown, PATIENT).toSatisfy(isGreen);
    await page.evaluate(() => (window as unknown as World).drawn.green?.setStill(true));
    await expect.poll(lastOfGreen, PATIENT).toBe('green stalled');
    await expect.poll(shown, PATIENT).toEqual([...colorOf('#1f2937')]);
    await page.evaluate(() => (window as unknown as World).drawn.green?.setStill(false));
    await expect.poll(lastOfGreen, PATIENT).toBe('green back');
    await expect.poll(shown, PATIENT).toSatisfy(isGreen);
    await page.evaluate(() => (window as unknown as World).drawn.green?.end());
    await expect.poll(lastOfGreen, PATIENT).toBe('green ended');
    await expect.poll(shown, PATIENT).toEqual([...colorOf('#1f2937')]);
    // One that had ended before it was given is lost as well.
    await page.evaluate(() => {
      const { programme, drawn, lost } = window as unknown as World;
      lost.length = 0;
      const track = drawn.green?.track;
      if (track) programme.setSources([{ id: 'green once more', label: 'Green', track }]);
    });
    await expect.poll(lastOfGreen, PATIENT).toBe('green once more ended');
  });

  it('is encoded once at a time, and measures its encoder', async () => {
    await begin('720p30');
    const refused = await page.evaluate(() => {
      const { programme, record } = window as unknown as World;
      try {
        record(programme, '720p30');
        return null;
      } catch (error) {
        return String(error);
      }
    });
    expect(refused).toContain('being encoded already');
    await framesMade(3);
    await end();
    const probe = await page.evaluate(() => (window as unknown as World).probeEncoder('720p30'));
    expect(probe).toMatchObject({ isSupported: true, isHardware: false });
    expect(probe.encodedFps).toBeGreaterThan(0);
    expect(['ok', 'tight', 'tooSlow']).toContain(probe.message);
  });

  it('has made no mistake meanwhile', () => {
    expect(problems).toEqual([]);
  });
});

/** Runs in the page. */
async function openWorld(scene: Scene): Promise<void> {
  const world = window as unknown as World;
  world.lost = [];
  world.drawn = {
    red: world.drawSource('#ff0000'),
    green: world.drawSource('#00ff00'),
    blue: world.drawSource('#0000ff'),
    spots: world.drawSource('#000000', { width: 1280, height: 720 }),
  };
  const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } });
  world.programme = await world.openProgramme({
    quality: '720p30',
    scene,
    onSourceLost: (id, loss) => world.lost.push(`${id} ${loss}`),
    onSourceBack: (id) => world.lost.push(`${id} back`),
  });
  world.programme.setSources([
    ...Object.entries(world.drawn).map(([id, { track }]) => ({ id, label: id, track })),
    ...stream.getVideoTracks().map((track) => ({ id: 'camera', label: 'Camera', track })),
  ]);
}

/** Runs in the page. */
function readShown({ x, y, view }: { x: number; y: number; view: ProgrammeView }): number[] {
  const canvas = document.querySelector<HTMLCanvasElement>(`#${view}`);
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return [];
  const { data } = context.getImageData(Math.floor(x * canvas.width), Math.floor(y * canvas.height), 1, 1);
  return [...data.slice(0, 3)];
}

async function setScene(scene: Scene, fadeMs = 0): Promise<void> {
  await page.evaluate(
    ({ given, durationMs }) =>
      (window as unknown as World).programme.setScene(
        given,
        durationMs > 0 ? { kind: 'fade', durationMs } : { kind: 'cut' },
      ),
    { given: scene, durationMs: fadeMs },
  );
}

const begin = (quality: MasterQualityId, clockOffsetMs = 0) =>
  page.evaluate(
    ({ id, offset }) => {
      const world = window as unknown as World;
      world.recording = world.record(world.programme, id, { clockOffsetMs: offset });
    },
    { id: quality, offset: clockOffsetMs },
  );

const framesMade = (count: number) =>
  expect
    .poll(() => page.evaluate(() => (window as unknown as World).recording.framesMade()), PATIENT)
    .toBeGreaterThanOrEqual(count);

const end = (): Promise<Recorded> => page.evaluate(() => (window as unknown as World).recording.stop());

async function encode(quality: MasterQualityId, frames: number): Promise<Recorded> {
  await begin(quality);
  await framesMade(frames);
  return await end();
}

const decode = (recorded: Recorded, name: string) =>
  decodeEncoded(writeEncoded(join(dir, name), recorded), SIZE.width, SIZE.height);

function last(frames: readonly DecodedFrame[]): DecodedFrame {
  const frame = frames.at(-1);
  if (!frame) throw new Error('nothing was encoded');
  return frame;
}

/** Whole frames apart, but for the hundredth of one by which times follow the age of a source. */
function expectEvenTimes(frames: Recorded['frames'], fps: number): void {
  const places = frames.map(({ atMs }) => (atMs * fps) / 1000);
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  for (const step of steps) expect(Math.abs(step - Math.round(step))).toBeLessThan(0.011);
}

/** An encoder keeps a color within some steps. */
function expectColor(frame: DecodedFrame, x: number, y: number, wanted: readonly number[]): void {
  expect(frame.at(x, y)).toSatisfy((color: number[]) => distance(color, wanted) < 20);
}

const distance = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? 0))));

function colorOf(text: string): readonly number[] {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}
