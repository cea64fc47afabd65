/** Opus is decoded at this rate, whatever it was made from. */
export const OPUS_RATE_HZ = 48_000;
export const opusFramesOf = (ms: number): number => Math.round((ms / 1000) * OPUS_RATE_HZ);

/** Frames of a packet by the configuration in its first byte (RFC 6716, section 3.1). */
function framesOfConfiguration(configuration: number): number {
  const lengths = configuration < 12 ? SILK : configuration < 16 ? HYBRID : CELT;
  return lengths[configuration % lengths.length] ?? 0;
}
const SILK = [480, 960, 1920, 2880];
const HYBRID = [480, 960];
const CELT = [120, 240, 480, 960];

/** How long a packet is, by its first two bytes. */
export function opusFrames([first = 0, second = 0]: Uint8Array): number {
  const count = [1, 2, 2, second & 0x3f][first & 3] ?? 1;
  return count * framesOfConfiguration(first >> 3);
}

/** Samples at the beginning that are not part of the sound, by the head of RFC 7845, section 5.1. */
export function opusPreSkip(head: Uint8Array | null): number {
  return head && head.length >= 12 ? (head[10] ?? 0) + 256 * (head[11] ?? 0) : 0;
}
