import { execFileSync } from 'node:child_process';
import { z } from 'zod';

const probeSchema = z.object({
  streams: z.array(z.object({ codec_name: z.string(), tags: z.record(z.string(), z.string()).optional() })),
  format: z.object({ duration: z.coerce.number(), tags: z.record(z.string(), z.string()).optional() }),
  chapters: z.array(z.object({ start_time: z.coerce.number(), tags: z.object({ title: z.string() }) })),
});

/** What FFmpeg finds in a file of sound; names of tags in small letters. */
export function probeSound(path: string) {
  const shown = ['-show_streams', '-show_format', '-show_chapters', '-of', 'json'];
  const text = execFileSync('ffprobe', ['-v', 'error', ...shown, path], { encoding: 'utf8' });
  const { streams, format, chapters } = probeSchema.parse(JSON.parse(text));
  const tags = { ...streams[0]?.tags, ...format.tags };
  return {
    seconds: format.duration,
    streams: streams.map(({ codec_name: codec }) => codec),
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value])),
    chapters: chapters.map(({ start_time: startSec, tags: { title } }) => ({ title, startSec })),
  };
}
