import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_COLOUR } from '../domain/edit/effects.ts';
import type { DrawLayer } from '../domain/edit/resolve.ts';
import { readCube } from './cube.ts';
import { KernelError, openKernel, type Kernel } from './kernel.ts';
import { imageKey, type SourceImage, type YuvImage } from './image.ts';

const wasm = readFileSync(join(import.meta.dirname, '../../out/video/kernel.wasm'));
const kernel = await openKernel(wasm);

const SIZE = { width: 64, height: 36 };

/** Every value of a camera, with noise. */
function cameraImage({ width, height } = SIZE): YuvImage {
  const data = new Uint8Array(width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2));
  for (let at = 0; at < data.length; at += 1) data[at] = 16 + ((at * 37) % 220);
  return { format: 'yuv420', width, height, data, colour: { matrix: 'bt709', isFullRange: false } };
}

const layer = (changes: Partial<DrawLayer> = {}): DrawLayer => ({
  clipId: 'clip',
  source: { kind: 'media', mediaId: 'camera', sourceTimeUs: 0 },
  placement: { x: 0, y: 0, ...SIZE, rotationCentiDeg: 0 },
  crop: { left: 0, top: 0, right: 0, bottom: 0 },
  opacity: 256,
  table: null,
  effects: [],
  greenScreen: null,
  frame: 0,
  ...changes,
});

function draw(layers: DrawLayer[], image: SourceImage = cameraImage(), luts = {}, by: Kernel = kernel) {
  const list = { ...SIZE, layers };
  const keys = layers.flatMap(({ source }) => imageKey(source, list) ?? []);
  return by.render(list, new Map(keys.map((key) => [key, image])), luts);
}

describe('a frame', () => {
  it('of a clip without effects is the clip, byte by byte', () => {
    const image = cameraImage();
    expect(draw([layer()], image).data).toEqual(image.data);
  });

  it('of an image with gaps between its lines is the same', () => {
    const { data } = cameraImage();
    const [width, half] = [SIZE.width, SIZE.width / 2];
    const [luma, chroma] = [width * SIZE.height, half * (SIZE.height / 2)];
    const wide = new Uint8Array(80 * SIZE.height + 80 * SIZE.height);
    const put = (from: number, length: number, rows: number, to: number) => {
      for (let row = 0; row < rows; row += 1)
        wide.set(data.subarray(from + row * length, from + (row + 1) * length), to + row * 80);
    };
    put(0, width, SIZE.height, 0);
    put(luma, half, SIZE.height / 2, 80 * SIZE.height);
    put(luma + chroma, half, SIZE.height / 2, 80 * SIZE.height + 40 * SIZE.height);
    const layout = [0, 80 * SIZE.height, 120 * SIZE.height].map((offset) => ({ offset, stride: 80 }));
    expect(draw([layer()], { ...cameraImage(), data: wide, layout }).data).toEqual(data);
  });

  it('without layers is black', () => {
    const { y, u, v } = draw([]);
    expect([new Set(y), new Set(u), new Set(v)]).toEqual([new Set([16]), new Set([128]), new Set([128])]);
  });

  it('has the hash that xxhsum prints', () => {
    // printf of 6 bytes: 16 16 16 16 128 128, through `xxhsum -H1`.
    kernel.render({ width: 2, height: 2, layers: [] }, new Map());
    expect(kernel.hash()).toBe('e6912cc2fc4abdea');
  });

  it('for a canvas has the colours of the layer', () => {
    draw([layer({ source: { kind: 'colour', rgb: [200, 100, 50] } })]);
    const [red = 0, green = 0, blue = 0, alpha] = kernel.toRgba();
    expect([red - 200, green - 100, blue - 50].every((difference) => Math.abs(difference) <= 2)).toBe(true);
    expect(alpha).toBe(255);
  });

  it('shows half of each at half of the opacity', () => {
    const white = layer({ source: { kind: 'colour', rgb: [255, 255, 255] }, opacity: 128 });
    expect(new Set(draw([white]).y)).toEqual(new Set([126]));
  });

  it('goes through a LUT of the project', () => {
    const inverse = readCube(
      `LUT_3D_SIZE 2\n${['1 1 1', '0 1 1', '1 0 1', '0 0 1', '1 1 0', '0 1 0', '1 0 0', '0 0 0'].join('\n')}`,
    );
    const table = { key: 'look', colour: DEFAULT_COLOUR, lutId: 'look' };
    const luts = { look: { id: 'look', name: 'Look', category: 'Test', ...inverse } };
    expect(
      new Set(draw([layer({ source: { kind: 'colour', rgb: [0, 0, 0] }, table })], undefined, luts).y),
    ).toEqual(new Set([235]));
  });

  it('leaves colours where all sliders are at nought', () => {
    const table = { key: 'none', colour: DEFAULT_COLOUR, lutId: null };
    const grey = layer({ source: { kind: 'colour', rgb: [77, 77, 77] } });
    expect(draw([{ ...grey, table }]).data).toEqual(draw([grey]).data);
  });

  it('takes the key colour out, and shows what is below', () => {
    const below = layer({ source: { kind: 'colour', rgb: [255, 255, 255] } });
    const greenScreen = {
      keyColour: [0, 255, 0],
      tolerance: 20,
      softness: 10,
      spillSuppression: 50,
      edgeFeather: 5,
    } as const;
    const wall = layer({
      source: { kind: 'colour', rgb: [20, 200, 30] },
      greenScreen: { ...greenScreen, keyColour: [0, 255, 0] },
    });
    const skin = layer({ source: { kind: 'colour', rgb: [220, 170, 140] }, greenScreen: wall.greenScreen });
    expect(new Set(draw([below, wall]).y)).toEqual(new Set([235]));
    expect(draw([below, skin]).data).toEqual(draw([{ ...skin, greenScreen: null }]).data);
  });

  it('has grain that is another one in each frame, and the same in the same', () => {
    const grain = [{ kind: 'filmGrain' as const, values: { amount: 25, size: 1 } }];
    const at = (frame: number) => draw([layer({ effects: grain, frame })]).data;
    expect(at(1)).toEqual(at(1));
    expect(at(1)).not.toEqual(at(2));
  });
});

