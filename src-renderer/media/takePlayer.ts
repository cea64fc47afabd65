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

export interface TakePlayerState {
  isPlaying: boolean;
  mutedIds: readonly string[];
  soloIds: readonly string[];
  /** Why it stopped by itself; null where it did not. */
  error: string | null;
}

export interface TakePlayer {
  /** Hears when it starts, stops, fails, or another track is heard; the position is read. */
  subscribe: (listener: () => void) => () => void;
  read: () => TakePlayerState;
  /** Seconds from the start. */
  positionSec: () => number;
  /** What leaves the loudspeaker now, which pictures have to go with. */
  heardSec: () => number;
  readonly durationSec: number;
  play: () => void;
  pause: () => void;
  seek: (positionSec: number) => void;
  setMuted: (id: string, isMuted: boolean) => void;
  setSolo: (id: string, isSolo: boolean) => void;
  dispose: () => void;
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
export function isTrackHeard(
  id: string,
  { mutedIds, soloIds }: Pick<TakePlayerState, 'mutedIds' | 'soloIds'>,
) {
  return soloIds.length > 0 ? soloIds.includes(id) : !mutedIds.includes(id);
}

/**
 * Plays all tracks on one clock, to the sample: each block of every track is scheduled at its own frame's time, and
 * what is muted plays too, at gain zero, so that letting it through keeps the place.
 */
export function createTakePlayer(
  sound: TakeSound,
  createContext: (sampleRate: number) => AudioContext,
  mutedIds: readonly string[] = [],
): TakePlayer {
  const durationSec = sound.frames / sound.sampleRate;
  const listeners = new Set<() => void>();
  let state: TakePlayerState = { isPlaying: false, mutedIds, soloIds: [], error: null };
  let restSec = 0;
  let run: Run | null = null;

  const change = (changes: Partial<TakePlayerState>) => {
    state = { ...state, ...changes };
    run?.follow(state);
    listeners.forEach((listener) => listener());
  };
  const positionSec = () => Math.min(durationSec, run ? run.positionSec() : restSec);
  const stop = (changes: Partial<TakePlayerState> = {}) => {
    restSec = positionSec();
    run?.end();
    run = null;
    change({ isPlaying: false, ...changes });
  };
  const start = () => {
    if (restSec >= durationSec - 0.01) restSec = 0;
    run = startRun(sound, createContext(sound.sampleRate), restSec, {
      onEnded() {
        stop();
        restSec = 0;
        change({});
      },
      onFailed: (error) => stop({ error: error instanceof Error ? error.message : String(error) }),
    });
    change({ isPlaying: true, error: null });
  };
  const withId = (ids: readonly string[], id: string, isIn: boolean) => [
    ...ids.filter((other) => other !== id),
    ...(isIn ? [id] : []),
  ];

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    positionSec,
    heardSec: () => Math.min(durationSec, run ? run.heardSec() : restSec),
    durationSec,
    play: () => void (state.isPlaying || start()),
    pause: () => void (state.isPlaying && stop()),
    seek(toSec) {
      const wasPlaying = state.isPlaying;
      if (wasPlaying) stop();
      restSec = Math.min(durationSec, Math.max(0, toSec));
      if (wasPlaying) start();
      else change({});
    },
    setMuted: (id, isMuted) => change({ mutedIds: withId(state.mutedIds, id, isMuted) }),
    setSolo: (id, isSolo) => change({ soloIds: withId(state.soloIds, id, isSolo) }),
    dispose() {
      run?.end();
      run = null;
      listeners.clear();
    },
  };
}

interface Run {
  positionSec(): number;
  heardSec(): number;
  follow(state: TakePlayerState): void;
  end(): void;
}

/** Plays from one place until the end or until it is ended. */
function startRun(
  sound: TakeSound,
  context: AudioContext,
  fromSec: number,
  hears: { onEnded: () => void; onFailed: (error: unknown) => void },
): Run {
  const { sampleRate, frames } = sound;
  const firstFrame = Math.round(fromSec * sampleRate);
  const gains = new Map(
    sound.tracks.map(({ id }) => {
      const gain = context.createGain();
      gain.gain.value = 0;
      gain.connect(context.destination);
      return [id, gain] as const;
    }),
  );
  let isFollowed = false;
  let nextFrame = firstFrame;
  /** The context's time of `firstFrame`; null until its block is there. */
  let startTime: number | null = null;
  let isEnded = false;
  let isFetching = false;

  const positionSec = () =>
    startTime === null ? fromSec : fromSec + Math.max(0, context.currentTime - startTime);
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    clearInterval(timer);
    void context.close();
  };
  const fetchNext = async () => {
    const wanted = nextFrame === firstFrame ? FIRST_BLOCK_SEC : BLOCK_SEC;
    const atFrame = nextFrame;
    const count = Math.min(Math.round(wanted * sampleRate), frames - atFrame);
    const blocks = await Promise.all(sound.tracks.map((track) => readBlock(track, atFrame, count)));
    if (isEnded) return;
    startTime ??= context.currentTime + LEAD_SEC;
    for (const [index, track] of sound.tracks.entries()) {
      const [block, gain] = [blocks[index], gains.get(track.id)];
      if (!block || !gain) continue;
      const at = startTime + (block.atFrame - firstFrame) / sampleRate;
      playBlock(context, gain, track.channels, block.samples, at);
    }
    nextFrame += count;
  };
  const check = () => {
    if (isEnded || isFetching) return;
    if (positionSec() * sampleRate >= frames) {
      end();
      return hears.onEnded();
    }
    if (nextFrame >= frames || nextFrame / sampleRate - positionSec() > AHEAD_SEC) return;
    isFetching = true;
    fetchNext().then(
      () => {
        isFetching = false;
        check();
      },
      (error: unknown) => {
        if (isEnded) return;
        end();
        hears.onFailed(error);
      },
    );
  };
  const timer = setInterval(check, CHECK_MS);
  check();

  return {
    positionSec,
    // A wireless headphone is behind by a quarter of a second; where a browser does not tell, it counts as nothing.
    heardSec: () => Math.max(fromSec, positionSec() - (context.outputLatency || 0)),
    end,
    follow(state) {
      for (const [id, gain] of gains) {
        const value = isTrackHeard(id, state) ? 1 : 0;
        if (isFollowed) gain.gain.setTargetAtTime(value, context.currentTime, FADE_SEC / 3);
        else gain.gain.value = value;
      }
      isFollowed = true;
    },
  };
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
