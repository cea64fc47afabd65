import type { Lut } from './document.ts';
import { hlgToSdr, pqToSdr } from './hdr.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** A LUT of ours: a formula of the three values from 0 to 1; values outside are cut off. */
interface BuiltInLut {
  id: string;
  name: string;
  category: 'Film' | 'Warm & cool' | 'Black & white' | 'Correction';
  make: (red: number, green: number, blue: number) => Colour;
}

/** BT.709. */
const lumaOf = (red: number, green: number, blue: number) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const mix = (from: number, to: number, part: number) => from + (to - from) * part;
/** More contrast around the middle for `amount` above 0, less below. */
const curve = (value: number, amount: number) => mix(value, value * value * (3 - 2 * value), amount);
const saturate = ([red, green, blue]: Colour, factor: number): Colour => {
  const luma = lumaOf(red, green, blue);
  return [mix(luma, red, factor), mix(luma, green, factor), mix(luma, blue, factor)];
};
const each = ([red, green, blue]: Colour, change: (value: number) => number): Colour => [
  change(red),
  change(green),
  change(blue),
];
/** Shadows take the one tint, highlights the other. */
const splitTone = (
  [red, green, blue]: Colour,
  shadows: Colour,
  highlights: Colour,
  amount: number,
): Colour => {
  const luma = lumaOf(red, green, blue);
  const toned = (value: number, at: 0 | 1 | 2) =>
    value + amount * mix(shadows[at] - 0.5, highlights[at] - 0.5, luma);
  return [toned(red, 0), toned(green, 1), toned(blue, 2)];
};

const BUILT_IN: readonly BuiltInLut[] = [
  {
    id: 'clean-contrast',
    name: 'Clean contrast',
    category: 'Correction',
    make: (...colour) =>
      saturate(
        each(colour, (value) => curve(value, 0.4)),
        1.05,
      ),
  },
  {
    id: 'soft-skin',
    name: 'Soft skin',
    category: 'Correction',
    make: (red, green, blue) =>
      saturate(
        [mix(red, Math.sqrt(red), 0.12), mix(green, Math.sqrt(green), 0.1), mix(blue, Math.sqrt(blue), 0.08)],
        0.95,
      ),
  },
  {
    id: 'screen-log',
    name: 'Flat to standard',
    category: 'Correction',
    make: (...colour) =>
      saturate(
        each(colour, (value) => curve((value - 0.1) / 0.8, 0.5)),
        1.25,
      ),
  },
  { id: 'hdr-hlg', name: 'HDR to standard (HLG)', category: 'Correction', make: hlgToSdr },
  { id: 'hdr-pq', name: 'HDR to standard (PQ, HDR10)', category: 'Correction', make: pqToSdr },
  {
    id: 'teal-orange',
    name: 'Teal and orange',
    category: 'Film',
    make: (...colour) =>
      saturate(
        splitTone(
          each(colour, (value) => curve(value, 0.3)),
          [0.3, 0.55, 0.65],
          [0.7, 0.52, 0.35],
          0.35,
        ),
        1.1,
      ),
  },
  {
    id: 'faded-film',
    name: 'Faded film',
    category: 'Film',
    make: (...colour) =>
      saturate(
        splitTone(
          each(colour, (value) => mix(0.07, 0.94, value)),
          [0.46, 0.5, 0.56],
          [0.54, 0.51, 0.46],
          0.3,
        ),
        0.85,
      ),
  },
  {
    id: 'night',
    name: 'Night',
    category: 'Film',
    make: (red, green, blue) => saturate([red ** 1.35 * 0.85, green ** 1.25 * 0.92, blue ** 1.05], 0.8),
  },
  {
    id: 'golden',
    name: 'Golden hour',
    category: 'Warm & cool',
    make: (red, green, blue) => saturate([red * 1.08 + 0.01, green * 1.01, blue * 0.84], 1.1),
  },
  {
    id: 'cool-studio',
    name: 'Cool studio',
    category: 'Warm & cool',
    make: (red, green, blue) => [red * 0.94, green, blue * 1.06 + 0.01],
  },
  {
    id: 'black-white',
    name: 'Black and white',
    category: 'Black & white',
    make: (...colour) => each([0, 0, 0], () => curve(lumaOf(...colour), 0.2)),
  },
  {
    id: 'silver',
    name: 'Silver',
    category: 'Black & white',
    make: (...colour) => each([0, 0, 0], () => curve(curve(lumaOf(...colour), 0.7), 0.4)),
  },
  {
    id: 'sepia',
    name: 'Sepia',
    category: 'Black & white',
    make: (...colour) => {
      const luma = lumaOf(...colour);
      return [luma * 1.07 + 0.02, luma * 0.95, luma * 0.76];
    },
  },
];

/** Points a side: between them the kernel interpolates. */
const SIZE = 17;

/** Our LUTs, in the order of the list; each becomes part of the project that uses it, so that a later version shows the same. */
export const BUILT_IN_LUTS: readonly Pick<Lut, 'id' | 'name' | 'category'>[] = BUILT_IN.map(
  ({ id, name, category }) => ({
    id,
    name,
    category,
  }),
);

/** One of our LUTs as a project keeps it; null: there is none of that id. */
export function builtInLut(id: string): Lut | null {
  const found = BUILT_IN.find((one) => one.id === id);
  if (!found) return null;
  const bytes = new Uint8Array(SIZE ** 3 * 6);
  const view = new DataView(bytes.buffer);
  const at = (point: number) => point / (SIZE - 1);
  for (let point = 0; point < SIZE ** 3; point += 1) {
    const [red, green, blue] = [
      point % SIZE,
      Math.floor(point / SIZE) % SIZE,
      Math.floor(point / SIZE ** 2),
    ].map(at);
    const made = found.make(red ?? 0, green ?? 0, blue ?? 0);
    made.forEach((value, channel) => {
      const part = Math.max(0, Math.min(1, value));
      view.setUint16(point * 6 + channel * 2, Math.round(part * 65_535), true);
    });
  }
  const { name, category } = found;
  return { id, name, category, size: SIZE, values: toBase64(bytes) };
}

const PREVIEW_COLOURS: readonly Colour[] = [
  [0.08, 0.09, 0.16],
  [0.22, 0.36, 0.6],
  [0.3, 0.55, 0.32],
  [0.8, 0.6, 0.48],
  [0.96, 0.92, 0.82],
];

/** What a LUT makes of shadow, sky, leaf, skin and light, as `#rrggbb`: its swatch in a list. null: its values are damaged. */
export function lutPreview({ size, values }: Pick<Lut, 'size' | 'values'>): string[] | null {
  const bytes = Uint8Array.from(atob(values), (sign) => sign.charCodeAt(0));
  if (bytes.length !== size ** 3 * 6) return null;
  const view = new DataView(bytes.buffer);
  return PREVIEW_COLOURS.map((colour) => {
    const [red, green, blue] = colour.map((value) => Math.round(value * (size - 1)));
    const point = (red ?? 0) + size * ((green ?? 0) + size * (blue ?? 0));
    const hex = [0, 1, 2].map((channel) => Math.round(view.getUint16(point * 6 + channel * 2, true) / 257));
    return `#${hex.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  });
}

function toBase64(bytes: Uint8Array): string {
  const PART = 0x8000;
  const parts = Array.from({ length: Math.ceil(bytes.length / PART) }, (_, part) =>
    String.fromCharCode(...bytes.subarray(part * PART, (part + 1) * PART)),
  );
  return btoa(parts.join(''));
}
