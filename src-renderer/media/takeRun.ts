import { TimeStretch } from './timeStretch.ts';

/** Tracks of one recording, to be heard together. */
export interface TakeSound {
  sampleRate: number;
  /** Of the recording, from the first sound of any track to the last. */
  frames: number;
  tracks: readonly TakeSoundTrack[];
}

export interface TakeSoundTrack {
  id: string;
  /** One or two. */
  channels: number;
  /** Where it begins in the recording, and how long it is. */
  startFrame: number;
  frames: number;
  /** Interleaved samples from a frame of the track's own; fewer than asked for only at the end. */
  read(fromFrame: number, frames: number): Promise<Float32Array>;
}

/** Which tracks are heard. */
export interface HeardTracks {
  mutedIds: readonly string[];
  soloIds: readonly string[];
}

/** Sound that is fetched at once, and how far ahead: memory stays the same for hours as for a minute. */
const BLOCK_SEC = 2;
/** The first is short: pressing play is answered with sound. */
const FIRST_BLOCK_SEC = 0.4;
const AHEAD_SEC = 5;
const CHECK_MS = 250;
/** From the first block to its sound: all tracks are scheduled by then. */
const LEAD_SEC = 0.08;
/** From one set of tracks to another, without a click. */
const FADE_SEC = 0.012;

/** Whether a track is heard: where any is soloed, those alone. */
export function isTrackHeard(id: string, { mutedIds, soloIds }: HeardTracks) {
  return soloIds.length > 0 ? soloIds.includes(id) : !mutedIds.includes(id);
}

/** A part that is played again and again, in frames of the recording. */
export interface LoopFrames {
  fromFrame: number;
  toFrame: number;
}

interface RunOptions {
  fromSec: number;
  speed: number;
  loop: LoopFrames | null;
  onEnded: () => void;
  onFailed: (error: unknown) => void;
}

/** From `atSec` of the run on, what is heard begins at this frame. */
interface Stretch {
  atSec: number;
  fromFrame: number;
}

/** Plays from one place until the end or until it is ended. */
export class TakeRun {
  readonly #sound: TakeSound;
  readonly #context: AudioContext;
  readonly #options: RunOptions;
  readonly #gains: ReadonlyMap<string, GainNode>;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #stretch: TimeStretch | null;
  #nextFrame: number;
  /** How much of the run is scheduled. */
  #scheduledSec = 0;
  /** The context's time of the first frame; null until its block is there. */
  #startTime: number | null = null;
  #stretches: Stretch[];
  #isFollowed = false;
  #isFetching = false;
  #isEnded = false;

  constructor(sound: TakeSound, context: AudioContext, options: RunOptions) {
    this.#sound = sound;
    this.#context = context;
    this.#options = options;
    this.#nextFrame = Math.round(options.fromSec * sound.sampleRate);
    this.#stretches = [{ atSec: 0, fromFrame: this.#nextFrame }];
    this.#stretch =
      options.speed === 1
        ? null
        : new TimeStretch(
            sound.tracks.map(({ channels }) => channels),
            sound.sampleRate,
            options.speed,
          );
    this.#gains = new Map(sound.tracks.map(({ id }) => [id, openGain(context)]));
    this.#timer = setInterval(() => this.#check(), CHECK_MS);
    this.#check();
  }

  get positionSec(): number {
    return this.#positionAt(this.#runSec);
  }

  /** A wireless headphone is behind by a quarter of a second; where a browser does not say, it counts as nothing. */
  get heardSec(): number {
    return this.#positionAt(Math.max(0, this.#runSec - (this.#context.outputLatency || 0)));
  }

