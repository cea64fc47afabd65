import { ID } from './elements.ts';
import type { ClusterPlace, HeadPlaces } from './writer.ts';

/** Reads up to `length` bytes at a place; fewer at the end of the file. */
export type ReadAt = (at: number, length: number) => Promise<Uint8Array>;

export interface ScannedFile {
  /** null where not even the head is whole: then there is no frame either. */
  head: HeadPlaces | null;
  /** Of the whole file. */
  sizeBytes: number;
  /** Everything up to here is whole; what comes behind is cut off or an index. */
  wholeBytes: number;
  frames: number;
  keyFrames: number;
  firstMs: number | null;
  lastMs: number | null;
  /** Between two frames. */
  longestGapMs: number;
  clusters: ClusterPlace[];
  /** Each one's place of its size, and what that is, so that repair can write it. */
  clusterSizes: number[];
}

/** A frame or a piece of sound, as it is met. */
interface ScannedBlock {
  track: 1 | 2;
  atMs: number;
  isKey: boolean;
  /** The cluster that it lies in: its place in `clusters`. */
  cluster: number;
  /** Its first bytes, at most two: of Opus, what says how long it is. */
  first: Uint8Array;
}

export interface ElementHead {
  id: number;
  /** null: not known yet. */
  size: number | null;
  bodyAt: number;
}

/** An element's own head has at most so many bytes; a block's has four more that are of interest. */
const HEAD_BYTES = 16;
const BUFFER_BYTES = 4096;

/**
 * Looks through a file of ours, whole or cut off anywhere, and finds its last whole frame. Frames are stepped over,
 * not read, so that an hour takes no longer than its index would.
 */
export async function scanMatroska(
  readAt: ReadAt,
  lengthBytes: number,
  onBlock?: (block: ScannedBlock) => void,
): Promise<ScannedFile> {
  const read = buffered(readAt);
  const found: ScannedFile = {
    ...{
      head: null,
      sizeBytes: lengthBytes,
      wholeBytes: 0,
      frames: 0,
      keyFrames: 0,
      firstMs: null,
      lastMs: null,
    },
    ...{ longestGapMs: 0, clusters: [], clusterSizes: [] },
  };
  const head = await scanHead(read, lengthBytes);
  if (!head) return found;
  found.head = head.places;
  found.wholeBytes = head.endAt;
  let at = head.endAt;
  while (at < lengthBytes) {
    const cluster = await readHead(read, at, lengthBytes);
    // What ends a file of ours is its index; anything else was not written by us.
    if (cluster?.id !== ID.cluster) break;
    const end = await scanCluster(read, cluster.bodyAt, lengthBytes, found, at, onBlock);
    if (end === null) break;
    at = end;
  }
  return found;
}

async function scanHead(
  read: ReadAt,
  lengthBytes: number,
): Promise<{ places: HeadPlaces; endAt: number } | null> {
  const ebml = await readHead(read, 0, lengthBytes);
  if (ebml?.id !== ID.ebml || ebml.size === null) return null;
  const segment = await readHead(read, ebml.bodyAt + ebml.size, lengthBytes);
  if (segment?.id !== ID.segment) return null;
  const seekHeadAt = segment.bodyAt;
  let at = seekHeadAt;
  let infoAt = 0;
  let durationAt = 0;
  for (;;) {
    const part = await readHead(read, at, lengthBytes);
    if (!part || part.size === null || part.bodyAt + part.size > lengthBytes) return null;
    if (part.id === ID.info) [infoAt, durationAt] = [at, part.bodyAt];
    const isTracks = part.id === ID.tracks;
    const isKnown = isTracks || part.id === ID.info || part.id === ID.void || part.id === ID.seekHead;
    if (!isKnown) return null;
    const tracksAt = at;
    at = part.bodyAt + part.size;
    if (!isTracks) continue;
    const places = { segmentSizeAt: segment.bodyAt - 8, seekHeadAt, infoAt, durationAt, tracksAt };
    return infoAt === 0 ? null : { places, endAt: at };
  }
}

