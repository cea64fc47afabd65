/** H.264's set-up of a decoder as MP4 keeps it (ISO/IEC 14496-15, `avcC`): its parameter sets. */
export interface AvcConfig {
  profile: number;
  compatibility: number;
  level: number;
  /** Bytes of the length in front of each unit. */
  lengthBytes: number;
  sps: Uint8Array[];
  pps: Uint8Array[];
}

/** Profiles whose set-up ends with the format of the samples. */
const HIGH_PROFILES: readonly number[] = [100, 110, 122, 144];
/** 8 bits, 4:2:0: what the editor encodes as well. */
const COPIED_PROFILES: readonly number[] = [66, 77, 88, 100];
const IDR_SLICE = 5;

/** null where it is none. */
export function parseAvcConfig(bytes: Uint8Array): AvcConfig | null {
  if (bytes.length < 7 || bytes[0] !== 1) return null;
  const [, profile = 0, compatibility = 0, level = 0, lengths = 0] = bytes;
  const sps: Uint8Array[] = [];
  const pps: Uint8Array[] = [];
  let at = 5;
  for (const [into, mask] of [
    [sps, 0x1f],
    [pps, 0xff],
  ] as const) {
    const count = (bytes[at] ?? 0) & mask;
    at += 1;
    for (let index = 0; index < count; index += 1) {
      const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      if (at + 2 + length > bytes.length) return null;
      into.push(bytes.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  if (sps.length === 0 || pps.length === 0) return null;
  return { profile, compatibility, level, lengthBytes: (lengths & 3) + 1, sps, pps };
}

export const isPlainAvc = ({ profile, lengthBytes }: AvcConfig): boolean =>
  COPIED_PROFILES.includes(profile) && lengthBytes === 4;

/** The number of a sequence's parameters: an Exp-Golomb code behind 4 bytes. */
export const spsNumberOf = (sps: Uint8Array): number => readExpGolomb(sps.subarray(4));

/** One set-up for packets of both: their parameter sets have other numbers. */
export function joinAvcConfigs(one: AvcConfig, other: AvcConfig): Uint8Array {
  const sps = [...one.sps, ...other.sps];
  const pps = [...one.pps, ...other.pps];
  const unit = (bytes: Uint8Array) => [bytes.length >> 8, bytes.length & 0xff, ...bytes];
  const larger = one.profile >= other.profile ? one : other;
  return Uint8Array.from([
    ...[1, larger.profile, larger.compatibility, Math.max(one.level, other.level), 0xff],
    ...[0xe0 | sps.length, ...sps.flatMap(unit)],
    ...[pps.length, ...pps.flatMap(unit)],
    // 4:2:0, 8 bits of luma and of chroma, no extensions.
    ...(HIGH_PROFILES.includes(larger.profile) ? [0xfd, 0xf8, 0xf8, 0] : []),
  ]);
}

/** Whether a packet begins a closed group: nothing behind it needs what is before. */
export function isIdr(packet: Uint8Array): boolean {
  for (let at = 0; at + 5 <= packet.length;) {
    const length = new DataView(packet.buffer, packet.byteOffset + at, 4).getUint32(0);
    if (((packet[at + 4] ?? 0) & 0x1f) === IDR_SLICE) return true;
    at += 4 + length;
  }
  return false;
}

function readExpGolomb(bytes: Uint8Array): number {
  const bit = (at: number) => ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
  let zeros = 0;
  while (zeros < 16 && bit(zeros) === 0) zeros += 1;
  let value = 0;
  for (let at = zeros; at <= zeros * 2; at += 1) value = (value << 1) | bit(at);
  return value - 1;
}
