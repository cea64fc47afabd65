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
      throw new RpcError('FILE_UNREADABLE', `${path} is not a waveform that this SoundDesk can read.`);
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
