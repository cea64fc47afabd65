import { BROADCAST_SAMPLE_RATE_HZ } from '../../../src-shared/domain/broadcast/quality.ts';
import { openAacEncoder } from './aacEncoder.ts';
import type { BroadcastPacket } from './programme.ts';
import { createSoundTimeline } from './soundTimeline.ts';
import type { SoundMix } from './sounds/soundFiles.ts';

const TICK_MS = 50;
const MOST_TICK_MS = 4 * TICK_MS;
/** Without sound for so long, silence takes its place. */
const SILENT_AFTER_MS = 400;

/** The engine's mix, while it runs. */
export interface ProgrammeSound {
  /** null while no sound is captured. */
  readonly sampleRateHz: number | null;
  /** As it comes; never waits for who reads. */
  read(signal: AbortSignal): AsyncIterable<SoundPiece>;
}

interface SoundPiece {
  /** When its first sample was at the converter, in milliseconds since 1970. */
  heardAtMs: number;
  /** Which frame of a take's tracks its first sample is. */
  sessionFrame: number;
  /** Stereo pairs of floats. */
  pairs: Uint8Array;
}

export interface SoundFeed {
  readonly from: 'engine' | 'silence';
  readonly problem: string | null;
  /** Added to the times of video: how much later than it was heard the sound lies in the stream. */
  readonly offsetMs: number;
  /** By how much the clock of the sound has moved against that of the host. */
  readonly driftMs: number;
  /** Silence of the same length is sent in its place. */
  readonly mute: { isOn: boolean };
  end(): Promise<void>;
  close(): void;
}

/**
 * Feeds the AAC encoder with as many samples as time has passed: the engine's mix at the time at which it was heard, and
 * silence of the same length where there is none. The sound is the clock of the broadcast.
 */
export function openSoundFeed(options: {
  sound: ProgrammeSound;
  /** What is added to it, at this rate. */
  openMix?: (rateHz: number) => SoundMix;
  nowMs: () => number;
  /** Milliseconds since 1970. */
  wallMs: () => number;
  onPacket: (packet: BroadcastPacket) => void;
}): SoundFeed {
  const { sound, nowMs, wallMs } = options;
  const beganMs = nowMs();
  const rateHz = sound.sampleRateHz ?? BROADCAST_SAMPLE_RATE_HZ;
  const ending = new AbortController();
  let heardMs = -Infinity;
  let tickedMs = beganMs;
  let mayWait = false;
  let failure: string | null = null;
  const mute = createMute();
  const mix = options.openMix?.(rateHz);
  const encoder = openAacEncoder({
    sampleRateHz: rateHz,
    onPacket: options.onPacket,
    onFailed: (reason) => (failure = `The sound could not be encoded: ${reason}.`),
  });
  const timeline = createSoundTimeline(rateHz, (pairs, sessionFrame) =>
    encoder.write(mute.apply(mix?.add(pairs, sessionFrame) ?? pairs)),
  );
  const isOtherRate = () => sound.sampleRateHz !== null && sound.sampleRateHz !== rateHz;

  async function follow(): Promise<void> {
    for await (const { heardAtMs, sessionFrame, pairs } of sound.read(ending.signal)) {
      if (isOtherRate()) continue;
      heardMs = nowMs();
      const sinceBegan = heardMs - beganMs;
      timeline.add(pairs, sinceBegan - (wallMs() - heardAtMs), sinceBegan, sessionFrame);
    }
  }

  function tick(): void {
    const now = nowMs();
    // Where this process itself stood still, sound that came meanwhile has not yet been read: once it may wait.
    mayWait = now - tickedMs > MOST_TICK_MS && !mayWait;
    tickedMs = now;
    if (!mayWait && now - heardMs >= SILENT_AFTER_MS) timeline.fillUp(now - beganMs);
  }

  void follow().catch((error: unknown) => (failure = `The sound ended: ${String(error)}`));
  const timer = setInterval(tick, TICK_MS);
  const stop = () => {
    clearInterval(timer);
    ending.abort();
    mix?.end();
  };
  return {
    get from() {
      return nowMs() - heardMs < SILENT_AFTER_MS ? 'engine' : 'silence';
    },
    get problem() {
      if (failure !== null || !isOtherRate()) return failure;
      return `The audio engine changed to ${sound.sampleRateHz} Hz while live: its sound is silent. Set it back to ${rateHz} Hz.`;
    },
    get offsetMs() {
      return timeline.offsetMs;
    },
    get driftMs() {
      return timeline.driftMs;
    },
    mute,
    async end() {
      stop();
      await encoder.end();
    },
    close() {
      stop();
      encoder.close();
    },
  };
}

/** The level changes over the length of a piece: a step would be a click. */
export function createMute() {
  let gain = 1;
  const mute = {
    isOn: false,
    apply(pairs: Uint8Array): Uint8Array {
      const wanted = mute.isOn ? 0 : 1;
      const heard = gain === 1 && wanted === 1 ? pairs : withRamp(pairs, gain, wanted);
      gain = wanted;
      return heard;
    },
  };
  return mute;
}

/** Stereo pairs of floats whose level goes evenly from one gain to another. */
function withRamp(pairs: Uint8Array, from: number, to: number): Uint8Array {
  // A copy of its own begins where floats may.
  const copy = pairs.slice();
  const samples = new Float32Array(copy.buffer, 0, Math.floor(copy.byteLength / 4));
  samples.forEach((sample, at) => {
    samples[at] = sample * (from + ((to - from) * at) / samples.length);
  });
  return copy;
}
