const HEADER_BYTES = 7;
const LONGER_HEADER_BYTES = 9;

/** Takes AAC out of an ADTS stream (ISO/IEC 13818-7, 6.2). Throws where it is none. */
export class AdtsReader {
  #bytes: Buffer = Buffer.alloc(0);

  /** The frames that are whole now, without their headers. */
  push(bytes: Buffer): Buffer[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const frames: Buffer[] = [];
    while (this.#bytes.length >= HEADER_BYTES) {
      if (this.#bytes.readUInt16BE(0) >> 4 !== 0xfff) throw new Error('this is no ADTS');
      const length = (this.#bytes.readUInt32BE(3) >> 13) & 0x1fff;
      const header = (this.#bytes.readUInt8(1) & 1) === 1 ? HEADER_BYTES : LONGER_HEADER_BYTES;
      if (length < header) throw new Error('a frame of ADTS is shorter than its header');
      if (this.#bytes.length < length) break;
      frames.push(Buffer.from(this.#bytes.subarray(header, length)));
      this.#bytes = this.#bytes.subarray(length);
    }
    return frames;
  }
}