describe('a kernel', () => {
  it('says which image is missing', () => {
    expect(() => kernel.render({ ...SIZE, layers: [layer()] }, new Map())).toThrow(/clip.*media camera 0/);
  });

  it('says that a LUT is missing, or damaged', () => {
    const table = { key: 'gone', colour: DEFAULT_COLOUR, lutId: 'gone' };
    expect(() => draw([layer({ table })])).toThrow(KernelError);
    const gone = { id: 'gone', name: 'Gone', category: 'Test', size: 3, values: 'AAAA' };
    expect(() => draw([layer({ table })], undefined, { gone })).toThrow(/damaged: 3 bytes/);
  });

  it.each([
    ['too few bytes', { data: new Uint8Array(10) }],
    ['lines shorter than the image', { layout: [0, 1, 2].map((offset) => ({ offset, stride: 1 })) }],
    ['no lines at all', { width: 64, height: 0 }],
    ['parts of a pixel', { width: 10.5 }],
    ['a size that is no number', { height: Number.NaN }],
    ['more pixels than there may be', { width: 16_384, height: 16_384 }],
  ])('refuses an image of %s, and continues', (_, changes) => {
    const damaged = { ...cameraImage(), ...changes };
    expect(() =>
      draw([layer({ source: { kind: 'media', mediaId: 'damaged', sourceTimeUs: 0 } })], damaged),
    ).toThrow();
    const image = cameraImage();
    expect(draw([layer()], image).data).toEqual(image.data);
  });

  it.each([
    ['a frame of no pixels', { width: 0, height: 10 }],
    ['a frame that is too large', { width: 20_000, height: 10 }],
  ])('refuses %s', (_, size) => {
    expect(() => kernel.render({ ...size, layers: [] }, new Map())).toThrow(KernelError);
  });

  it('refuses a layer with values that nothing may have', () => {
    const wrong = [
      { opacity: 400 },
      { crop: { left: -1, top: 0, right: 0, bottom: 0 } },
      { placement: { x: 2_000_000_000, y: 0, ...SIZE, rotationCentiDeg: 0 } },
      { effects: [{ kind: 'blur' as const, values: { amount: 1e6 } }] },
    ];
    for (const changes of wrong) expect(() => draw([layer(changes)])).toThrow(/outside of its range/);
  });

  it('uses no more memory after a thousand frames of a moving clip', () => {
    const image = cameraImage({ width: 640, height: 360 });
    const sizes = Array.from({ length: 1000 }, (_, index) => {
      const list = {
        ...SIZE,
        layers: [layer({ source: { kind: 'media', mediaId: 'camera', sourceTimeUs: index } })],
      };
      kernel.render(list, new Map([[`media camera ${index}`, { ...image }]]));
      return kernel.memoryBytes;
    });
    expect(sizes.at(-1)).toBe(sizes[10]);
  });

  it('works no more once it was disposed of', async () => {
    const other = await openKernel(wasm);
    other.dispose();
    expect(() => draw([], undefined, {}, other)).toThrow(/disposed/);
  });
});