  get #runSec(): number {
    return this.#startTime === null ? 0 : Math.max(0, this.#context.currentTime - this.#startTime);
  }

  #positionAt(runSec: number): number {
    const { sampleRate } = this.#sound;
    const stretch = this.#stretches.findLast(({ atSec }) => atSec <= runSec) ?? this.#stretches[0];
    if (!stretch) return this.#options.fromSec;
    return stretch.fromFrame / sampleRate + (runSec - stretch.atSec) * this.#options.speed;
  }

  follow(heard: HeardTracks): void {
    for (const [id, gain] of this.#gains) {
      const value = isTrackHeard(id, heard) ? 1 : 0;
      if (this.#isFollowed) gain.gain.setTargetAtTime(value, this.#context.currentTime, FADE_SEC / 3);
      else gain.gain.value = value;
    }
    this.#isFollowed = true;
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#timer);
    void this.#context.close();
  }

  /** Where reading stops, or goes back to the loop's start. */
  get #endFrame(): number {
    const { loop } = this.#options;
    return loop && this.#nextFrame < loop.toFrame ? loop.toFrame : this.#sound.frames;
  }

  #check(): void {
    if (this.#isEnded || this.#isFetching) return;
    const { sampleRate, frames } = this.#sound;
    if (this.positionSec * sampleRate >= frames) {
      this.end();
      return this.#options.onEnded();
    }
    if (this.#nextFrame >= frames || this.#scheduledSec - this.#runSec > AHEAD_SEC) return;
    this.#isFetching = true;
    this.#fetchNext().then(
      () => {
        this.#isFetching = false;
        this.#check();
      },
      (error: unknown) => {
        if (this.#isEnded) return;
        this.end();
        this.#options.onFailed(error);
      },
    );
  }

  async #fetchNext(): Promise<void> {
    const { tracks, sampleRate } = this.#sound;
    const { speed, loop } = this.#options;
    const [atFrame, endFrame] = [this.#nextFrame, this.#endFrame];
    const wantedSec = this.#startTime === null ? FIRST_BLOCK_SEC : BLOCK_SEC;
    const count = Math.min(Math.round(wantedSec * sampleRate * Math.max(1, speed)), endFrame - atFrame);
    const blocks = await Promise.all(tracks.map((track) => readBlock(track, atFrame, count)));
    if (this.#isEnded) return;
    const heard = this.#stretch ? this.#stretch.process(blocks) : blocks;
    this.#startTime ??= this.#context.currentTime + LEAD_SEC;
    let lengthSec = 0;
    for (const [index, track] of tracks.entries()) {
      const [samples, gain] = [heard[index], this.#gains.get(track.id)];
      if (!samples || !gain) continue;
      const at = this.#startTime + this.#scheduledSec;
      playBlock(this.#context, gain, track.channels, samples, at);
      lengthSec = samples.length / track.channels / sampleRate;
    }
    // Without a track, as with video alone, time passes all the same.
    this.#scheduledSec += tracks.length > 0 ? lengthSec : count / sampleRate / speed;
    this.#nextFrame += count;
    if (loop && this.#nextFrame === loop.toFrame) {
      this.#nextFrame = loop.fromFrame;
      const heardYet = this.#stretches.filter(
        (_, index, all) => (all[index + 1]?.atSec ?? Infinity) > this.#runSec,
      );
      this.#stretches = [...heardYet, { atSec: this.#scheduledSec, fromFrame: loop.fromFrame }];
    }
  }
}

function openGain(context: AudioContext): GainNode {
  const gain = context.createGain();
  gain.gain.value = 0;
  gain.connect(context.destination);
  return gain;
}

/** A track at these frames of the recording; silence where it has nothing. */
async function readBlock(track: TakeSoundTrack, atFrame: number, count: number): Promise<Float32Array> {
  const from = Math.max(atFrame, track.startFrame);
  const to = Math.min(atFrame + count, track.startFrame + track.frames);
  if (to <= from) return new Float32Array(count * track.channels);
  const samples = await track.read(from - track.startFrame, to - from);
  if (samples.length === count * track.channels) return samples;
  const block = new Float32Array(count * track.channels);
  const offset = (from - atFrame) * track.channels;
  block.set(samples.subarray(0, block.length - offset), offset);
  return block;
}

function playBlock(
  context: AudioContext,
  to: GainNode,
  channels: number,
  samples: Float32Array,
  at: number,
): void {
  const frames = Math.floor(samples.length / channels);
  if (frames === 0) return;
  const buffer = context.createBuffer(channels, frames, context.sampleRate);
  for (let channel = 0; channel < channels; channel += 1) {
    const data = buffer.getChannelData(channel);
    for (let frame = 0; frame < frames; frame += 1) data[frame] = samples[frame * channels + channel] ?? 0;
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(to);
  // Late is late: what has passed already is left out, so that the rest stays in its place.
  const lateSec = Math.max(0, context.currentTime - at);
  source.start(Math.max(at, context.currentTime), lateSec);
}
