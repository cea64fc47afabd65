import type { Chapter } from '../../../../../src-shared/handlers/editor/chapters.ts';
import { writeAt, type SyncHandle } from './storedOutput.ts';

const MOST_CHAPTERS = 255;
const MOST_TITLE_BYTES = 255;
const HEAD_BYTES = 8;
const encoder = new TextEncoder();

interface Box {
  at: number;
  size: number;
  type: string;
}

/**
 * Writes chapters into a finished MP4 or MOV as `moov/udta/chpl`, which FFmpeg, VLC and browsers' players read: behind all that is in
 * its index, at the file's end or in what was kept free behind it. False: there is no room for them.
 */
export function addChapters(handle: SyncHandle, chapters: readonly Chapter[]): boolean {
  if (chapters.length === 0) return true;
  const added = userDataOf(chapters.slice(0, MOST_CHAPTERS));
  const boxes = boxesOf(handle);
  const index = boxes.findIndex(({ type }) => type === 'moov');
  const [moov, next] = [boxes[index], boxes[index + 1]];
  if (!moov) return false;
  const end = moov.at + moov.size;
  const isFree = next?.type === 'free' && next.size >= added.length + HEAD_BYTES;
  if (next && !isFree) return false;
  writeAt(handle, added, end);
  if (next) writeAt(handle, headOf('free', next.size - added.length), end + added.length);
  // Last: until then the file is what it was.
  writeAt(handle, headOf('moov', moov.size + added.length), moov.at);
  return true;
}

function boxesOf(handle: SyncHandle): Box[] {
  const boxes: Box[] = [];
  const head = new DataView(new ArrayBuffer(16));
  for (let at = 0; at + HEAD_BYTES <= handle.getSize();) {
    handle.read(new Uint8Array(head.buffer), { at });
    const short = head.getUint32(0);
    const size = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? handle.getSize() - at : short;
    const type = String.fromCharCode(...new Uint8Array(head.buffer, 4, 4));
    if (size < HEAD_BYTES) break;
    boxes.push({ at, size, type });
    at += size;
  }
  return boxes;
}

/** `chpl`, version 1: how many, and of each its start in 100 ns and its title with a byte for its length. */
function userDataOf(chapters: readonly Chapter[]): Uint8Array {
  const parts = chapters.map(({ startSec, title }) => {
    const text = titleBytes(title);
    const part = new Uint8Array(9 + text.length);
    new DataView(part.buffer).setBigUint64(0, BigInt(Math.round(startSec * 1e7)));
    part[8] = text.length;
    part.set(text, 9);
    return part;
  });
  const content = joined([Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, chapters.length), ...parts]);
  const chpl = joined([headOf('chpl', HEAD_BYTES + content.length), content]);
  return joined([headOf('udta', HEAD_BYTES + chpl.length), chpl]);
}

/** No letter is cut in two. */
function titleBytes(title: string): Uint8Array {
  let letters = [...title.replaceAll(/\s+/g, ' ')];
  while (encoder.encode(letters.join('')).length > MOST_TITLE_BYTES) letters = letters.slice(0, -1);
  return encoder.encode(letters.join(''));
}

function headOf(type: string, size: number): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  new DataView(head.buffer).setUint32(0, size);
  head.set(encoder.encode(type), 4);
  return head;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
