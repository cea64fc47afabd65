import type { DestinationState } from '../../../src-shared/domain/broadcast/states.ts';
import type { BroadcastPacket } from './programme.ts';
import type { PublishError, PublishFailure, Publisher } from './rtmp/index.ts';

/** Over which the bitrate is measured. */
const RATE_SPAN_MS = 3000;

export interface Outage {
  failure: PublishFailure;
  /** A sentence for the user. */
  message: string;
  /** On the clock of the broadcast's host. */
  fromMs: number;
  /** null while it lasts. */
  toMs: number | null;
}

/** How a destination is now. */
interface DestinationPlace {
  id: string;
  state: DestinationState;
  /** Tries since it was steadily on air. */
  attempt: number;
  nextTryInMs: number | null;
  /** Sent, and not acknowledged; where a server acknowledges nothing: not taken by the system. */
  openBytes: number;
  /** null where the server acknowledges nothing. */
  lastAckAgeMs: number | null;
  /** How much of the programme is still to be sent. */
  behindMs: number;
  packetsPending: number;
}

/** What is known of a destination, all of it counted or measured. */
export interface DestinationHealth extends DestinationPlace {
  kbps: number;
  sentBytes: number;
  acknowledgedBytes: number | null;
  framesSent: number;
  framesAcknowledged: number | null;
  soundPacketsSent: number;
  groupsSkipped: number;
  framesSkipped: number;
  /** Of video and of sound, no longer kept when the destination was back. */
  packetsLost: number;
  reconnects: number;
  /** By how much the video that was sent is ahead of the sound: with the first of both, and with the last. */
  sync: { startMs: number | null; endMs: number | null };
  outages: readonly Outage[];
  reason: { failure: PublishFailure; message: string } | null;
}

type Counts = Pick<
  DestinationHealth,
  'framesSent' | 'soundPacketsSent' | 'groupsSkipped' | 'framesSkipped' | 'packetsLost' | 'reconnects'
>;

/** Counts of one destination over all of its connections. */
export class DestinationFigures {
  readonly #nowMs: () => number;
  readonly #counts: Counts = {
    framesSent: 0,
    soundPacketsSent: 0,
    groupsSkipped: 0,
    framesSkipped: 0,
    packetsLost: 0,
    reconnects: 0,
  };
  #framesAcknowledged: number | null = null;
  #startMs: number | null = null;
  /** Of the last packets. */
  readonly #sentMs: Partial<Record<BroadcastPacket['kind'], number>> = {};
  /** Of connections that have ended. */
  #earlier = { sent: 0, acknowledged: 0 };
  #now = { sent: 0, acknowledged: null as number | null, delivered: 0 };
  #samples: { atMs: number; bytes: number }[] = [];
  #outages: Outage[] = [];
  #reason: DestinationHealth['reason'] = null;
  #connections = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  read(): Omit<DestinationHealth, keyof DestinationPlace> {
    const acknowledged = this.#earlier.acknowledged + (this.#now.acknowledged ?? 0);
    return {
      ...this.#counts,
      kbps: this.#kbps(),
      sentBytes: this.#earlier.sent + this.#now.sent,
      acknowledgedBytes: acknowledged > 0 ? acknowledged : null,
      framesAcknowledged: this.#framesAcknowledged,
      sync: { startMs: this.#startMs, endMs: this.#aheadMs() },
      outages: this.#outages.map((outage) => ({ ...outage })),
      reason: this.#reason,
    };
  }

  /** How much has arrived until now. */
  sample(acknowledged: number | null, publisher: Publisher | null): void {
    const atMs = this.#nowMs();
    this.#note(acknowledged, publisher);
    this.#samples.push({ atMs, bytes: this.#earlier.sent + this.#now.delivered });
    while ((this.#samples[1]?.atMs ?? atMs) <= atMs - RATE_SPAN_MS) this.#samples.shift();
  }

  onOnAir(_publisher: Publisher): void {
    this.#connections += 1;
    if (this.#connections > 1) this.#counts.reconnects += 1;
    const last = this.#outages.at(-1);
    if (last?.toMs === null) last.toMs = this.#nowMs();
    this.#reason = null;
  }

  onOutage(error: PublishError, acknowledged: number | null, publisher: Publisher | null): void {
    this.#close(acknowledged, publisher);
    this.#reason = { failure: error.failure, message: error.message };
    const last = this.#outages.at(-1);
    if (last?.toMs === null) return;
    this.#outages.push({ ...this.#reason, fromMs: this.#nowMs(), toMs: null });
  }

  onMoveFailed(error: PublishError): void {
    this.#reason = { failure: 'moved', message: `The server asked to be left for another: ${error.message}` };
  }

  onMoved(acknowledged: number | null, before: Publisher | null, next: Publisher): void {
    this.#close(acknowledged, before);
    this.onOnAir(next);
  }

  onEnded(acknowledged: number | null, publisher: Publisher | null): void {
    this.#close(acknowledged, publisher);
  }

  onSent({ kind, atMs }: BroadcastPacket): void {
    this.#sentMs[kind] = atMs;
    this.#startMs ??= this.#aheadMs();
    if (kind === 'video') this.#counts.framesSent += 1;
    else this.#counts.soundPacketsSent += 1;
  }

  onAcknowledged({ kind }: BroadcastPacket): void {
    this.#framesAcknowledged ??= 0;
    if (kind === 'video') this.#framesAcknowledged += 1;
  }

  onSkipped({ isKey }: BroadcastPacket): void {
    this.#counts.framesSkipped += 1;
    if (isKey) this.#counts.groupsSkipped += 1;
  }

  onLost(packets: number): void {
    this.#counts.packetsLost += packets;
  }

  #note(acknowledged: number | null, publisher: Publisher | null): void {
    if (!publisher) return;
    const { sentBytes, queuedBytes } = publisher;
    this.#now = { sent: sentBytes, acknowledged, delivered: acknowledged ?? sentBytes - queuedBytes };
  }

  #close(acknowledged: number | null, publisher: Publisher | null): void {
    this.#note(acknowledged, publisher);
    this.#earlier.sent += this.#now.sent;
    this.#earlier.acknowledged += this.#now.acknowledged ?? 0;
    this.#now = { sent: 0, acknowledged: null, delivered: 0 };
    this.#samples = [];
  }

  #aheadMs(): number | null {
    const { video, audio } = this.#sentMs;
    return video === undefined || audio === undefined ? null : video - audio;
  }

  #kbps(): number {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || last.atMs <= first.atMs) return 0;
    return Math.max(0, ((last.bytes - first.bytes) * 8) / (last.atMs - first.atMs));
  }
}
