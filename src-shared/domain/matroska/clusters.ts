import { ID } from './elements.ts';
import { buffered, readHead, toNumber, type ElementHead, type ReadAt, endOf } from './scan.ts';
import type { ClusterPlace, MatroskaFrame } from './writer.ts';

/** A part of a file that can be decoded on its own, or follows one that can. */
interface FrameCluster extends ClusterPlace {
  lengthBytes: number;
}

interface ClusterIndex {
  /** What a decoder has to know beforehand; null where the codec needs nothing. */
  codecPrivate: Uint8Array | null;
  clusters: FrameCluster[];
}

/** No reader of ours keeps more than this of one element in memory. */
const MOST_PRIVATE_BYTES = 1 << 16;

/**
 * Where the frames of a file of ours lie, without a look at any of them: a second of a recording costs one short read.
 * null where it is no file of ours. What has no end yet ends the list.
 */
export async function listClusters(readAt: ReadAt, lengthBytes: number): Promise<ClusterIndex | null> {
  const read = buffered(readAt);
  const ebml = await readHead(read, 0, lengthBytes);
  if (ebml?.id !== ID.ebml || ebml.size === null) return null;
  const segment = await readHead(read, ebml.bodyAt + ebml.size, lengthBytes);
  if (segment?.id !== ID.segment) return null;
  const index: ClusterIndex = { codecPrivate: null, clusters: [] };
  for (let at = segment.bodyAt; at < lengthBytes;) {
    const part = await readHead(read, at, lengthBytes);
    if (!part || part.size === null || part.bodyAt + part.size > lengthBytes) break;
    if (part.id === ID.tracks) index.codecPrivate = await findPrivate(read, part);
    const end = part.bodyAt + part.size;
    if (part.id === ID.cluster) {
      const time = await readHead(read, part.bodyAt, lengthBytes);
      if (time?.id !== ID.timestamp || time.size === null || time.size > 8) break;
      const atMs = toNumber(await read(time.bodyAt, time.size));
      index.clusters.push({ at, atMs, lengthBytes: end - at });
    }
    at = end;
  }
  return index;
}

async function findPrivate(read: ReadAt, tracks: ElementHead): Promise<Uint8Array | null> {
  const entry = await readHead(read, tracks.bodyAt, endOf(tracks));
  if (entry?.id !== ID.trackEntry) return null;
  for (let at = entry.bodyAt; at < endOf(entry);) {
    const part = await readHead(read, at, endOf(entry));
    if (!part || part.size === null) return null;
    if (part.id === ID.codecPrivate && part.size <= MOST_PRIVATE_BYTES) {
      return Uint8Array.from(await read(part.bodyAt, part.size));
    }
    at = part.bodyAt + part.size;
  }
  return null;
}

/** The frames, or the sound, of one track of a cluster, whose bytes begin with it. What is cut off is left out. */
export async function readCluster(bytes: Uint8Array, track = 1): Promise<MatroskaFrame[]> {
  const read: ReadAt = (at, length) => Promise.resolve(bytes.subarray(at, at + length));
  const frames: MatroskaFrame[] = [];
  const cluster = await readHead(read, 0, bytes.length);
  if (cluster?.id !== ID.cluster) return frames;
  let clusterMs = 0;
  for (let at = cluster.bodyAt; at < bytes.length;) {
    const part = await readHead(read, at, bytes.length);
    if (!part || part.size === null || part.bodyAt + part.size > bytes.length) break;
    const body = bytes.subarray(part.bodyAt, part.bodyAt + part.size);
    if (part.id === ID.timestamp) clusterMs = toNumber(body);
    if (part.id === ID.simpleBlock && body.length > 4 && body[0] === (0x80 | track)) {
      const header = new DataView(body.buffer, body.byteOffset, 4);
      const atMs = clusterMs + header.getInt16(1);
      frames.push({ atMs, isKey: (header.getUint8(3) & 0x80) !== 0, bytes: body.subarray(4) });
    }
    at = part.bodyAt + part.size;
  }
  return frames;
}
