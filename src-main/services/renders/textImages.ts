import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Size } from '../../../src-shared/domain/edit/document.ts';
import { textImageKey } from '../../../src-shared/domain/edit/textImage.ts';
import type { SourceImage } from '../../../src-shared/video/image.ts';
import { runFfmpeg } from '../ffmpeg/index.ts';
import { readFrames } from '../projects/index.ts';
import type { TextLayer } from './frameDrawer.ts';

/** Of 1,080 lines: how far a text is from the frame's edge. */
const MARGIN = 80;
const UNIT_LINES = 1080;

/**
 * Images of texts, as a page drew them. One that no page has drawn, since the project was never opened in a window, is drawn
 * here and kept, so that the next one who wants it gets the same.
 */
export function openTextImages(folder: string, canvas: Size, signal?: AbortSignal) {
  const images = new Map<string, Promise<SourceImage>>();

  async function open(text: TextLayer, hash: string): Promise<SourceImage> {
    const path = join(folder, `${hash}.png`);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (!isThere) await drawText(path, text, canvas, signal);
    const colour = { matrix: 'bt709' as const, isFullRange: true };
    const video = { ...canvas, rate: { num: 1, den: 1 }, rotation: 0 as const, colour };
    const file = { path, kind: 'image' as const, video };
    for await (const { width, height, bytes } of readFrames(file, 0, signal))
      return { format: 'rgba', width, height, data: bytes };
    throw new Error(`${path} holds no image.`);
  }

  return (text: TextLayer): Promise<SourceImage> => {
    const hash = createHash('sha256').update(textImageKey(text, canvas)).digest('hex');
    const known = images.get(hash) ?? open(text, hash);
    images.set(hash, known);
    return known;
  };
}

async function drawText(path: string, { text, style }: TextLayer, canvas: Size, signal?: AbortSignal) {
  const unit = Math.min(canvas.width, canvas.height) / UNIT_LINES;
  const margin = Math.round(MARGIN * unit);
  const x = { left: `${margin}`, center: '(w-text_w)/2', right: `w-text_w-${margin}` }[style.align];
  const y = { title: '(h-text_h)/2', lowerThird: `h-text_h-${2 * margin}`, caption: `h-text_h-${margin}` }[
    style.place
  ];
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const words = `${path}.${process.pid}.txt`;
  const part = `${path}.${process.pid}.part`;
  try {
    await writeFile(words, text, { mode: 0o600 });
    const drawn = [
      `textfile='${escaped(words)}':expansion=none`,
      `font='${style.font}${style.isBold ? '\\:bold' : ''}'`,
      `fontsize=${Math.max(1, Math.round(style.size * unit))}:fontcolor=0x${style.colour.slice(1)}`,
      `x=${x}:y=${y}`,
      ...(style.background === null
        ? []
        : [`box=1:boxborderw=${Math.round(16 * unit)}:boxcolor=0x${style.background.slice(1)}`]),
    ].join(':');
    await runFfmpeg(
      [
        ...['-f', 'lavfi', '-i', `color=black@0:s=${canvas.width}x${canvas.height}:d=1,format=rgba`],
        ...[
          '-vf',
          `drawtext=${drawn}`,
          '-frames:v',
          '1',
          '-c:v',
          'png',
          '-f',
          'image2pipe',
          '-y',
          `file:${part}`,
        ],
      ],
      { outputPath: 'The image of a text', ...(signal ? { signal } : {}) },
    );
    await rename(part, path);
  } finally {
    await rm(words, { force: true });
    await rm(part, { force: true });
  }
}

const escaped = (path: string): string => path.replace(/[\\':]/g, (character) => `\\${character}`);
