/** Tracking pixels of the public pages: document 3, sections 2.13, 3 and 5. */
export const PIXEL_TYPES = ['meta', 'google-analytics', 'gtm', 'custom'] as const;
export type PixelType = (typeof PIXEL_TYPES)[number];

export const MAX_PIXEL_NAME_LENGTH = 120;
export const MAX_PIXEL_DESCRIPTION_LENGTH = 500;
/** Of a script of one's own, in characters. */
export const MAX_PIXEL_SCRIPT_LENGTH = 20_000;

const ID_PATTERNS: Record<Exclude<PixelType, 'custom'>, RegExp> = {
  meta: /^[0-9]{5,20}$/,
  'google-analytics': /^G-[A-Z0-9]{4,14}$/,
  gtm: /^GTM-[A-Z0-9]{4,12}$/,
};

/** Whether an id can be one of the provider's; a script of one's own is any text. */
export function isPixelId(type: PixelType, id: string): boolean {
  return type === 'custom'
    ? id.trim() !== '' && id.length <= MAX_PIXEL_SCRIPT_LENGTH
    : ID_PATTERNS[type].test(id);
}

/** Pages that hold one pixel each, in a frame without an origin. */
export const PIXEL_FRAMES = { typed: '/pixels/frame.html', custom: '/pixels/custom.html' } as const;
export type PixelFrameKind = keyof typeof PIXEL_FRAMES;
