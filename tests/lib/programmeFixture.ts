import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { Recorded } from './programmePage/page.ts';
import { serveFolder, type StaticServer } from './staticServer.ts';

const ROOT = join(import.meta.dirname, 'programmePage');
const START_CODE = Buffer.from([0, 0, 0, 1]);

/** Builds the page that has the programme alone, and serves it: no screen of the product lies around it. */
export async function serveProgrammePage(dir: string): Promise<StaticServer> {
  const outDir = join(dir, 'programmePage');
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { outDir, target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  return await serveFolder(outDir);
}

/** Writes what was encoded as a file that other programs read: its parameter sets, and every frame. */
export function writeEncoded(path: string, { avcConfig, frames }: Recorded): string {
  const units = [...parameterSets(Buffer.from(avcConfig, 'base64'))];
  for (const { data } of frames) units.push(...unitsOf(Buffer.from(data, 'base64')));
  writeFileSync(path, Buffer.concat(units.flatMap((unit) => [START_CODE, unit])));
  return path;
}

export interface DecodedFrame {
  /** Red, green and blue of the pixel there, in parts of the frame. */
  at(x: number, y: number): [number, number, number];
}

/** Decodes every frame; throws what FFmpeg has to say against it. */
export function decodeEncoded(path: string, width: number, height: number): DecodedFrame[] {
  const raw = execFileSync(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-xerror', '-i', path, '-fps_mode', 'passthrough'],
      ...['-vf', `scale=${width}:${height}:flags=neighbor,format=rgb24`, '-f', 'rawvideo', 'pipe:1'],
    ],
    { maxBuffer: 1 << 30 },
  );
  const bytes = width * height * 3;
  return Array.from({ length: raw.length / bytes }, (_, number) => ({
    at(x, y) {
      const from = number * bytes + 3 * (Math.floor(y * height) * width + Math.floor(x * width));
      return [raw[from] ?? -1, raw[from + 1] ?? -1, raw[from + 2] ?? -1];
    },
  }));
}

/** What ffprobe says of the stream, by its own names. */
export function probeEncoded(path: string): Record<string, string | number> {
  const fields = 'profile,level,width,height,pix_fmt,has_b_frames,field_order';
  const colors = 'color_range,color_space,color_transfer,color_primaries';
  const args = ['-v', 'error', '-of', 'json', '-show_entries', `stream=codec_name,${fields},${colors}`, path];
  const { streams } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    streams: Record<string, string | number>[];
  };
  return streams[0] ?? {};
}

/** Of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). */
function* parameterSets(record: Buffer): Generator<Buffer> {
  let at = 5;
  // First those of sequences (SPS), then those that belong to one of them (PPS).
  for (const mask of [0x1f, 0xff]) {
    const count = (record[at] ?? 0) & mask;
    at += 1;
    for (let set = 0; set < count; set += 1) {
      const size = record.readUInt16BE(at);
      yield record.subarray(at + 2, at + 2 + size);
      at += 2 + size;
    }
  }
}

function* unitsOf(frame: Buffer): Generator<Buffer> {
  for (let at = 0; at < frame.length;) {
    const size = frame.readUInt32BE(at);
    yield frame.subarray(at + 4, at + 4 + size);
    at += 4 + size;
  }
}
