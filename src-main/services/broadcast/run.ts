import type { BroadcastCertificate } from '../../../src-shared/contract/broadcast.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { formatIngestAddress } from '../../../src-shared/domain/broadcast/address.ts';
import {
  BROADCAST_AUDIO_KBPS,
  BROADCAST_SAMPLE_RATE_HZ,
  masterQuality,
  type MasterQualityId,
} from '../../../src-shared/domain/broadcast/quality.ts';
import { isOnAir, type BroadcastState } from '../../../src-shared/domain/broadcast/states.ts';
import { AAC_CONFIG } from './aacEncoder.ts';
import { certifyBroadcast } from './certificate.ts';
import type { DestinationHealth } from './destinationFigures.ts';
import { HeldFrame } from './heldFrame.ts';
import { createFanOut, type DestinationTarget } from './fanOut.ts';
import type { BroadcastPacket, ProgrammeFormat } from './programme.ts';
import type { openPublisher } from './rtmp/index.ts';
import { openSoundFeed, type ProgrammeSound } from './soundFeed.ts';
import type { SoundMix } from './sounds/soundFiles.ts';

/** A page cannot send what is not encoded yet. */
const MOST_EARLY_MS = 1000;
const HOLD_TICK_MS = 250;

export interface SentFrame {
  atMs: number;
  isKey: boolean;
  bytes: Uint8Array;
}

export interface BroadcastRunOptions {
  title: string;
  description: string;
  quality: MasterQualityId;
  /** By how much the sound is heard later than it was; below 0: earlier. */
  soundDelayMs: number;
  avcConfig: Buffer;
  targets: readonly DestinationTarget[];
  sound: ProgrammeSound;
  openMix: (rateHz: number) => SoundMix;
  nowMs: () => number;
  /** Milliseconds since 1970. */
  wallMs: () => number;
  open: typeof openPublisher;
  onStateChanged: () => void;
}

/** One broadcast from its start to its end. */
export class BroadcastRun {
  readonly #options: BroadcastRunOptions;
  readonly #fanOut: ReturnType<typeof createFanOut>;
  readonly #sound: ReturnType<typeof openSoundFeed>;
  readonly #beganMs: number;
  readonly #startedAtMs: number;
  readonly #frameMs: number;
  readonly #held: HeldFrame;
  readonly #holding: NodeJS.Timeout;
  /** The page that may send: each one that takes the place of another has the next number. */
  #feed = 1;
  #avcConfig: Buffer;
  #soundDelayMs: number;
  #framesMade = 0;
  #framesHeld = 0;
  /** Decoding can begin again with a key frame alone. */
  #awaitsKey = true;
  #soundPacketsMade = 0;
  #newestMs = -Infinity;
  #fedMs: number;
  #wasOnAir = false;
  #isEnding = false;
  readonly #events: BroadcastCertificate['events'] = [];

