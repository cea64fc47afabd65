import type { BroadcastPacket, ProgrammeFormat } from './programme.ts';

/** Filler data (ITU-T H.264, 7.3.2.7): bytes of ones behind a header of one byte, and a stop bit. Decoders throw it away. */
const FILLER_UNIT = 12;
const ONES = 0xff;
const STOP = 0x80;
const LEAST_BYTES = 2;
/** What an encoder spent more than its rate is saved afterwards for so long, and no gap is filled for longer. */
const WINDOW_SEC = 1;

/** Makes the rate of video constant: a frame that is smaller than its part of the rate is filled up. */
export class Filler {
  readonly #bytesPerMs: number;
  readonly #lengthBytes: number;
  /** What is owed to the rate; below zero: what was spent beforehand. */
  #owedBytes = 0;
  #filledMs: number | null = null;

  constructor({ video }: Pick<ProgrammeFormat, 'video'>) {
    this.#bytesPerMs = video.bitrateKbps / 8;
    // `lengthSizeMinusOne` (ISO/IEC 14496-15, 5.3.3.1): the same for every configuration of one encoder.
    this.#lengthBytes = ((video.avcConfig[4] ?? 3) & 3) + 1;
  }

  /** The frame with what it lacks behind it. `hasRoom`: no filler is sent where frames have to wait already. */
  fill(packet: BroadcastPacket, hasRoom: boolean): BroadcastPacket {
    const mostBytes = this.#bytesPerMs * WINDOW_SEC * 1000;
    const passedMs = Math.max(0, packet.atMs - (this.#filledMs ?? packet.atMs));
    this.#filledMs = packet.atMs;
    const owed = this.#owedBytes + passedMs * this.#bytesPerMs - packet.bytes.length;
    this.#owedBytes = Math.min(mostBytes, Math.max(-mostBytes, owed));
    const unitBytes = Math.floor(this.#owedBytes) - this.#lengthBytes;
    if (!hasRoom || unitBytes < LEAST_BYTES) return packet;
    this.#owedBytes -= unitBytes + this.#lengthBytes;
    return { ...packet, bytes: Buffer.concat([packet.bytes, fillerUnit(unitBytes, this.#lengthBytes)]) };
  }
}

function fillerUnit(unitBytes: number, lengthBytes: number): Buffer {
  const unit = Buffer.alloc(lengthBytes + unitBytes, ONES);
  unit.writeUIntBE(unitBytes, 0, lengthBytes);
  unit[lengthBytes] = FILLER_UNIT;
  unit[unit.length - 1] = STOP;
  return unit;
}
