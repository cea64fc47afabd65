import type { Size, TextStyle } from './document.ts';

/**
 * What the image of a text is drawn from, as one line: its SHA-256 is the image's name. It is drawn once, as large as the
 * project's canvas, and scaled by the kernel from there.
 */
export function textImageKey({ text, style }: { text: string; style: TextStyle }, canvas: Size): string {
  const { font, size, isBold, align, place, colour, background } = style;
  return JSON.stringify([
    text,
    font,
    size,
    isBold,
    align,
    place,
    colour,
    background,
    canvas.width,
    canvas.height,
  ]);
}
