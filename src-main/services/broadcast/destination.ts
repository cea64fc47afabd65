import { parseIngestAddress, type IngestAddress } from '../../../src-shared/domain/broadcast/address.ts';
import {
  isOnAir,
  mayFollow,
  RECONNECT_AFTER_MS,
  type DestinationState,
} from '../../../src-shared/domain/broadcast/states.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { DestinationFigures, type DestinationHealth } from './destinationFigures.ts';
import { Filler } from './filler.ts';
import type { GroupRing } from './groupRing.ts';
import { bytesPerSecond, type BroadcastPacket, type ProgrammeFormat } from './programme.ts';
import { closedAtStart, PublishError, type openPublisher, type Publisher } from './rtmp/index.ts';

/** What a server is asked to acknowledge at once; less where little is sent, so that it comes a few times a second. */
const MOST_ACKNOWLEDGED_AT_ONCE = 100_000;
const ACKS_PER_SEC = 4;
/** How much is on its way at most. */
const WINDOW_SEC = 4;
const LEAST_WINDOW_BYTES = 512 * 1024;
/** A destination that is so far behind skips groups of frames. */
const SLOW_BEHIND_MS = 3000;
/** It is as good as live again. */
const CLOSE_BEHIND_MS = 1000;
/** After an outage it may be behind for so long, while it catches up. */
const CATCH_UP_MS = 20_000;
const AT_START_MS = 2000;
/** After this long on air the next outage is a new one. */
const STEADY_MS = 10_000;

export interface DestinationOptions {
  id: string;
  address: IngestAddress;
  key: string;
  ca?: string | undefined;
  /** What was missed in an outage is sent afterwards; else it continues with what is new. */
  catchesUp: boolean;
  /** Frames that are small are filled up to the rate of the programme, for platforms that ask for a constant one. */
  isConstantRate?: boolean;
  format: ProgrammeFormat;
  ring: GroupRing;
  /** Only ever grows. */
  nowMs: () => number;
  open: typeof openPublisher;
  onStateChanged: (health: DestinationHealth) => void;
}

/** One destination of a broadcast, with nothing shared but the ring that it reads: it can make no other one wait. */
export class Destination {
  readonly #options: DestinationOptions;
  readonly #figures: DestinationFigures;
  readonly #filler: Filler | null;
  readonly #acknowledgeEveryBytes: number;
  readonly #windowBytes: number;
  #state: DestinationState = 'off';
  #address: IngestAddress;
  #publisher: Publisher | null = null;
  #acks: Acknowledgements;
  #ignoresAcks = false;
  #replacement: { publisher: Publisher; acks: Acknowledgements } | null = null;
  #trying: AbortController | null = null;
  #cursor: number | null = null;
  #lastSent: BroadcastPacket | null = null;
  #isSkipping = false;
  #awaitsKey = true;
  #catchesUpUntilMs = 0;
  #onAirSinceMs = 0;
  #attempt = 0;
  #nextTryAtMs: number | null = null;

  constructor(options: DestinationOptions) {
    this.#options = options;
    this.#address = options.address;
    const rate = bytesPerSecond(options.format);
    this.#acknowledgeEveryBytes = Math.round(Math.min(MOST_ACKNOWLEDGED_AT_ONCE, rate / ACKS_PER_SEC));
    this.#windowBytes = Math.max(LEAST_WINDOW_BYTES, rate * WINDOW_SEC);
    this.#acks = this.#newAcks();
    this.#figures = new DestinationFigures(options.nowMs);
    this.#filler = options.isConstantRate ? new Filler(options.format) : null;
  }

  get id(): string {
    return this.#options.id;
  }

  get state(): DestinationState {
    return this.#state;
  }

