import { join } from 'node:path';
import type { Page } from 'playwright';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createClip, createProject } from '../../src-shared/domain/edit/create.ts';
import type { Clip, Media, Project } from '../../src-shared/domain/edit/document.ts';
import {
  CLIP_EFFECT_KINDS,
  clipEffectFields,
  COLOUR_KEYS,
  type Effect,
} from '../../src-shared/domain/edit/effects.ts';
import { launchHeadlessShell } from './chromium.ts';
import { createCommandLine } from './commandLine.ts';
import { startLiveHost } from './liveSession.ts';
import { createRandom, pick } from './random.ts';
import { makeVideoTake } from './videoTakes.ts';

const PATIENT = { timeout: 120_000 };
const FPS = 30;
/** Each with values of its own. */
const FRAMES_OF_CLIP = 5;
const TAKE_SEC = 4;

export interface PreviewHashes {
  frames: number;
  /** Those that the paused preview shows otherwise than an export has them. */
  different: number[];
}

/**
 * Of a project of so many frames, whose clips have random effects, colors, keys, places and texts: the hashes of `sounddesk render
 * --hashes`, and those of the preview, paused at each frame.
 */
export async function comparePreview(
  frames: number,
  seed: number,
  onFrame: (frame: number) => void = () => undefined,
): Promise<PreviewHashes> {
  const live = await startLiveHost({});
  const browser = await launchHeadlessShell();
  try {
    makeVideoTake(join(live.dir, 'data', 'takes', '2026-11-21 Interview'), {
      seconds: TAKE_SEC,
      flashesSec: [1],
      videoTracks: [{ codec: 'avc1', width: 640, height: 360, fps: FPS, seconds: TAKE_SEC }],
    });
    const from = { kind: 'take' as const, takeId: '2026-11-21 Interview' };
    const plain = createProject('Frames', createCounter('p'));
    const media = unwrap(await live.client.call('projects.importMedia', { id: plain.id, from }));
    const project = projectOf(plain, media, frames, createRandom(seed));
    const made = unwrap(await live.client.call('projects.create', { project }));
    unwrap(await live.client.call('projects.close', { id: made.project.id, session: made.session }));
    const wanted = await renderedHashes(live.dir, made.project.id, frames);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(live.host.address);
    await page.getByRole('link', { name: 'Video Editor' }).click(PATIENT);
    await page.getByRole('button', { name: 'Open Frames' }).click(PATIENT);
    const different: number[] = [];
    for (let frame = 0; frame < frames; frame += 1) {
      if ((await shownHash(page, frame)) !== wanted[frame]) different.push(frame);
      onFrame(frame);
    }
    return { frames, different };
  } finally {
    await browser.close();
    await live.close();
  }
}

/** Before the page: a text that nobody has drawn is drawn by the export then, and the page shows the same image. */
async function renderedHashes(dir: string, id: string, frames: number): Promise<string[]> {
  const { code, stdout, stderr } = await createCommandLine(dir)([
    ...['render', join(dir, 'data', 'projects', id), '--hashes'],
    ...['--takes', join(dir, 'data', 'takes')],
  ]);
  const hashes = stdout.trim().split('\n');
  if (code !== 0 || hashes.length !== frames)
    throw new Error(`${hashes.length} of ${frames} hashes: ${stderr}`);
  return hashes;
}

async function shownHash(page: Page, frame: number): Promise<string | null> {
  const parts = [0, 0, Math.floor(frame / FPS), frame % FPS];
  const place = parts.map((part) => String(part).padStart(2, '0')).join(':');
  const timecode = page.getByRole('textbox', { name: 'Timecode' });
  await timecode.fill(place);
  await timecode.press('Enter');
  const image = page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: `Frame at ${place}` });
  await image.waitFor(PATIENT);
  return await image.evaluate(
    (canvas: HTMLCanvasElement) =>
      new Promise<string | null>((resolve) => {
        const look = () => {
          if (canvas.width === 1920) resolve(canvas.dataset.hash ?? null);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

function projectOf(plain: Project, media: readonly Media[], frames: number, random: () => number): Project {
  const video = media.find(({ kind }) => kind === 'video');
  if (!video) throw new Error('The take has no video.');
  const makeId = createCounter('c');
  const starts = Array.from({ length: Math.ceil(frames / FRAMES_OF_CLIP) }, (_, at) => at * FRAMES_OF_CLIP);
  const clipAt = (startFrame: number, values: Partial<Clip>) =>
    createClip({
      id: makeId(),
      name: 'Clip',
      startFrame,
      lengthFrames: Math.min(FRAMES_OF_CLIP, frames - startFrame),
      ...values,
    });
  const below = starts.map((start) =>
    clipAt(start, {
      ...looks(random, makeId),
      mediaId: video.id,
      sourceStartTicks: pick(random, (TAKE_SEC - 1) * 48_000),
    }),
  );
  const above = starts.map((start, index) =>
    clipAt(start, {
      ...looks(random, makeId),
      ...(index % 3 === 0 ? { generator: textOf(index) } : { mediaId: video.id, ...placed(random) }),
    }),
  );
  const clips = [below, above];
  return {
    ...plain,
    media: Object.fromEntries(media.map((one) => [one.id, one])),
    tracks: plain.tracks.map((track, index) => ({ ...track, clips: clips[index] ?? [] })),
  };
}

const between = (random: () => number, min: number, max: number) => min + random() * (max - min);

function looks(random: () => number, makeId: () => string): Partial<Clip> {
  const effects = CLIP_EFFECT_KINDS.filter(() => random() < 0.3).map((kind): Effect => {
    const values = Object.entries(clipEffectFields(kind)).map(([key, { min, max }]) => [
      key,
      Math.round(between(random, min, max)),
    ]);
    return { id: makeId(), kind, isOn: true, values: Object.fromEntries(values) as Record<string, number> };
  });
  const colours = COLOUR_KEYS.map((key) => [key, random() < 0.5 ? 0 : pick(random, 201) - 100]);
  const plain = createClip({ id: 'plain', name: 'plain', startFrame: 0, lengthFrames: 1 });
  return {
    effects,
    colour: { ...plain.colour, ...(Object.fromEntries(colours) as Partial<Clip['colour']>) },
    greenScreen: { ...plain.greenScreen, isOn: random() < 0.2, tolerance: pick(random, 101) },
    opacity: 20 + pick(random, 81),
    keyframes: {
      opacity: [
        { frame: 0, value: pick(random, 101), ease: 'smooth' },
        { frame: FRAMES_OF_CLIP - 1, value: pick(random, 101), ease: 'linear' },
      ],
    },
  };
}

const placed = (random: () => number): Partial<Clip> => ({
  transform: {
    x: between(random, -600, 600),
    y: between(random, -300, 300),
    scale: between(random, 20, 150),
    rotationDeg: random() < 0.5 ? 0 : between(random, -180, 180),
    crop: { left: pick(random, 20), top: pick(random, 20), right: 0, bottom: 0 },
  },
});

const textOf = (index: number): NonNullable<Clip['generator']> => ({
  kind: 'text',
  text: `Title ${index}`,
  style: {
    font: 'Inter',
    size: 90,
    isBold: index % 2 === 0,
    align: 'center',
    place: index % 2 === 0 ? 'title' : 'lowerThird',
    colour: '#ffffff',
    background: null,
  },
});

function createCounter(prefix: string): () => string {
  let next = 0;
  return () => `${prefix}${(next += 1)}`;
}
