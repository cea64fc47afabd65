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
