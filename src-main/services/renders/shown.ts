import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { RenderCertificate } from '../../../src-shared/domain/edit/render.ts';

export interface Shown {
  width: number;
  height: number;
  colour: NonNullable<RenderCertificate['colour']>;
}

const text = z.string().default('unknown');
const shownSchema = z.object({
  streams: z.array(
    z.object({
      width: z.int(),
      height: z.int(),
      color_primaries: text,
      color_transfer: text,
      color_space: text,
      color_range: text,
    }),
  ),
});

/** What a file says of its video; null: it has none. */
export async function readShown(path: string, signal?: AbortSignal): Promise<Shown | null> {
  const entries = 'stream=width,height,color_primaries,color_transfer,color_space,color_range';
  const { stdout } = await promisify(execFile)(
    'ffprobe',
    ['-v', 'error', '-select_streams', 'V:0', '-show_entries', entries, '-of', 'json', `file:${path}`],
    signal ? { signal } : {},
  );
  const [stream] = shownSchema.parse(JSON.parse(stdout)).streams;
  if (!stream) return null;
  return {
    width: stream.width,
    height: stream.height,
    colour: {
      primaries: stream.color_primaries,
      transfer: stream.color_transfer,
      matrix: stream.color_space,
      range: stream.color_range,
    },
  };
}

/** The same tags for FFmpeg, of an input and of an output; what a file does not say is not said. */
export function tagArgs({ primaries, transfer, matrix, range }: Shown['colour']): string[] {
  const tags = { color_range: range, colorspace: matrix, color_primaries: primaries, color_trc: transfer };
  return Object.entries(tags).flatMap(([name, value]) => (KNOWN_TAG.test(value) ? [`-${name}`, value] : []));
}

const KNOWN_TAG = /^(?!unknown$|reserved)[a-z0-9-]+$/;
