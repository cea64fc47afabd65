import type { BroadcastPacket } from './programme.ts';

/**
 * The last seconds of the programme in whole groups of frames: each begins with a key frame, so that any destination
 * can begin there. Packets are known by their number since the broadcast began.
 */
export class GroupRing {
  readonly #spanMs: number;
  #packets: BroadcastPacket[] = [];
  /** Numbers of key frames, in their order. */
  #keys: number[] = [];
  #first = 0;
  #newestMs = 0;

  constructor(spanMs: number) {
    this.#spanMs = spanMs;
  }

  /** The oldest that is kept. */
  get firstNumber(): number {
    return this.#first;
  }

  /** The one that comes next. */
  get nextNumber(): number {
    return this.#first + this.#packets.length;
  }

  get newestMs(): number {
    return this.#newestMs;
  }

  get newestKey(): number | null {
    return this.#keys.at(-1) ?? null;
  }

  push(packet: BroadcastPacket): void {
    if (packet.kind === 'video' && packet.isKey) this.#keys.push(this.nextNumber);
    this.#packets.push(packet);
    this.#newestMs = Math.max(this.#newestMs, packet.atMs);
    this.#forget();
  }

  /** undefined where it is no longer kept, or has not come yet. */
  get(number: number): BroadcastPacket | undefined {
    return this.#packets[number - this.#first];
  }

  /** The key frame at or before a packet; the oldest that is kept where there is none. */
  groupOf(number: number): number {
    return this.#keys.findLast((key) => key <= number) ?? this.#first;
  }

  /** The key frame of the group that was shown at a time. */
  groupAt(atMs: number): number {
    return this.#keys.findLast((key) => (this.get(key)?.atMs ?? Infinity) <= atMs) ?? this.#first;
  }

  #forget(): void {
    for (;;) {
      const second = this.#keys[0] === this.#first ? this.#keys[1] : this.#keys[0];
      const begun = second === undefined ? undefined : this.get(second);
      if (second === undefined || !begun || this.#newestMs - begun.atMs < this.#spanMs) return;
      this.#packets = this.#packets.slice(second - this.#first);
      this.#first = second;
      this.#keys = this.#keys.filter((key) => key >= second);
    }
  }
}
