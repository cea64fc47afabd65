import { OggWriter } from './ogg.ts';
import { opusFrames, opusPreSkip } from './opus.ts';

/** About a second. */
const PACKETS_A_PAGE = 50;
const VENDOR = 'SoundDesk';

/** A comment of a file: its field and what it says. */
export type Comment = readonly [field: string, value: string];

interface OpusSound {
  /** `OpusHead` (RFC 7845, section 5.1). */
  head: Uint8Array;
  packets: readonly Uint8Array[];
  /** Of the sound itself: what the encoder has added before and behind it is left out by players. */
  frames: number;
  comments: readonly Comment[];
  serial: number;
}

/** An Opus file (RFC 7845), page by page. */
export function writeOpusFile(
  { head, packets, frames, comments, serial }: OpusSound,
  write: (page: Uint8Array<ArrayBuffer>) => void,
): void {
  const ogg = new OggWriter(serial, write);
  ogg.add(head, 0);
  ogg.endPage();
  ogg.add(tagsOf(comments), 0);
  ogg.endPage();
  const end = opusPreSkip(head) + frames;
  let position = 0;
  packets.forEach((packet, index) => {
    if (index > 0 && index % PACKETS_A_PAGE === 0) ogg.endPage();
    position += opusFrames(packet);
    ogg.add(packet, index === packets.length - 1 ? Math.min(position, end) : position);
  });
  ogg.finish();
}

/** `OpusTags` (RFC 7845, section 5.2). */
function tagsOf(comments: readonly Comment[]): Uint8Array {
  const encoder = new TextEncoder();
  const texts = [VENDOR, ...comments.map(([field, value]) => `${field}=${value}`)].map((text) =>
    encoder.encode(text),
  );
  const size = texts.reduce((sum, { length }) => sum + 4 + length, 8 + 4);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(encoder.encode('OpusTags'));
  let at = 8;
  texts.forEach((text, index) => {
    view.setUint32(at, text.length, true);
    bytes.set(text, at + 4);
    at += 4 + text.length;
    if (index > 0) return;
    // Behind the vendor, how many comments follow.
    view.setUint32(at, comments.length, true);
    at += 4;
  });
  return bytes;
}

/** As chapters are written in comments of Ogg: `CHAPTER001=00:01:02.500`, `CHAPTER001NAME=…`. */
export function chapterComments(chapters: readonly { startSec: number; title: string }[]): Comment[] {
  return chapters.flatMap(({ startSec, title }, index): Comment[] => {
    const name = `CHAPTER${String(index).padStart(3, '0')}`;
    return [
      [name, timeText(startSec)],
      [`${name}NAME`, title],
    ];
  });
}

function timeText(seconds: number): string {
  const ms = Math.round(1000 * seconds);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}
