import { ID } from './elements.ts';
import { buffered, readHead, toNumber, type ElementHead, type ReadAt } from './scan.ts';

/** What a file's head says of one of its tracks. */
interface TrackFacts {
  number: number;
  kind: 'video' | 'sound';
  /** As `CodecID` has it. */
  codecId: string;
  codecPrivate: Uint8Array | null;
  /** Of video; else 0. */
  width: number;
  height: number;
  /** Of sound; else 0. */
  channels: number;
}

interface FileFacts {
  /** null where it was never written: the file had no end, or its writer leaves it out. */
  durationMs: number | null;
  tracks: TrackFacts[];
}

/** No head that we read is longer. */
const MOST_BYTES = 1 << 16;

/** What the head of a Matroska or WebM file says; null where it is none. Times are taken as milliseconds. */
export async function readFileFacts(readAt: ReadAt, lengthBytes: number): Promise<FileFacts | null> {
  const read = buffered(readAt);
  const ebml = await readHead(read, 0, lengthBytes);
  if (ebml?.id !== ID.ebml || ebml.size === null) return null;
  const segment = await readHead(read, ebml.bodyAt + ebml.size, lengthBytes);
  if (segment?.id !== ID.segment) return null;
  const facts: FileFacts = { durationMs: null, tracks: [] };
  for (let at = segment.bodyAt; at < lengthBytes;) {
    const part = await readHead(read, at, lengthBytes);
    if (!part || part.size === null || part.id === ID.cluster) break;
    if (part.size > MOST_BYTES || endOf(part) > lengthBytes) break;
    if (part.id === ID.info)
      for (const child of await childrenOf(read, part))
        if (child.head.id === ID.duration) facts.durationMs = toFloat(child.body);
    if (part.id === ID.tracks)
      for (const child of await childrenOf(read, part))
        if (child.head.id === ID.trackEntry) facts.tracks.push(await readTrack(read, child.head));
    at = endOf(part);
  }
  return facts;
}

async function readTrack(read: ReadAt, entry: ElementHead): Promise<TrackFacts> {
  const facts: TrackFacts = {
    ...{ number: 0, kind: 'sound', codecId: '', codecPrivate: null },
    ...{ width: 0, height: 0, channels: 0 },
  };
  for (const { head, body } of await childrenOf(read, entry)) {
    if (head.id === ID.trackNumber) facts.number = toNumber(body);
    if (head.id === ID.trackType) facts.kind = toNumber(body) === 1 ? 'video' : 'sound';
    if (head.id === ID.codecId) facts.codecId = new TextDecoder().decode(body).replace(/\0+$/, '');
    if (head.id === ID.codecPrivate) facts.codecPrivate = body;
    if (head.id !== ID.video && head.id !== ID.audio) continue;
    for (const child of await childrenOf(read, head)) {
      if (child.head.id === ID.pixelWidth) facts.width = toNumber(child.body);
      if (child.head.id === ID.pixelHeight) facts.height = toNumber(child.body);
      if (child.head.id === ID.channels) facts.channels = toNumber(child.body);
    }
  }
  return facts;
}

async function childrenOf(
  read: ReadAt,
  parent: ElementHead,
): Promise<{ head: ElementHead; body: Uint8Array }[]> {
  const found: { head: ElementHead; body: Uint8Array }[] = [];
  for (let at = parent.bodyAt; at < endOf(parent);) {
    const head = await readHead(read, at, endOf(parent));
    if (!head || head.size === null || endOf(head) > endOf(parent)) break;
    found.push({ head, body: Uint8Array.from(await read(head.bodyAt, head.size)) });
    at = endOf(head);
  }
  return found;
}

const endOf = ({ bodyAt, size }: ElementHead) => bodyAt + (size ?? 0);

function toFloat(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === 8) return view.getFloat64(0);
  return bytes.length === 4 ? view.getFloat32(0) : null;
}
