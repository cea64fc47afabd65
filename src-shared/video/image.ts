import type { DrawList, LayerSource } from '../domain/edit/resolve.ts';

/** How an image's YUV is to be read; what is not tagged is BT.709, limited range. */
export interface ImageColour {
  matrix: 'bt709' | 'bt601' | 'bt2020';
  isFullRange: boolean;
}

export interface PlaneLayout {
  offset: number;
  stride: number;
}

/**
 * An image of 8 bits, 4:2:0: three planes (`yuv420`) or luma and pairs of differences (`nv12`). `layout` is what
 * `VideoFrame.copyTo` answers; without it the planes lie one behind the other without gaps, as FFmpeg's rawvideo does.
 */
export interface YuvImage {
  format: 'yuv420' | 'nv12';
  width: number;
  height: number;
  data: Uint8Array;
  layout?: readonly PlaneLayout[];
  colour: ImageColour;
}

/** Straight alpha, as `ImageData` has it. */
export interface RgbaImage {
  format: 'rgba';
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

export type SourceImage = YuvImage | RgbaImage;

/** Under which key a layer's image is looked for; null: it needs none. Layers with equal keys show the same image. */
export function imageKey(source: LayerSource, size: Pick<DrawList, 'width' | 'height'>): string | null {
  switch (source.kind) {
    case 'media':
      return `media ${source.mediaId} ${source.sourceTimeUs}`;
    case 'text':
      return `text ${size.width} ${size.height} ${JSON.stringify(source)}`;
    case 'colour':
      return null;
  }
}

/** Plane by plane: bytes of a row, and rows. */
export function planesOf({ format, width, height }: SourceImage): { rowBytes: number; rows: number }[] {
  const chroma = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const luma = { rowBytes: width, rows: height };
  switch (format) {
    case 'rgba':
      return [{ rowBytes: width * 4, rows: height }];
    case 'nv12':
      return [luma, { rowBytes: chroma.width * 2, rows: chroma.height }];
    case 'yuv420': {
      const plane = { rowBytes: chroma.width, rows: chroma.height };
      return [luma, plane, plane];
    }
  }
}

/** Copies an image to where the kernel reads it: without gaps. */
export function packImage(image: SourceImage, into: Uint8Array): void {
  const layout = image.format === 'rgba' ? undefined : image.layout;
  let to = 0;
  let from = 0;
  planesOf(image).forEach(({ rowBytes, rows }, index) => {
    const { offset, stride } = layout?.[index] ?? { offset: from, stride: rowBytes };
    const end = offset + stride * (rows - 1) + rowBytes;
    if (stride < rowBytes || offset < 0 || end > image.data.length) {
      throw new RangeError(
        `An image of ${image.width} × ${image.height} (${image.format}) needs ${end} bytes, and has ${image.data.length}.`,
      );
    }
    if (stride === rowBytes) {
      into.set(image.data.subarray(offset, offset + rowBytes * rows), to);
    } else {
      for (let row = 0; row < rows; row += 1) {
        const start = offset + row * stride;
        into.set(image.data.subarray(start, start + rowBytes), to + row * rowBytes);
      }
    }
    to += rowBytes * rows;
    from += rowBytes * rows;
  });
}
