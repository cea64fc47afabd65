import { z } from 'zod';
import { readImageSize } from './imageSize.ts';

/** Everything in a scene is placed in parts of the frame: 0 is its left or upper edge, 1 its right or lower one. */

export const FITS = ['contain', 'cover', 'fill'] as const;
export type Fit = (typeof FITS)[number];

/** Of an image, before base64: a logo or a still of 1080p, compressed. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;
/** Across and down: more would take a gigabyte once it is decoded. */
export const MAX_IMAGE_PIXELS = 8192;
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const MAX_SCENE_ITEMS = 40;

const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/, 'A color has the form #rrggbb.');
const idSchema = z.string().min(1).max(200);
const lineSchema = z.string().max(300);

const cropEdge = z.number().min(0).max(0.95);
/** Parts of the source that are cut off at each edge. */
export const cropSchema = z
  .strictObject({ left: cropEdge, top: cropEdge, right: cropEdge, bottom: cropEdge })
  .refine(({ left, right }) => left + right <= 0.95, { error: 'Something of the width must be left.' })
  .refine(({ top, bottom }) => top + bottom <= 0.95, { error: 'Something of the height must be left.' });
export type Crop = z.infer<typeof cropSchema>;
export const NO_CROP: Crop = { left: 0, top: 0, right: 0, bottom: 0 };

/** An image in the scene itself, so that a scene can be handed on whole. */
export const imageDataSchema = z
  .strictObject({
    type: z.enum(IMAGE_TYPES),
    base64: z
      .base64()
      .min(1)
      .max(Math.ceil(MAX_IMAGE_BYTES / 3) * 4),
  })
  .refine(isUsableImage, {
    error: `An image is a PNG, JPEG or WebP of at most ${MAX_IMAGE_PIXELS} pixels across and down.`,
  });
export type ImageData64 = z.infer<typeof imageDataSchema>;

const placed = {
  id: idSchema,
  x: z.number().min(-1).max(1),
  y: z.number().min(-1).max(1),
  width: z.number().min(0.01).max(2),
  height: z.number().min(0.01).max(2),
  /** Higher is nearer; equal ones lie in their order. */
  z: z.int().min(0).max(1000),
  isVisible: z.boolean(),
  opacity: z.number().min(0).max(1),
};
const fitted = { fit: z.enum(FITS), crop: cropSchema };
const lettered = { color: colorSchema, background: colorSchema.nullable() };

export const sceneItemSchema = z.discriminatedUnion('kind', [
  /** A camera, screen or media file that the page has open. */
  z.strictObject({ kind: z.literal('source'), ...placed, ...fitted, sourceId: idSchema }),
  /** An image or a logo. */
  z.strictObject({ kind: z.literal('image'), ...placed, ...fitted, image: imageDataSchema }),
  /** Lines of text, as high as their box allows. */
  z.strictObject({
    kind: z.literal('text'),
    ...placed,
    ...lettered,
    text: lineSchema,
    align: z.enum(['left', 'center', 'right']),
  }),
  /** A name over a role, beside a bar in the accent color. */
  z.strictObject({
    kind: z.literal('lowerThird'),
    ...placed,
    ...lettered,
    title: lineSchema,
    subtitle: lineSchema,
    accent: colorSchema,
  }),
  /** The time that is left until a moment, and a text once it has come. */
  z.strictObject({
    kind: z.literal('countdown'),
    ...placed,
    ...lettered,
    /** Milliseconds since 1970, as `Date.now`. */
    endsAtMs: z.number().min(0).max(8.64e15),
    doneText: lineSchema,
  }),
  z.strictObject({ kind: z.literal('color'), ...placed, color: colorSchema }),
]);
export type SceneItem = z.infer<typeof sceneItemSchema>;
export type SourceItem = Extract<SceneItem, { kind: 'source' }>;
export type ImageItem = Extract<SceneItem, { kind: 'image' }>;

export const sceneSchema = z.strictObject({
  background: colorSchema,
  items: z
    .array(sceneItemSchema)
    .max(MAX_SCENE_ITEMS)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, {
      error: 'Two items of a scene have the same id.',
    }),
});
export type Scene = z.infer<typeof sceneSchema>;

export const bytesOfImage = ({ base64 }: { base64: string }): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Images that were looked at: while an item is dragged, its scene is checked with every move. */
const looked = new Set<string>();
const MOST_LOOKED = 64;

/** Whether it is what it says, and small enough to be decoded. */
export function isUsableImage(image: { type: (typeof IMAGE_TYPES)[number]; base64: string }): boolean {
  const name = `${image.type} ${image.base64}`;
  if (looked.has(name)) return true;
  if (looked.size >= MOST_LOOKED) looked.clear();
  const isUsable = isSmallImage(image);
  if (isUsable) looked.add(name);
  return isUsable;
}

function isSmallImage(image: { type: (typeof IMAGE_TYPES)[number]; base64: string }): boolean {
  const size = readImageSize(image.type, bytesOfImage(image));
  return size !== null && Math.max(size.width, size.height) <= MAX_IMAGE_PIXELS;
}

export const SCENE_BACKGROUND = '#0b0d12';
export const EMPTY_SCENE: Scene = { background: SCENE_BACKGROUND, items: [] };

/** In the order in which they are drawn. Hidden ones are left out. */
export const itemsToDraw = ({ items }: Scene): SceneItem[] =>
  items
    .filter(({ isVisible, opacity }) => isVisible && opacity > 0)
    .toSorted((lower, upper) => lower.z - upper.z);

/** The sources that are seen in a scene. */
export const sourcesOf = (scene: Scene): Set<string> =>
  new Set(itemsToDraw(scene).flatMap((item) => (item.kind === 'source' ? [item.sourceId] : [])));