/** Where the cluster ends; null where the file ends in it, or what follows is not to be understood. */
async function scanCluster(
  read: ReadAt,
  bodyAt: number,
  lengthBytes: number,
  found: ScannedFile,
  clusterAt: number,
  onBlock: ((block: ScannedBlock) => void) | undefined,
): Promise<number | null> {
  const time = await readHead(read, bodyAt, lengthBytes);
  if (time?.id !== ID.timestamp || time.size === null || time.size > 8) return null;
  const clusterMs = toNumber(await read(time.bodyAt, time.size));
  let at = time.bodyAt + time.size;
  let hasBlock = false;
  const end = () => {
    if (hasBlock) found.clusterSizes[found.clusterSizes.length - 1] = found.wholeBytes - clusterAt - 12;
  };
  for (;;) {
    const block = await readHead(read, at, lengthBytes);
    if (block?.id === ID.cluster || block?.id === ID.cues || at === lengthBytes) {
      end();
      return hasBlock && block?.id === ID.cluster ? at : null;
    }
    const isWhole =
      block?.id === ID.simpleBlock &&
      block.size !== null &&
      block.size > 4 &&
      block.bodyAt + block.size <= lengthBytes;
    if (!isWhole) {
      end();
      return null;
    }
    const header = await read(block.bodyAt, Math.min(block.size!, 6));
    // Of the first track, or of the second.
    if (header[0] !== 0x81 && header[0] !== 0x82) {
      end();
      return null;
    }
    if (!hasBlock) {
      found.clusters.push({ at: clusterAt, atMs: clusterMs });
      found.clusterSizes.push(0);
    }
    hasBlock = true;
    const relative = new DataView(header.buffer, header.byteOffset, 4).getInt16(1);
    const isKey = (header[3]! & 0x80) !== 0;
    count(found, clusterMs + relative, isKey);
    onBlock?.({
      track: header[0] === 0x81 ? 1 : 2,
      atMs: clusterMs + relative,
      isKey,
      cluster: found.clusters.length - 1,
      first: header.subarray(4),
    });
    at = block.bodyAt + block.size!;
    found.wholeBytes = at;
  }
}

function count(found: ScannedFile, atMs: number, isKey: boolean): void {
  found.frames += 1;
  if (isKey) found.keyFrames += 1;
  found.firstMs ??= atMs;
  if (found.lastMs !== null) found.longestGapMs = Math.max(found.longestGapMs, atMs - found.lastMs);
  // Sound and video of one file are each in order, and not always with each other.
  found.lastMs = Math.max(found.lastMs ?? 0, atMs);
}

/** The id and size of the element at a place; null where the file ends in it. */
export async function readHead(read: ReadAt, at: number, lengthBytes: number): Promise<ElementHead | null> {
  const bytes = await read(at, Math.min(HEAD_BYTES, lengthBytes - at));
  const idLength = lengthOf(bytes[0]);
  if (idLength === null || idLength > 4 || bytes.length < idLength + 1) return null;
  const sizeLength = lengthOf(bytes[idLength]);
  if (sizeLength === null || bytes.length < idLength + sizeLength) return null;
  const size = bytes.slice(idLength, idLength + sizeLength);
  size[0]! &= 0xff >> sizeLength;
  const isUnknown = size.every((byte, index) => byte === (index === 0 ? 0xff >> sizeLength : 0xff));
  return {
    id: toNumber(bytes.subarray(0, idLength)),
    size: isUnknown ? null : toNumber(size),
    bodyAt: at + idLength + sizeLength,
  };
}

/** Of a variable-length integer by its first byte: the leading zeros and one. */
function lengthOf(first: number | undefined): number | null {
  return first === undefined || first === 0 ? null : Math.clz32(first) - 23;
}

export function toNumber(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

/** Reads somewhat more than it is asked for: heads lie close together where frames are small. */
export function buffered(readAt: ReadAt): ReadAt {
  let from = 0;
  let piece = new Uint8Array(0);
  return async (at, length) => {
    if (at < from || at + length > from + piece.length) {
      piece = Uint8Array.from(await readAt(at, BUFFER_BYTES));
      from = at;
    }
    return piece.subarray(at - from, at - from + length);
  };
}
