import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';

interface StoredTake {
  name: string;
  frames: number;
  files: Record<string, Buffer>;
}

/** The takes that lie in the browser's storage, with some of their files. */
export async function readStoredTakes(page: Page, names: readonly string[]): Promise<StoredTake[]> {
  const found = await page.evaluate(async (wanted) => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('takes');
    const read = async (folder: FileSystemDirectoryHandle, name: string) =>
      await (await folder.getFileHandle(name)).getFile();
    const takes = [];
    const entries = root as unknown as AsyncIterable<[string, FileSystemDirectoryHandle]>;
    for await (const [, folder] of entries) {
      const { name, frames } = JSON.parse(await (await read(folder, 'take.json')).text()) as StoredTake;
      const files = [];
      for (const file of wanted)
        files.push([file, [...new Uint8Array(await (await read(folder, file)).arrayBuffer())]] as const);
      takes.push({ name, frames, files });
    }
    return takes;
  }, names);
  return found.map(({ files, ...take }) => ({
    ...take,
    files: Object.fromEntries(files.map(([name, bytes]) => [name, Buffer.from(bytes)])),
  }));
}

/** The samples of a file, one channel at 48 kHz, decoded by FFmpeg. */
export function samplesOf(file: Buffer): Float32Array {
  const raw = withFile(file, (path) =>
    ffmpeg(['-i', path, '-map', '0:a', '-ac', '1', '-ar', '48000', '-f', 'f32le', 'pipe:1']),
  );
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
}

/** The frames of a video in shades of gray, small. */
export function grayFramesOf(file: Buffer): Uint8Array[] {
  const [width, height] = [96, 54];
  const raw = withFile(file, (path) =>
    ffmpeg([
      ...['-i', path, '-map', '0:v', '-fps_mode', 'passthrough', '-vf', `scale=${width}:${height}`],
      ...['-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
    ]),
  );
  const size = width * height;
  return Array.from({ length: raw.length / size }, (_, index) =>
    raw.subarray(index * size, (index + 1) * size),
  );
}

const ffmpeg = (args: readonly string[]) =>
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...args], { maxBuffer: 1 << 28 });

function withFile<T>(bytes: Buffer, work: (path: string) => T): T {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-stored-'));
  try {
    writeFileSync(join(dir, 'file.webm'), bytes);
    return work(join(dir, 'file.webm'));
  } finally {
    rmSync(dir, { recursive: true });
  }
}
