import { AttachedFile } from 'mediabunny';
import { concat, element, ID, idBytes, voidOf } from '../../../../../src-shared/domain/matroska/elements.ts';
import type { Chapter } from '../../../../../src-shared/handlers/editor/chapters.ts';
import { writeAt, type SyncHandle } from './storedOutput.ts';

/** An element's id and size have at most so many bytes. */
const MOST_HEAD_BYTES = 12;
const LEAST_VOID_BYTES = 2;

/** As a WebM has them (RFC 9559, section 5.1.7); empty where there are none. */
export function chaptersElement(chapters: readonly Chapter[]): Uint8Array<ArrayBuffer> {
  if (chapters.length === 0) return new Uint8Array();
  const atoms = chapters.map(({ startSec, title }, index) =>
    element(ID.chapterAtom, [
      element(ID.chapterUid, index + 1),
      element(ID.chapterTimeStart, Math.round(startSec * 1e9)),
      element(ID.chapterDisplay, [element(ID.chapString, title), element(ID.chapLanguage, 'und')]),
    ]),
  );
  return Uint8Array.from(element(ID.chapters, [element(ID.editionEntry, atoms)]));
}

/** Room for chapters in front of all frames, as a file that mediabunny attaches: it writes no chapters itself. */
export const roomForChapters = (chapters: Uint8Array): Record<string, AttachedFile> =>
  chapters.length === 0
    ? {}
    : { '1': new AttachedFile(new Uint8Array(chapters.length), 'application/octet-stream', 'chapters') };

/** Puts chapters in the place of that file, also in the list of places. False: there is no room for them. */
export function addWebmChapters(handle: SyncHandle, chapters: Uint8Array): boolean {
  if (chapters.length === 0) return true;
  const ebml = headAt(handle, 0);
  const segment = ebml && headAt(handle, ebml.endAt);
  if (segment?.id !== ID.segment) return false;
  let places: Uint8Array | null = null;
  let placesAt = 0;
  for (let at = segment.bodyAt; ;) {
    const part = headAt(handle, at);
    if (!part || part.id === ID.cluster) return false;
    if (part.id === ID.seekHead) {
      placesAt = at;
      places = new Uint8Array(part.endAt - at);
      handle.read(places, { at });
    }
    if (part.id === ID.attachments) {
      const left = part.endAt - at - chapters.length;
      if (left < LEAST_VOID_BYTES) return false;
      writeAt(handle, concat([chapters, voidOf(left)]), at);
      if (places && rename(places)) writeAt(handle, places, placesAt);
      return true;
    }
    at = part.endAt;
  }
}

/** The list of places names the chapters where it named the attached file. */
function rename(places: Uint8Array): boolean {
  const [from, to] = [ID.attachments, ID.chapters].map((id) => element(ID.seekId, idBytes(id)));
  const at = places.findIndex(
    (_, start) => from?.every((byte, index) => places[start + index] === byte) === true,
  );
  if (at < 0 || !to) return false;
  places.set(to, at);
  return true;
}

function headAt(handle: SyncHandle, at: number) {
  const bytes = new Uint8Array(MOST_HEAD_BYTES);
  if (handle.read(bytes, { at }) < LEAST_VOID_BYTES) return null;
  const idLength = Math.clz32(bytes[0] ?? 0) - 23;
  const sizeLength = Math.clz32(bytes[idLength] ?? 0) - 23;
  if (idLength > 4 || sizeLength > 8) return null;
  const numberOf = (part: Uint8Array, first: number) =>
    part.subarray(1).reduce((sum, byte) => sum * 256 + byte, first);
  const id = numberOf(bytes.subarray(0, idLength), bytes[0] ?? 0);
  const first = (bytes[idLength] ?? 0) & (0xff >> sizeLength);
  const size = numberOf(bytes.subarray(idLength, idLength + sizeLength), first);
  const bodyAt = at + idLength + sizeLength;
  return { id, bodyAt, endAt: bodyAt + size };
}
