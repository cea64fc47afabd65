import type { Size, TextStyle } from '../../../src-shared/domain/edit/document.ts';
import { textImageKey } from '../../../src-shared/domain/edit/textImage.ts';

/** Sizes of texts are in units of so many lines. */
const LINES = 1080;
const LINE_HEIGHT = 1.25;
/** Kept free at each side, as television does. */
const SAFE_PART = 0.08;
const FAMILIES: Record<TextStyle['font'], string> = {
  Inter: '"Inter Variable"',
  'JetBrains Mono': '"JetBrains Mono Variable"',
};

/** By which a host keeps the image of a text. */
export async function textImageHash(text: string, style: TextStyle, size: Size): Promise<string> {
  const bytes = new TextEncoder().encode(textImageKey({ text, style }, size));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A text on a transparent image of the frame's size, as PNG: drawn once, and the same wherever it is composed. */
export async function drawText(text: string, style: TextStyle, size: Size): Promise<Uint8Array<ArrayBuffer>> {
  const heightPx = (style.size * size.height) / LINES;
  const font = `${style.isBold ? 700 : 400} ${heightPx}px ${FAMILIES[style.font]}`;
  await document.fonts.load(font);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2d context for a canvas.');
  context.font = font;
  context.textBaseline = 'middle';
  context.textAlign = style.align;
  const lines = linesOf(context, text, size.width * (1 - 2 * SAFE_PART));
  const stepPx = heightPx * LINE_HEIGHT;
  const top = topOf(style, size, lines.length * stepPx);
  const x = { left: SAFE_PART, center: 0.5, right: 1 - SAFE_PART }[style.align] * size.width;
  lines.forEach((line, index) => {
    const y = top + (index + 0.5) * stepPx;
    if (style.background !== null && line !== '') {
      const width = context.measureText(line).width + heightPx * 0.8;
      const left =
        x - { left: heightPx * 0.4, center: width / 2, right: width - heightPx * 0.4 }[style.align];
      context.fillStyle = style.background;
      context.fillRect(left, y - stepPx / 2, width, stepPx);
    }
    context.fillStyle = style.colour;
    context.fillText(line, x, y);
  });
  const image = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await image.arrayBuffer());
}

function topOf({ place }: TextStyle, { height }: Size, textPx: number): number {
  if (place === 'title') return (height - textPx) / 2;
  const bottom = height * (1 - (place === 'caption' ? SAFE_PART : 1.5 * SAFE_PART));
  return bottom - textPx;
}

/** Lines as they were written, broken between words where they are too wide. */
function linesOf(context: OffscreenCanvasRenderingContext2D, text: string, widthPx: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && context.measureText(longer).width > widthPx) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  });
}
