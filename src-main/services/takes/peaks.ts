import { basename, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { TakePeaks, TakeTrack } from '../../../src-shared/contract/takes.ts';
import { openRegular } from '../../../src-node/files/index.ts';
import type { TakeFolder } from './folder.ts';

/** `native/take/peaks_file.hpp` describes the file. */
const MAGIC = 'SDPK';
const HEADER_BYTES = 32;
const VERSION = 1;
const FULL_SCALE = 32767;
/** Points that are read at once: a day of two channels never lies in memory whole. */
const BLOCK_POINTS = 1 << 15;
/** Of a track in a take. */
const MOST_CHANNELS = 8;
/** A hundred a second for a week: no more of a file is looked at. */
const MOST_POINTS = 100 * 7 * 86_400;

/** The track of a take; `FILE_NOT_FOUND` where it has none of that id. */
export function requireTrack({ path, document }: TakeFolder, trackId: string): TakeTrack {
  const track = document.tracks.find(({ id }) => id === trackId);
  if (track) return track;
  throw new RpcError('FILE_NOT_FOUND', `The take in ${path} has no track "${trackId}".`);
}

/** The waveform of a track over its whole length, in `parts` equal parts, of all its channels together. */
export async function readTakePeaks(folder: TakeFolder, trackId: string, parts: number): Promise<TakePeaks> {
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
      throw new RpcError('FILE_UNREADABLE', `${path} is not a waveform that this SoundDesk can read.`);
    }
    const pointBytes = channels * 4;
    const points = Math.min(MOST_POINTS, Math.floor(((await file.stat()).size - HEADER_BYTES) / pointBytes));
    const count = Math.max(0, Math.min(parts, points));
    const lowest = new Array<number>(count).fill(0);
    const highest = new Array<number>(count).fill(0);
    const block = Buffer.allocUnsafe(BLOCK_POINTS * pointBytes);
    for (let from = 0; from < points; from += BLOCK_POINTS) {
      const { bytesRead } = await file.read(block, 0, block.length, HEADER_BYTES + from * pointBytes);
      for (let at = 0; at + 4 <= bytesRead; at += 4) {
        const point = from + Math.floor(at / pointBytes);
        if (point >= points) break;
        const part = Math.floor((point * count) / points);
        lowest[part] = Math.min(lowest[part] ?? 0, block.readInt16LE(at) / FULL_SCALE);
        highest[part] = Math.max(highest[part] ?? 0, block.readInt16LE(at + 2) / FULL_SCALE);
      }
    }
    return { lowest, highest };
  } finally {
    await file.close();
  }
}