  constructor(options: BroadcastRunOptions) {
    const { targets, nowMs, open, sound } = options;
    this.#options = options;
    this.#beganMs = nowMs();
    this.#fedMs = this.#beganMs;
    this.#startedAtMs = options.wallMs();
    this.#avcConfig = options.avcConfig;
    this.#soundDelayMs = options.soundDelayMs;
    const { fps } = masterQuality(options.quality);
    this.#frameMs = 1000 / fps;
    this.#held = new HeldFrame(fps);
    this.#holding = setInterval(() => this.#hold(), HOLD_TICK_MS);
    this.#fanOut = createFanOut({
      format: formatOf(options),
      targets,
      nowMs,
      open,
      onStateChanged: (health) => {
        this.#wasOnAir ||= isOnAir(health.state);
        options.onStateChanged();
      },
    });
    this.#sound = openSoundFeed({
      sound,
      openMix: options.openMix,
      nowMs,
      wallMs: options.wallMs,
      onPacket: (packet) => this.#pushSound(packet),
    });
  }

  get state(): BroadcastState {
    if (this.#isEnding) return 'ending';
    if (!this.#wasOnAir) return 'checking';
    return this.#fanOut.health.every(({ state }) => state === 'live') ? 'live' : 'degraded';
  }

  get view() {
    const { title, description, quality } = this.#options;
    return {
      title,
      description,
      quality,
      elapsedSec: this.#elapsedSec,
      feed: this.#feed,
      framesMade: this.#framesMade,
      framesHeld: this.#framesHeld,
      soundFrom: this.#sound.from,
      soundProblem: this.#sound.problem,
      isMuted: this.#sound.mute.isOn,
    };
  }

  get #elapsedSec(): number {
    return Math.max(0, (this.#options.nowMs() - this.#beganMs) / 1000);
  }

  get health(): readonly DestinationHealth[] {
    return this.#fanOut.health;
  }

  /** For how long no frame has come: the page may be gone. */
  get unfedMs(): number {
    return this.#options.nowMs() - this.#fedMs;
  }

  /** Another page sends from now on, in the place of one that is gone. */
  resume(avcConfig: Buffer): void {
    this.#feed += 1;
    this.#avcConfig = avcConfig;
    this.#awaitsKey = true;
  }

  /** In the place of the last frame, while no page sends. */
  setSlate(feed: number, { avcConfig, key, next }: Record<'avcConfig' | 'key' | 'next', Buffer>): void {
    this.#assertFeed(feed);
    this.#held.slate = [
      { isKey: true, bytes: key, avcConfig },
      { isKey: false, bytes: next, avcConfig },
    ];
  }

  /** Frames from before the start, and before the first key frame, are left out. */
  append(feed: number, frames: readonly SentFrame[]): { framesMade: number; wantsKey: boolean } {
    this.#assertFeed(feed);
    const lateMs = this.#options.nowMs() + MOST_EARLY_MS;
    if (frames.some(({ atMs }) => atMs > lateMs))
      throw new RpcError('BAD_OPTION', 'A frame cannot be later than now.');
    this.#fedMs = this.#options.nowMs();
    for (const { atMs, isKey, bytes } of frames) {
      const programmeMs = this.#programmeMs(atMs);
      if (programmeMs < 0 || programmeMs <= this.#newestMs) continue;
      // Not beside a held frame either: some players stumble over two frames in the time of one.
      if (this.#awaitsKey && (!isKey || programmeMs < this.#newestMs + 2 * this.#frameMs)) continue;
      this.#awaitsKey = false;
      this.#framesMade += 1;
      const frame = { isKey, bytes: Buffer.from(bytes), avcConfig: this.#avcConfig };
      this.#held.note(frame);
      this.#push({ ...frame, kind: 'video', atMs: programmeMs });
    }
    return { framesMade: this.#framesMade, wantsKey: this.#awaitsKey };
  }

  /** Sound is the clock: video follows it, and is moved where the sound is to be heard later. */
  #programmeMs(atMs: number): number {
    return atMs - this.#beganMs + this.#sound.offsetMs - this.#soundDelayMs;
  }

  setSoundDelay(soundDelayMs: number): void {
    this.#soundDelayMs = soundDelayMs;
  }

  #assertFeed(feed: number): void {
    if (feed !== this.#feed)
      throw new RpcError('BROADCAST_NOT_RUNNING', 'Another page sends this broadcast now.');
  }

  /** While no page sends, the destinations get its slate, or its last frame. */
  #hold(): void {
    const programmeMs = this.#programmeMs(this.#options.nowMs());
    for (const packet of this.#held.due(programmeMs, this.unfedMs)) {
      if (packet.atMs <= this.#newestMs) continue;
      this.#framesHeld += 1;
      this.#awaitsKey = true;
      this.#push(packet);
    }
  }

  #push(packet: BroadcastPacket): void {
    this.#newestMs = packet.atMs;
    this.#fanOut.push(packet);
  }

  tryNow(id: string): void {
    this.#fanOut.tryNow(id);
  }

  setMuted(isMuted: boolean): void {
    if (this.#sound.mute.isOn === isMuted) return;
    this.#sound.mute.isOn = isMuted;
    this.#events.push({ kind: isMuted ? 'muted' : 'unmuted', label: '', atSec: this.#elapsedSec });
  }

  addMarker(label: string): { label: string; atSec: number } {
    const marker = { label, atSec: this.#elapsedSec };
    this.#events.push({ kind: 'marker', ...marker });
    return marker;
  }

  async end(): Promise<BroadcastCertificate> {
    this.#isEnding = true;
    clearInterval(this.#holding);
    this.#options.onStateChanged();
    const { targets } = this.#options;
    const durationSec = this.#elapsedSec;
    const clockDriftMs = this.#sound.driftMs;
    await this.#sound.end();
    const health = await this.#fanOut.end();
    return certifyBroadcast(
      {
        startedAtMs: this.#startedAtMs,
        beganMs: this.#beganMs,
        durationSec,
        framesMade: this.#framesMade,
        framesHeld: this.#framesHeld,
        clockDriftMs,
        soundPacketsMade: this.#soundPacketsMade,
        events: this.#events,
      },
      health.map((one) => {
        const target = targets.find(({ id }) => id === one.id);
        return { ...one, address: target ? formatIngestAddress(target.address) : '' };
      }),
    );
  }

  #pushSound(packet: BroadcastPacket): void {
    this.#soundPacketsMade += 1;
    this.#fanOut.push(packet);
  }
}

function formatOf({ quality, avcConfig }: BroadcastRunOptions): ProgrammeFormat {
  const { width, height, fps, videoKbps } = masterQuality(quality);
  return {
    video: { avcConfig, width, height, fps, bitrateKbps: videoKbps },
    audio: {
      aacConfig: AAC_CONFIG,
      sampleRateHz: BROADCAST_SAMPLE_RATE_HZ,
      channels: 2,
      bitrateKbps: BROADCAST_AUDIO_KBPS,
    },
  };
}
