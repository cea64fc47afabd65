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
import { createFanOut, type DestinationTarget } from './fanOut.ts';
import type { BroadcastPacket, ProgrammeFormat } from './programme.ts';
import type { openPublisher } from './rtmp/index.ts';
import { openSoundFeed, type ProgrammeSound } from './soundFeed.ts';

/** A page cannot send what is not encoded yet. */
const MOST_EARLY_MS = 1000;

export interface SentFrame {
  atMs: number;
  isKey: boolean;
  bytes: Uint8Array;
}

export interface BroadcastRunOptions {
  title: string;
  description: string;
  quality: MasterQualityId;
  avcConfig: Buffer;
  targets: readonly DestinationTarget[];
  sound: ProgrammeSound;
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
  #framesMade = 0;
  #soundPacketsMade = 0;
  #newestMs = -1;
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
    this.#sound = openSoundFeed({ sound, nowMs, onPacket: (packet) => this.#pushSound(packet) });
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
      framesMade: this.#framesMade,
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

  /** Frames from before the start, and before the first key frame, are left out. */
  append(frames: readonly SentFrame[]): { framesMade: number; wantsKey: boolean } {
    const lateMs = this.#options.nowMs() + MOST_EARLY_MS;
    if (frames.some(({ atMs }) => atMs > lateMs))
      throw new RpcError('BAD_OPTION', 'A frame cannot be later than now.');
    this.#fedMs = this.#options.nowMs();
    for (const { atMs, isKey, bytes } of frames) {
      const programmeMs = atMs - this.#beganMs + this.#sound.driftMs;
      if (programmeMs < 0 || programmeMs <= this.#newestMs) continue;
      if (this.#framesMade === 0 && !isKey) continue;
      this.#newestMs = programmeMs;
      this.#framesMade += 1;
      this.#fanOut.push({ kind: 'video', atMs: programmeMs, isKey, bytes: Buffer.from(bytes) });
    }
    return { framesMade: this.#framesMade, wantsKey: this.#framesMade === 0 };
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
    this.#options.onStateChanged();
    const { targets } = this.#options;
    const durationSec = this.#elapsedSec;
    await this.#sound.end();
    const health = await this.#fanOut.end();
    return certifyBroadcast(
      {
        startedAtMs: this.#startedAtMs,
        beganMs: this.#beganMs,
        durationSec,
        framesMade: this.#framesMade,
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
