/** What a stream of Ogg holds (RFC 3533): packets of one logical stream, in order. */
const CAPTURE_PATTERN = 0x4f676753;
const HEAD_BYTES = 27;
/** A packet continues in the next segment. */
const FULL_SEGMENT = 255;

/** Packets of a whole Ogg file of one stream; throws where it is none. What is cut off at its end is left out. */
export function readOggPackets(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const packets: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  for (let at = 0; at + HEAD_BYTES <= file.length;) {
    if (view.getUint32(at) !== CAPTURE_PATTERN) throw new Error(`There is no page of Ogg at byte ${at}.`);
    const count = view.getUint8(at + HEAD_BYTES - 1);
    const sizes = file.subarray(at + HEAD_BYTES, at + HEAD_BYTES + count);
    at += HEAD_BYTES + count;
    for (const size of sizes) {
      parts.push(file.subarray(at, at + size));
      at += size;
      if (size === FULL_SEGMENT) continue;
      packets.push(joined(parts));
      parts = [];
    }
  }
  return packets;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const CONTINUED = 1;
const FIRST_PAGE = 2;
const LAST_PAGE = 4;
const MOST_SEGMENTS = 255;
/** Of a page in which no packet ends. */
const NO_GRANULE = 0xffff_ffff_ffff_ffffn;

/** Writes one logical stream: packets in order, each with the granule position at its end. */
export class OggWriter {
  readonly #serial: number;
  readonly #write: (page: Uint8Array<ArrayBuffer>) => void;
  #sizes: number[] = [];
  #parts: Uint8Array[] = [];
  #granule = NO_GRANULE;
  #isContinued = false;
  #pages = 0;

  constructor(serial: number, write: (page: Uint8Array<ArrayBuffer>) => void) {
    this.#serial = serial;
    this.#write = write;
  }

  add(packet: Uint8Array, granule: number): void {
    for (let at = 0; ; at += FULL_SEGMENT) {
      if (this.#sizes.length === MOST_SEGMENTS) this.#endPage(0, at > 0);
      const part = packet.subarray(at, at + FULL_SEGMENT);
      this.#sizes.push(part.length);
      this.#parts.push(part);
      if (part.length < FULL_SEGMENT) break;
    }
    this.#granule = BigInt(granule);
  }

  /** What comes next begins a page of its own. */
  endPage(): void {
    this.#endPage(0, false);
  }

  /** Behind the last packet. */
  finish(): void {
    this.#endPage(LAST_PAGE, false);
  }

  #endPage(flags: number, isCut: boolean): void {
    const head = HEAD_BYTES + this.#sizes.length;
    const page = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, head));
    const view = new DataView(page.buffer);
    view.setUint32(0, CAPTURE_PATTERN);
    view.setUint8(5, flags | (this.#isContinued ? CONTINUED : 0) | (this.#pages === 0 ? FIRST_PAGE : 0));
    view.setBigUint64(6, this.#granule, true);
    view.setUint32(14, this.#serial, true);
    view.setUint32(18, this.#pages, true);
    view.setUint8(26, this.#sizes.length);
    page.set(this.#sizes, HEAD_BYTES);
    let at = head;
    for (const part of this.#parts) {
      page.set(part, at);
      at += part.length;
    }
    view.setUint32(22, checksum(page), true);
    this.#write(page);
    this.#pages += 1;
    this.#sizes = [];
    this.#parts = [];
    this.#granule = NO_GRANULE;
    this.#isContinued = isCut;
  }
}

/** Of RFC 3533, section 6: its own use of the polynomial 0x04c11db7. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000_0000 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1;
  return sum >>> 0;
});

function checksum(page: Uint8Array): number {
  let sum = 0;
  for (const byte of page) sum = ((sum << 8) ^ (CHECKSUMS[((sum >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return sum;
}
