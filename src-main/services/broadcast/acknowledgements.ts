import type { BroadcastPacket } from './programme.ts';

/** A server may count the handshake: so many bytes it may say it has, and has not. */
const HANDSHAKE_BYTES = 3073;
/** Acks are noticed to be missing after so many of their spans. */
const MISSED_SPANS = 2;
const NO_ACK_AFTER_MS = 1800;
/** A slow link's Acks come seldom: so many of its own intervals are waited for. */
const INTERVALS = 3;
const LONGEST_WAIT_MS = 8000;
/** By the system's queue alone. */
const QUEUE_STILL_AFTER_MS = 5000;

interface InFlight {
  number: number;
  packet: BroadcastPacket;
  endBytes: number;
}

/**
 * What one connection has sent and what the server said that it has. A server that acknowledges nothing is metered by
 * the queue of the system, which notices a standstill late.
 */
export class Acknowledgements {
  readonly #everyBytes: number;
  #inFlight: InFlight[] = [];
  #bytes: number | null = null;
  #changedAtMs: number;
  #intervalMs = 0;
  #ignoresAcks: boolean;
  #quietSinceMs: number | null = null;
  /** Since when an Ack is due. */
  #dueSinceMs: number | null = null;
  #movedBytes = 0;
  #movedAtMs: number;

  constructor(everyBytes: number, nowMs: number, ignoresAcks: boolean) {
    this.#everyBytes = everyBytes;
    this.#changedAtMs = nowMs;
    this.#movedAtMs = nowMs;
    this.#ignoresAcks = ignoresAcks;
  }

  /** null where the server has acknowledged nothing. */
  get bytes(): number | null {
    return this.#bytes;
  }

  get ignoresAcks(): boolean {
    return this.#ignoresAcks;
  }

  /** Since the last one. */
  ageMs(nowMs: number): number | null {
    return this.#bytes === null ? null : nowMs - this.#changedAtMs;
  }

  onSent(number: number, packet: BroadcastPacket, endBytes: number): void {
    // Without Acks nobody looks at what is old.
    if (this.#ignoresAcks) this.#inFlight.length = 0;
    this.#inFlight.push({ number, packet, endBytes });
  }

  /** The packets that the server has now and had not before. */
  onAcknowledged(bytes: number, nowMs: number): BroadcastPacket[] {
    const interval = nowMs - this.#changedAtMs;
    this.#intervalMs = this.#bytes === null ? 0 : Math.max(interval, this.#intervalMs * 0.9);
    this.#bytes = Math.max(this.#bytes ?? 0, bytes);
    this.#changedAtMs = nowMs;
    this.#dueSinceMs = null;
    this.#ignoresAcks = false;
    const sure = this.#bytes - HANDSHAKE_BYTES;
    const end = this.#inFlight.findIndex(({ endBytes }) => endBytes > sure);
    const done = this.#inFlight.splice(0, end < 0 ? this.#inFlight.length : end);
    return done.map(({ packet }) => packet);
  }

  /** The first packet that the server is not known to have; null where it has all, or acknowledges nothing. */
  get firstOpen(): number | null {
    return this.#bytes === null ? null : (this.#inFlight[0]?.number ?? null);
  }

  openBytes(sentBytes: number, queuedBytes: number): number {
    return this.#ignoresAcks ? queuedBytes : sentBytes - (this.#bytes ?? 0);
  }

  /** Whether nothing moves any more; called a few times a second. */
  isStalled(sentBytes: number, queuedBytes: number, nowMs: number): boolean {
    this.#noteQuiet(sentBytes, queuedBytes, nowMs);
    const moved = sentBytes - queuedBytes;
    if (moved !== this.#movedBytes || queuedBytes === 0) {
      this.#movedBytes = moved;
      this.#movedAtMs = nowMs;
    }
    if (this.#bytes === null) return nowMs - this.#movedAtMs >= QUEUE_STILL_AFTER_MS;
    if (sentBytes - this.#bytes < MISSED_SPANS * this.#everyBytes) return false;
    this.#dueSinceMs ??= nowMs;
    const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(NO_ACK_AFTER_MS, INTERVALS * this.#intervalMs));
    return nowMs - this.#dueSinceMs >= waitMs;
  }

  /** A server that has taken several spans and said nothing does not acknowledge at all. */
  #noteQuiet(sentBytes: number, queuedBytes: number, nowMs: number): void {
    if (this.#bytes !== null || this.#ignoresAcks) return;
    if (sentBytes < 3 * this.#everyBytes || queuedBytes > 0) {
      this.#quietSinceMs = null;
      return;
    }
    this.#quietSinceMs ??= nowMs;
    if (nowMs - this.#quietSinceMs >= NO_ACK_AFTER_MS) this.#ignoresAcks = true;
  }
}
