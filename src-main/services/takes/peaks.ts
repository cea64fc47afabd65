import { open, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { TakePeaks, TakeTrack } from '../../../src-shared/contract/takes.ts';
import { openRegular, toFileError, writeAll } from '../../../src-node/files/index.ts';
import { openWav } from '../clean/index.ts';
import type { TakeFolder } from './folder.ts';

/** `native/take/peaks_file.hpp` describes the file. */
const MAGIC = 'SDPK';
const HEADER_BYTES = 32;
const VERSION = 1;
const FULL_SCALE = 32767;
const POINTS_PER_SEC = 100;
/** Points that are read at once: a day of two channels never lies in memory whole. */
const BLOCK_POINTS = 1 << 10;
/** Of a track in a take. */
const MOST_CHANNELS = 8;
/** A hundred a second for a week: no more of a file is looked at. */
const MOST_POINTS = 100 * 7 * 86_400;

/** Of a WAV file, written over `peaksPath`. */
export async function writePeaks(wavPath: string, peaksPath: string): Promise<void> {
  const wav = await openWav(wavPath);
  const file = await open(peaksPath, 'w').catch(async (error: unknown) => {
    await wav.close();
    throw toFileError(peaksPath, error);
  });
  try {
    const { sampleRate, channels, frames } = wav;
    const pointFrames = Math.round(sampleRate / POINTS_PER_SEC);
    const header = headerOf(sampleRate, channels, pointFrames);
    await writeAll(file, header, 0);
    let atByte = header.length;
    for (let from = 0; from < frames; from += BLOCK_POINTS * pointFrames) {
      const samples = await wav.read(from, BLOCK_POINTS * pointFrames);
      const points = pointsOf(samples, channels, pointFrames);
      await writeAll(file, points, atByte);
      atByte += points.length;
    }
  } catch (error) {
    throw toFileError(peaksPath, error);
  } finally {
    await wav.close();
    await file.close();
  }
}

/** Of a file of `writePeaks`: lowest and highest sample of each point, in 16 bits, channel by channel. */
export async function readPoints(peaksPath: string): Promise<{ points: Int16Array; pointFrames: number }> {
  const bytes = await readFile(peaksPath).catch((error: unknown) => {
    throw toFileError(peaksPath, error);
  });
  const points = new Int16Array(Math.floor((bytes.length - HEADER_BYTES) / 2));
  points.forEach((_, index) => (points[index] = bytes.readInt16LE(HEADER_BYTES + 2 * index)));
  return { points, pointFrames: bytes.readUInt32LE(12) };
}

function headerOf(sampleRate: number, channels: number, pointFrames: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(channels, 6);
  header.writeUInt32LE(sampleRate, 8);
  header.writeUInt32LE(pointFrames, 12);
  return header;
}

function pointsOf(samples: Float32Array, channels: number, pointFrames: number): Buffer {
  const frames = samples.length / channels;
  const points = Buffer.alloc(Math.ceil(frames / pointFrames) * channels * 4);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      const at = (Math.floor(frame / pointFrames) * channels + channel) * 4;
      const sample = samples[frame * channels + channel] ?? 0;
      const level = Math.round(Math.min(1, Math.max(-1, sample)) * FULL_SCALE);
      points.writeInt16LE(Math.min(points.readInt16LE(at), level), at);
      points.writeInt16LE(Math.max(points.readInt16LE(at + 2), level), at + 2);
    }
  }
  return points;
}

/** The track of a take; `FILE_NOT_FOUND` where it has none of that id. */
export function requireTrack({ path, document }: TakeFolder, trackId: string): TakeTrack {
  const track = document.tracks.find(({ id }) => id === trackId);
  if (track) return track;
  throw failWith('FILE_NOT_FOUND', 'noTrackThere', { values: { path, trackId } });
}

/** The waveform of a span of a track, in `parts` equal parts, of all its channels together; `from` and `to` are parts of its length. */
export async function readTakePeaks(
  folder: TakeFolder,
  { trackId, parts, from, to }: { trackId: string; parts: number; from: number; to: number },
): Promise<TakePeaks> {
  const path = join(folder.path, requireTrack(folder, trackId).peaks);
  const file = await openRegular(folder.path, basename(path));
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    await file.read(header, 0, HEADER_BYTES, 0);
    const channels = header.readUInt16LE(6);
    if (
      header.toString('latin1', 0, 4) !== MAGIC ||
      header.readUInt16LE(4) !== VERSION ||
      channels === 0 ||
      channels > MOST_CHANNELS
    ) {
      throw failWith('FILE_UNREADABLE', 'noWaveform', { values: { path } });
    }
    const pointBytes = channels * 4;
    const all = Math.min(MOST_POINTS, Math.floor(((await file.stat()).size - HEADER_BYTES) / pointBytes));
    const first = Math.floor(from * all);
    const points = Math.max(0, Math.ceil(to * all) - first);
    const count = Math.max(0, Math.min(parts, points));
    const lowest = new Array<number>(count).fill(0);
    const highest = new Array<number>(count).fill(0);
    const block = Buffer.allocUnsafe(BLOCK_POINTS * pointBytes);
    for (let at = 0; at < points; at += BLOCK_POINTS) {
      const start = HEADER_BYTES + (first + at) * pointBytes;
      const { bytesRead } = await file.read(block, 0, block.length, start);
      for (let byte = 0; byte + 4 <= bytesRead; byte += 4) {
        const point = at + Math.floor(byte / pointBytes);
        if (point >= points) break;
        const part = Math.floor((point * count) / points);
        lowest[part] = Math.min(lowest[part] ?? 0, block.readInt16LE(byte) / FULL_SCALE);
        highest[part] = Math.max(highest[part] ?? 0, block.readInt16LE(byte + 2) / FULL_SCALE);
      }
    }
    return { lowest, highest };
  } finally {
    await file.close();
  }
}