  get health(): DestinationHealth {
    const now = this.#options.nowMs();
    const publisher = this.#publisher;
    return {
      id: this.id,
      state: this.#state,
      attempt: this.#attempt,
      nextTryInMs: this.#nextTryAtMs === null ? null : Math.max(0, this.#nextTryAtMs - now),
      openBytes: publisher ? this.#openBytes() : 0,
      lastAckAgeMs: publisher ? this.#acks.ageMs(now) : null,
      behindMs: this.#behindMs(),
      packetsPending: this.#options.ring.nextNumber - (this.#cursor ?? 0),
      ...this.#figures.read(),
    };
  }

  /** Nothing is left to be sent, or it is not sent now. */
  get isDrained(): boolean {
    return !isOnAir(this.#state) || this.#cursor === this.#options.ring.nextNumber;
  }

  start(): void {
    void this.#connect();
  }

  /** Connects at once, where it waits for its next try or was refused. */
  tryNow(): void {
    if (this.#state !== 'reconnecting' && this.#state !== 'refused') return;
    this.#attempt = 0;
    void this.#connect();
  }

  /** There is more in the ring. */
  pump(): void {
    const publisher = this.#publisher;
    if (!publisher || !isOnAir(this.#state)) return;
    this.#cursor ??= this.#options.ring.firstNumber;
    while (this.#cursor < this.#options.ring.nextNumber) {
      if (this.#isFull()) return;
      const packet = this.#options.ring.get(this.#cursor);
      if (!packet) this.#loseUntil(this.#options.ring.firstNumber);
      else this.#forward(packet, this.#cursor);
    }
  }

  /** A few times a second. */
  tick(): void {
    const now = this.#options.nowMs();
    const publisher = this.#publisher;
    this.#figures.sample(this.#acks.bytes, publisher);
    if (this.#nextTryAtMs !== null && now >= this.#nextTryAtMs) return void this.#connect();
    if (!publisher || !isOnAir(this.#state)) return;
    if (this.#acks.isStalled(publisher.sentBytes, publisher.queuedBytes, now)) {
      publisher.destroy(new PublishError('stalled', 'The server stopped confirming what it receives.'));
      return;
    }
    if (now - this.#onAirSinceMs >= STEADY_MS) this.#attempt = 0;
    this.pump();
  }

  /** Says goodbye where it is on air; ends within a second. */
  async end(): Promise<void> {
    if (this.#state === 'ended') return;
    const publisher = this.#publisher;
    const wasOnAir = isOnAir(this.#state);
    this.#publisher = null;
    this.#nextTryAtMs = null;
    this.#to('ended');
    this.#trying?.abort();
    this.#replacement?.publisher.destroy();
    if (wasOnAir) await publisher?.end();
    else publisher?.destroy();
    this.#figures.onEnded(this.#acks.bytes, publisher);
  }

  #to(state: DestinationState): void {
    if (state === this.#state) return;
    if (!mayFollow(this.#state, state)) throw new Error(`${state} cannot follow ${this.#state}`);
    this.#state = state;
    this.#options.onStateChanged(this.health);
  }

  async #connect(): Promise<void> {
    this.#nextTryAtMs = null;
    this.#to('connecting');
    const trying = new AbortController();
    this.#trying = trying;
    const acks = this.#newAcks();
    try {
      const publisher = await this.#open(this.#address, acks, trying.signal);
      if (trying.signal.aborted) return publisher.destroy();
      this.#goOnAir(publisher, acks);
    } catch (error) {
      if (!trying.signal.aborted) this.#onOutage(error as PublishError);
    }
  }

  #open(address: IngestAddress, acks: Acknowledgements, signal: AbortSignal): Promise<Publisher> {
    const { key, ca, format, ring, open, nowMs } = this.#options;
    return open({
      address,
      key,
      format,
      ring,
      ca,
      acknowledgeEveryBytes: this.#acknowledgeEveryBytes,
      signal,
      onAcknowledged: (bytes) => {
        for (const packet of acks.onAcknowledged(bytes, nowMs())) this.#figures.onAcknowledged(packet);
        if (acks === this.#acks) this.pump();
      },
      onClosed: (error) => {
        if (acks === this.#acks) this.#onOutage(error);
        else if (acks === this.#replacement?.acks) this.#replacement = null;
      },
      onReconnectRequested: (text) => {
        if (acks === this.#acks) void this.#move(text);
      },
    });
  }

  #goOnAir(publisher: Publisher, acks: Acknowledgements): void {
    this.#publisher = publisher;
    this.#acks = acks;
    this.#onAirSinceMs = this.#options.nowMs();
    this.#awaitsKey = true;
    this.#isSkipping = false;
    this.#catchesUpUntilMs = this.#options.nowMs() + CATCH_UP_MS;
    this.#figures.onOnAir(publisher);
    if (publisher.begun) this.#goOnFrom(publisher.begun);
    else if (!this.#options.catchesUp) this.#goToNewest();
    else this.#goToGroup();
    this.#to('live');
    this.pump();
  }

  #onOutage(cause: PublishError): void {
    if (this.#state === 'ended') return;
    const error = this.#isClosedAtStart(cause) ? closedAtStart() : cause;
    this.#replacement?.publisher.destroy();
    this.#replacement = null;
    this.#rewind();
    this.#figures.onOutage(error, this.#acks.bytes, this.#publisher);
    this.#ignoresAcks = this.#acks.ignoresAcks;
    this.#publisher = null;
    if (error.isFinal) return this.#to('refused');
    const waitMs = RECONNECT_AFTER_MS[this.#attempt] ?? RECONNECT_AFTER_MS.at(-1) ?? 0;
    this.#attempt += 1;
    this.#nextTryAtMs = this.#options.nowMs() + waitMs;
    this.#to('reconnecting');
  }

  /** A server may take a connection with a wrong key, and close it before it has confirmed anything. */
  #isClosedAtStart({ failure }: PublishError): boolean {
    const onAirMs = this.#options.nowMs() - this.#onAirSinceMs;
    return (
      this.#publisher !== null && failure === 'closed' && this.#acks.bytes === null && onAirMs < AT_START_MS
    );
  }

  /** Back to the first packet that the server may not have. */
  #rewind(): void {
    const { ring } = this.#options;
    if (this.#cursor === null || !this.#publisher) return;
    if (this.#acks.bytes === null && this.#lastSent) {
      // Without Acks: what was sent in the last two seconds may be lost.
      this.#cursor = Math.min(this.#cursor, ring.groupAt(this.#lastSent.atMs - 2000));
    } else {
      this.#cursor = this.#acks.firstOpen ?? this.#cursor;
    }
  }

  /** Decoding begins with a key frame: what lies between it and the first packet that is missing is sent again. */
  #goToGroup(): void {
    const { ring } = this.#options;
    if (this.#cursor !== null && this.#cursor >= ring.firstNumber) this.#cursor = ring.groupOf(this.#cursor);
  }

  /** So much was sent already, so that it could connect. */
  #goOnFrom({ from, next }: NonNullable<Publisher['begun']>): void {
    if (this.#cursor !== null && this.#cursor < from) this.#loseUntil(from);
    for (this.#cursor = from; this.#cursor < next; this.#cursor += 1) {
      const packet = this.#options.ring.get(this.#cursor);
      if (packet) this.#figures.onSent((this.#lastSent = packet));
    }
    this.#awaitsKey = false;
  }

  #goToNewest(): void {
    const { ring } = this.#options;
    const newest = ring.newestKey ?? ring.nextNumber;
    if (this.#cursor !== null && newest > this.#cursor) this.#loseUntil(newest);
    else this.#cursor = newest;
  }

  #loseUntil(number: number): void {
    this.#figures.onLost(number - (this.#cursor ?? number));
    this.#cursor = number;
    this.#awaitsKey = true;
  }

  #isFull(): boolean {
    return this.#openBytes() >= this.#windowBytes;
  }

  /** On its way; without a connection nothing could be added. */
  #openBytes(): number {
    const publisher = this.#publisher;
    return publisher ? this.#acks.openBytes(publisher.sentBytes, publisher.queuedBytes) : Infinity;
  }

  /** With filler where the connection is not busy with what is real. */
  #filled(packet: BroadcastPacket): BroadcastPacket {
    if (!this.#filler || packet.kind !== 'video') return packet;
    const isClose = this.#options.ring.newestMs - packet.atMs < CLOSE_BEHIND_MS;
    return this.#filler.fill(packet, isClose && this.#openBytes() < this.#windowBytes / WINDOW_SEC);
  }

  #forward(packet: BroadcastPacket, number: number): void {
    this.#cursor = number + 1;
    if (packet.kind === 'video') {
      if (packet.isKey) this.#decideGroup(packet, number);
      if (this.#isSkipping || (this.#awaitsKey && !packet.isKey)) {
        return this.#figures.onSkipped(packet);
      }
      this.#awaitsKey = false;
    }
    const publisher = this.#publisher;
    if (!publisher) return;
    publisher.send(this.#filled(packet));
    this.#lastSent = packet;
    this.#acks.onSent(number, packet, publisher.sentBytes);
    this.#figures.onSent(packet);
  }

  /** Before a key frame: whether its group is sent, and by which connection. */
  #decideGroup(packet: BroadcastPacket, number: number): void {
    if (this.#replacement) this.#switchOver(this.#replacement);
    const { ring, nowMs } = this.#options;
    const behindMs = ring.newestMs - packet.atMs;
    if (behindMs < CLOSE_BEHIND_MS) this.#catchesUpUntilMs = 0;
    const isCatchingUp = nowMs() < this.#catchesUpUntilMs;
    this.#isSkipping = behindMs > SLOW_BEHIND_MS && !isCatchingUp && (ring.newestKey ?? number) > number;
    if (this.#isSkipping) this.#to('slow');
    else if (behindMs < CLOSE_BEHIND_MS) this.#to('live');
  }

  /** The server asked for another connection: it is opened beside this one, which continues until then. */
  async #move(text: string | null): Promise<void> {
    const address = this.#addressOf(text);
    if (!address || this.#replacement || !this.#trying) return;
    const acks = this.#newAcks();
    try {
      const publisher = await this.#open(address, acks, this.#trying.signal);
      if (!isOnAir(this.#state)) return publisher.destroy();
      this.#replacement = { publisher, acks };
      this.#address = address;
    } catch (error) {
      // The one that is open continues until the server closes it; then it is tried again as after any outage.
      this.#figures.onMoveFailed(error as PublishError);
    }
  }

  /** Of the same kind: a server never talks us out of encryption. */
  #addressOf(text: string | null): IngestAddress | null {
    if (text === null) return this.#address;
    const parsed = parseIngestAddress(text);
    if (!('address' in parsed)) return null;
    const isWeaker = this.#address.protocol === 'rtmps' && parsed.address.protocol !== 'rtmps';
    return isWeaker ? null : parsed.address;
  }

  #switchOver({ publisher, acks }: { publisher: Publisher; acks: Acknowledgements }): void {
    const before = this.#publisher;
    this.#figures.onMoved(this.#acks.bytes, before, publisher);
    this.#replacement = null;
    this.#publisher = publisher;
    this.#acks = acks;
    void before?.end();
  }

  #newAcks(): Acknowledgements {
    return new Acknowledgements(this.#acknowledgeEveryBytes, this.#options.nowMs(), this.#ignoresAcks);
  }

  #behindMs(): number {
    const { ring } = this.#options;
    const next = this.#cursor === null ? undefined : ring.get(this.#cursor);
    return next ? Math.max(0, ring.newestMs - next.atMs) : 0;
  }
}
