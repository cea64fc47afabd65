import type { TakeRange } from '../../../../../src-shared/contract/takeExport.ts';
import { readCluster } from '../../../../../src-shared/domain/matroska/clusters.ts';
import { readFileFacts } from '../../../../../src-shared/domain/matroska/facts.ts';
import type { Block, SoundFacts } from '../../../../../src-shared/domain/matroska/writer.ts';
import { OPUS_RATE_HZ, opusFrames, opusPreSkip } from '../../../../../src-shared/domain/opus.ts';
import { PRE_ROLL_FRAMES } from '../decodeSound.ts';
import { PacketPlaces, readerOf } from '../scanTake.ts';

/** Sound of a file, packed as it was recorded; blocks come some seconds at a time. */
export interface CutSound {
  facts: SoundFacts;
  blocks: AsyncGenerator<Block[], undefined>;
}

/** Where packets lie in a file: `atFrame` of a cluster is of its first one, null where only their own times say it. */
interface Packed {
  /** The number of its track. */
  track: 1 | 2;
  clusters: readonly { fromByte: number; lengthBytes: number; atFrame: number | null }[];
}

interface Packet {
  /** In the part; before its beginning it is negative. */
  atFrame: number;
  bytes: Uint8Array;
}

const FRAMES_A_MS = OPUS_RATE_HZ / 1000;

/**
 * A part of a sound without encoding it again. Its packets begin some before the part, so that a decoder comes into them as it did
 * in the recording; the head says how many samples are left out before the first (pre-skip, RFC 7845, section 4.2). Null where
 * nothing of it lies in the part.
 */
export async function cutSound(file: Blob, packed: Packed, range: TakeRange): Promise<CutSound | null> {
  const facts = await readFileFacts(readerOf(file), file.size);
  const found = facts?.tracks.find(({ number, kind }) => number === packed.track && kind === 'sound');
  if (!found?.codecPrivate) return null;
  const recordedSkip = opusPreSkip(found.codecPrivate);
  const packets = packetsWithin(file, packed, recordedSkip, range);
  const begun = await packets.next();
  const [first] = begun.value ?? [];
  if (!first) return null;
  const preSkip = preSkipOf(first.atFrame, recordedSkip);
  const codecPrivate = Uint8Array.from(found.codecPrivate);
  new DataView(codecPrivate.buffer).setUint16(10, preSkip, true);
  const toBlock = ({ atFrame, bytes }: Packet): Block => {
    const atMs = (atFrame + preSkip) / FRAMES_A_MS;
    return { track: packed.track, atMs, isKey: true, isSound: true, bytes };
  };
  const blocks = async function* (): AsyncGenerator<Block[], undefined> {
    yield (begun.value ?? []).map(toBlock);
    for await (const some of packets) yield some.map(toBlock);
  };
  return { facts: { codecPrivate, channels: Math.max(1, found.channels) }, blocks: blocks() };
}

/** So many that the first packet is at a whole millisecond, as times in a file are. */
function preSkipOf(firstFrame: number, recorded: number): number {
  if (firstFrame < 0) return -firstFrame;
  return Math.ceil((firstFrame + recorded) / FRAMES_A_MS) * FRAMES_A_MS - firstFrame;
}

async function* packetsWithin(
  file: Blob,
  { track, clusters }: Packed,
  preSkip: number,
  { fromFrame, frames }: TakeRange,
): AsyncGenerator<Packet[], undefined> {
  const begin = clusters.findLastIndex(({ atFrame }) => (atFrame ?? Infinity) <= fromFrame - PRE_ROLL_FRAMES);
  for (const { fromByte, lengthBytes, atFrame } of clusters.slice(Math.max(0, begin))) {
    if (atFrame !== null && atFrame >= fromFrame + frames) break;
    const bytes = new Uint8Array(await file.slice(fromByte, fromByte + lengthBytes).arrayBuffer());
    const places = new PacketPlaces(preSkip, atFrame);
    const packets = (await readCluster(bytes, track)).map((packet): Packet => {
      const place = places.next(packet.atMs, opusFrames(packet.bytes));
      return { atFrame: place.atFrame - fromFrame, bytes: packet.bytes };
    });
    const inside = packets.filter(({ atFrame: at }) => at >= -PRE_ROLL_FRAMES && at < frames);
    if (inside.length > 0) yield inside;
  }
}
