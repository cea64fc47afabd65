/** Letters of any script, drawn with the fonts of this system, for a PDF whose own fonts lack them. */
import type { DrawLetters } from './invoicePdf.ts';

/** Fine enough for print: 300 dots an inch. */
const DOTS_A_POINT = 300 / 72;

/** As lines of a PDF are set, each wrapped. */
export const drawLetters: DrawLetters = async (texts, { widthPt, sizePt, leadingPt, isFirstBold, ink }) => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return null;
  const fontOf = (isBold: boolean) => `${isBold ? '600 ' : ''}${sizePt}px Helvetica, Arial, sans-serif`;
  const lines = texts.flatMap((text, index) => {
    const isBold = isFirstBold && index === 0;
    context.font = fontOf(isBold);
    return text
      .split(/\r?\n/)
      .flatMap((paragraph) => wrapped(context, paragraph, widthPt).map((line) => ({ line, isBold })));
  });
  const heightPt = lines.length * leadingPt;
  // Sized again, a canvas forgets all that was set.
  canvas.width = Math.ceil(widthPt * DOTS_A_POINT);
  canvas.height = Math.ceil(heightPt * DOTS_A_POINT);
  context.scale(DOTS_A_POINT, DOTS_A_POINT);
  context.fillStyle = ink;
  lines.forEach(({ line, isBold }, index) => {
    context.font = fontOf(isBold);
    context.fillText(line, 0, index * leadingPt + sizePt);
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob && { png: new Uint8Array(await blob.arrayBuffer()), heightPt };
};

/** Between words where there are any; scripts without spaces are broken anywhere. */
function wrapped(context: CanvasRenderingContext2D, text: string, widthPt: number): string[] {
  const fits = (shown: string) => context.measureText(shown).width <= widthPt;
  const lines: string[] = [];
  let line = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (line === '' || fits(line + segment)) line += segment;
    else {
      lines.push(line.trimEnd());
      line = segment.trimStart();
    }
    while (!fits(line)) {
      const letters = Array.from(line);
      let count = Math.max(1, letters.length - 1);
      while (count > 1 && !fits(letters.slice(0, count).join(''))) count -= 1;
      lines.push(letters.slice(0, count).join(''));
      line = letters.slice(count).join('');
    }
  }
  return [...lines, line.trimEnd()];
}
