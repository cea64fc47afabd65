import { planesOf, type SourceImage } from '../../../../src-shared/video/image.ts';
import type { Card, Texture } from './card.ts';

/** As read.glsl knows it. */
export const sourceNumber = (image: SourceImage | undefined): number =>
  image ? { yuv420: 1, nv12: 2, rgba: 3 }[image.format] : 0;

/** An image's planes on the card. */
export function planesOn(card: Card, image: SourceImage): Texture[] {
  const layout = image.format === 'rgba' ? undefined : image.layout;
  let from = 0;
  return planesOf(image).map(({ rowBytes, rows }, index) => {
    const { offset, stride } = layout?.[index] ?? { offset: from, stride: rowBytes };
    const end = offset + stride * (rows - 1) + rowBytes;
    if (stride < rowBytes || offset < 0 || end > image.data.length) {
      throw new RangeError(`An image of ${image.width} × ${image.height} is shorter than that.`);
    }
    from += rowBytes * rows;
    const bytes = new Uint8Array(image.data.buffer, image.data.byteOffset + offset, end - offset);
    const pixelBytes = image.format === 'rgba' ? 4 : image.format === 'nv12' && index === 1 ? 2 : 1;
    const format = ({ 1: 'bytes1', 2: 'bytes2', 4: 'bytes4' } as const)[pixelBytes];
    return card.plane(format, rowBytes / pixelBytes, rows, bytes, stride);
  });
}
