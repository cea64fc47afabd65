import type { VideoSample } from 'mediabunny';
import type { SourceImage, ImageColour, PlaneLayout } from '../../../src-shared/video/image.ts';

const LUMA_FORMATS: Partial<Record<VideoPixelFormat, 'yuv420' | 'nv12'>> = { I420: 'yuv420', NV12: 'nv12' };

type Allocate = (bytes: number) => Uint8Array<ArrayBuffer>;

/** A decoded frame for the kernel: as the decoder has it where that is 4:2:0 of 8 bits, else as RGBA. */
export async function imageOf(
  sample: VideoSample,
  colour: ImageColour,
  allocate: Allocate = (bytes) => new Uint8Array(bytes),
): Promise<SourceImage> {
  const frame = sample.toVideoFrame();
  try {
    return await imageOfFrame(frame, colour, allocate);
  } finally {
    frame.close();
  }
}

async function imageOfFrame(
  frame: VideoFrame,
  colour: ImageColour,
  allocate: Allocate,
): Promise<SourceImage> {
  const rect = frame.visibleRect ?? new DOMRectReadOnly(0, 0, frame.codedWidth, frame.codedHeight);
  const { width, height } = rect;
  if ((frame.format as string | null) === TEN_BITS) return await imageOfTenBits(frame, rect, colour);
  const format = frame.format === null ? undefined : LUMA_FORMATS[frame.format];
  if (format === undefined) {
    const data = allocate(frame.allocationSize({ rect, format: 'RGBA' }));
    await frame.copyTo(data, { rect, format: 'RGBA' });
    return { format: 'rgba', width, height, data };
  }
  // A decoder's frame may be larger than what is seen of it: always by the rectangle.
  const data = allocate(frame.allocationSize({ rect }));
  const layout: PlaneLayout[] = await frame.copyTo(data, { rect });
  return { format, width, height, data, layout, colour };
}

/** Not among the DOM's types yet. HDR is decoded to it: as RGBA a browser would convert its colours, each in its own way. */
const TEN_BITS = 'I420P10';

async function imageOfTenBits(
  frame: VideoFrame,
  rect: DOMRectReadOnly,
  colour: ImageColour,
): Promise<SourceImage> {
  const wide = new Uint16Array(frame.allocationSize({ rect }) / 2);
  const planes = await frame.copyTo(wide, { rect });
  const data = Uint8Array.from(wide, (value) => Math.min(255, (value + 2) >> 2));
  const layout = planes.map(({ offset, stride }) => ({ offset: offset / 2, stride: stride / 2 }));
  return { format: 'yuv420', width: rect.width, height: rect.height, data, layout, colour };
}

/** A still image with straight alpha. */
export async function decodeImage(image: Uint8Array<ArrayBuffer>): Promise<SourceImage> {
  const type = imageTypeOf(image);
  if (type === null) throw new Error('This kind of image cannot be shown. Use PNG, JPEG, WebP or GIF.');
  const decoder = new ImageDecoder({ data: image, type, premultiplyAlpha: 'none' });
  try {
    const { image: frame } = await decoder.decode();
    try {
      const data = new Uint8Array(frame.allocationSize({ format: 'RGBA' }));
      await frame.copyTo(data, { format: 'RGBA' });
      return { format: 'rgba', width: frame.codedWidth, height: frame.codedHeight, data };
    } finally {
      frame.close();
    }
  } finally {
    decoder.close();
  }
}

/** By its first bytes: a name may say anything. */
export function imageTypeOf(image: Uint8Array): string | null {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => image[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x47, 0x49, 0x46)) return 'image/gif';
  return starts(0x52, 0x49, 0x46, 0x46) && image[8] === 0x57 ? 'image/webp' : null;
}

const HOST_HEAD_BYTES = 12;

/** A frame that the host decoded, as `projects.readFrame` gives it. */
export function imageOfHost(bytes: Uint8Array, colour: ImageColour): SourceImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [width, height] = [view.getUint32(0, true), view.getUint32(4, true)];
  const data = bytes.subarray(HOST_HEAD_BYTES);
  return view.getUint32(8, true) === 1
    ? { format: 'rgba', width, height, data }
    : { format: 'yuv420', width, height, data, colour };
}
