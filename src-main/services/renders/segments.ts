import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderOptions } from '../../../src-shared/domain/edit/render.ts';
import { openEncoder, rawVideo, videoCodec } from './encoder.ts';
import type { DrawnFrame } from './frameDrawer.ts';
import type { RenderPlan } from '../../../src-shared/handlers/editor/renderPlan.ts';

/** Each a file of its own: what is finished is not drawn again when a killed export continues. */
const SEGMENT_SEC = 10;

export interface Segment {
  path: string;
  fromFrame: number;
  frames: number;
}

/** Where frames of the file are written to; GIF has one palette, and is one piece. */
export function planSegments(plan: RenderPlan, options: RenderOptions, workFolder: string): Segment[] {
  const isOnePiece = options.format === 'gif' || options.format === 'png';
  const most = isOnePiece
    ? plan.frames
    : Math.max(1, Math.round((plan.rate.num / plan.rate.den) * SEGMENT_SEC));
  const segments: Segment[] = [];
  for (let fromFrame = 0; fromFrame < plan.frames; fromFrame += most) {
    const name = `${String(segments.length).padStart(6, '0')}.nut`;
    segments.push({
      path: join(workFolder, name),
      fromFrame,
      frames: Math.min(most, plan.frames - fromFrame),
    });
  }
  return segments;
}

export const isFinished = ({ path }: Segment): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.size > 0,
    () => false,
  );

/** Encodes a segment; it has its name once FFmpeg has written all of it. Its frames are drawn while the last ones are encoded. */
export async function writeSegment(
  segment: Segment,
  frames: AsyncIterable<DrawnFrame>,
  { plan, options, signal }: { plan: RenderPlan; options: RenderOptions; signal?: AbortSignal | undefined },
  onFrame: (frame: DrawnFrame) => void,
): Promise<void> {
  const part = `${segment.path}.part`;
  const encoder = openEncoder(
    [
      ...[...rawVideo(plan.size, plan.rate), '-i', 'pipe:0', ...videoCodec(options, plan.rate)],
      ...['-f', 'nut', '-y', `file:${part}`],
    ],
    signal,
  );
  try {
    for await (const frame of frames) {
      await encoder.write(frame.data);
      onFrame(frame);
    }
    await encoder.finish();
    await rename(part, segment.path);
  } catch (error) {
    encoder.kill();
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}
