import { expect, it } from 'vitest';
import { createClip, createProject } from '../../domain/edit/create.ts';
import type { Clip, Media, Project } from '../../domain/edit/document.ts';
import { drawCovering } from './drawCovering.ts';

const CAMERA: Media = {
  id: 'camera',
  name: 'Camera',
  kind: 'video',
  source: { type: 'take', takeId: 'take', trackId: 'camera' },
  durationSec: 60,
  startSec: 0,
  video: {
    width: 1280,
    height: 720,
    rate: { num: 30, den: 1 },
    rotation: 0,
    colour: { matrix: 'bt709', isFullRange: false },
  },
  sound: null,
  linkId: null,
};

/** Clips on tracks of their own, the first one lowest. */
function projectOf(...clips: Partial<Clip>[]): Project {
  let count = 0;
  const plain = createProject('Vertical', () => `id-${(count += 1)}`);
  const [track] = plain.tracks;
  const tracks = clips.map((values, index) => ({
    ...track!,
    id: `track-${index}`,
    kind: 'video' as const,
    clips: [
      createClip({
        id: `clip-${index}`,
        name: 'Clip',
        mediaId: 'camera',
        startFrame: 0,
        lengthFrames: 30,
        ...values,
      }),
    ],
  }));
  return { ...plain, media: { camera: CAMERA }, tracks };
}

const at = (x: number, y: number, scale: number): Partial<Clip> => ({
  transform: { x, y, scale, rotationDeg: 0, crop: { left: 0, top: 0, right: 0, bottom: 0 } },
});
const SIZE = { width: 1080, height: 1920 };
const placementsOf = (project: Project) =>
  drawCovering(project, 0, SIZE).layers.map(({ placement: { x, y, width, height } }) => ({
    x,
    y,
    width,
    height,
  }));

it('shows the middle of a clip that fills the frame', () => {
  expect(placementsOf(projectOf({}))).toEqual([{ x: -1167, y: 0, width: 3413, height: 1920 }]);
});

it('follows the layout: of two beside each other the front one, a small one over a large one, and no mark', () => {
  const [left, right] = placementsOf(projectOf(at(-480, 0, 50), at(480, 0, 50)));
  expect(Math.abs(right!.x + right!.width / 2 - 540)).toBeLessThanOrEqual(1);
  expect(left!.x + left!.width).toBeLessThanOrEqual(0);
  // In a corner: as far as the frame goes.
  const [screen, bubble] = placementsOf(projectOf({}, at(760, 420, 20)));
  expect(screen!.x).toBe(1080 - 3413);
  expect(bubble!.x).toBeGreaterThan(0);
  expect(bubble!.x + bubble!.width).toBeLessThanOrEqual(1080);
  expect(placementsOf(projectOf({}, at(900, 500, 5)))[0]!.x).toBe(-1167);
});

it('fits texts in whole', () => {
  const style = {
    font: 'Inter',
    size: 90,
    isBold: true,
    align: 'center',
    place: 'lowerThird',
    colour: '#ffffff',
    background: null,
  } as const;
  const [, text] = placementsOf(
    projectOf({}, { mediaId: null, generator: { kind: 'text', text: 'A long title', style } }),
  );
  expect(text).toEqual({ x: 0, y: 656, width: 1080, height: 608 });
});
