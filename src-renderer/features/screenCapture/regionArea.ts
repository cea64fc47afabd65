import type { FrameArea } from '../../media/video/encoderMessages.ts';

export interface FrameSize {
  width: number;
  height: number;
}

/** Encoders work in blocks; less than this is no frame. */
const SMALLEST = 32;

const even = (value: number) => 2 * Math.round(value / 2);
const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The nearest region that can be captured: on even pixels, inside the frame, not too small. */
export function fitRegion(area: FrameArea, size: FrameSize): FrameArea {
  const most = { width: size.width - (size.width % 2), height: size.height - (size.height % 2) };
  const width = within(even(area.width), Math.min(SMALLEST, most.width), most.width);
  const height = within(even(area.height), Math.min(SMALLEST, most.height), most.height);
  return {
    ...{ width, height },
    x: within(even(area.x), 0, most.width - width),
    y: within(even(area.y), 0, most.height - height),
  };
}

/** Between two corners, in whichever order they were drawn. */
export function regionBetween(
  from: { x: number; y: number },
  to: { x: number; y: number },
  size: FrameSize,
): FrameArea {
  const area = {
    ...{ x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) },
    ...{ width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) },
  };
  return fitRegion(area, size);
}
