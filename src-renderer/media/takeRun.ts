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

/** Plays from one place until the end or until it is ended. */
export class TakeRun {
  readonly #sound: TakeSound;
  readonly #context: AudioContext;
  readonly #fromSec: number;
  readonly #hears: { onEnded: () => void; onFailed: (error: unknown) => void };
  readonly #firstFrame: number;
  readonly #gains: ReadonlyMap<string, GainNode>;
  readonly #timer: ReturnType<typeof setInterval>;
  #nextFrame: number;
  /** The context's time of the first frame; null until its block is there. */
  #startTime: number | null = null;
  #isFollowed = false;
  #isFetching = false;
  #isEnded = false;

  constructor(
    sound: TakeSound,
    context: AudioContext,
    fromSec: number,
    hears: { onEnded: () => void; onFailed: (error: unknown) => void },
  ) {
    this.#sound = sound;
    this.#context = context;
    this.#fromSec = fromSec;
    this.#hears = hears;
    this.#firstFrame = Math.round(fromSec * sound.sampleRate);
    this.#nextFrame = this.#firstFrame;
    this.#gains = new Map(sound.tracks.map(({ id }) => [id, openGain(context)]));
    this.#timer = setInterval(() => this.#check(), CHECK_MS);
    this.#check();
  }

  get positionSec(): number {
    if (this.#startTime === null) return this.#fromSec;
    return this.#fromSec + Math.max(0, this.#context.currentTime - this.#startTime);
  }

  /** A wireless headphone is behind by a quarter of a second; where a browser does not say, it counts as nothing. */
  get heardSec(): number {
    return Math.max(this.#fromSec, this.positionSec - (this.#context.outputLatency || 0));
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

  #check(): void {
    if (this.#isEnded || this.#isFetching) return;
    const { sampleRate, frames } = this.#sound;
    if (this.positionSec * sampleRate >= frames) {
      this.end();
      return this.#hears.onEnded();
    }
    if (this.#nextFrame >= frames || this.#nextFrame / sampleRate - this.positionSec > AHEAD_SEC) return;
    this.#isFetching = true;
    this.#fetchNext().then(
      () => {
        this.#isFetching = false;
        this.#check();
      },
      (error: unknown) => {
        if (this.#isEnded) return;
        this.end();
        this.#hears.onFailed(error);
      },
    );
  }

  async #fetchNext(): Promise<void> {
    const { tracks, sampleRate, frames } = this.#sound;
    const atFrame = this.#nextFrame;
    const wantedSec = atFrame === this.#firstFrame ? FIRST_BLOCK_SEC : BLOCK_SEC;
    const count = Math.min(Math.round(wantedSec * sampleRate), frames - atFrame);
    const blocks = await Promise.all(tracks.map((track) => readBlock(track, atFrame, count)));
    if (this.#isEnded) return;
    this.#startTime ??= this.#context.currentTime + LEAD_SEC;
    for (const [index, track] of tracks.entries()) {
      const [block, gain] = [blocks[index], this.#gains.get(track.id)];
      if (!block || !gain) continue;
      const at = this.#startTime + (block.atFrame - this.#firstFrame) / sampleRate;
      playBlock(this.#context, gain, track.channels, block.samples, at);
    }
    this.#nextFrame += count;
  }
}

function openGain(context: AudioContext): GainNode {
  const gain = context.createGain();
  gain.gain.value = 0;
  gain.connect(context.destination);
  return gain;
}

/** What a track has of these frames of the recording; null where it has nothing there. */
async function readBlock(
  track: TakeSoundTrack,
  atFrame: number,
  count: number,
): Promise<{ atFrame: number; samples: Float32Array } | null> {
  const from = Math.max(atFrame, track.startFrame);
  const to = Math.min(atFrame + count, track.startFrame + track.frames);
  return to <= from ? null : { atFrame: from, samples: await track.read(from - track.startFrame, to - from) };
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
