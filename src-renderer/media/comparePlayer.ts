import type { CleanSide } from '../../src-shared/contract/clean.ts';

/** Two sounds of the same length, to be heard in turn. */
export interface CompareSound {
  sampleRate: number;
  channels: number;
  frames: number;
  /** Interleaved samples; fewer than asked for only at the end. */
  read(side: CleanSide, fromFrame: number, frames: number): Promise<Float32Array>;
}

/** `removed`: what was taken away. */
export type HeardSide = CleanSide | 'removed';

export interface PlayerState {
  isPlaying: boolean;
  side: HeardSide;
  /** Why it stopped on its own; null where it did not. */
  error: string | null;
}

export interface ComparePlayer {
  /** Hears when it starts, stops, changes the side or fails; the position is read. */
  subscribe: (listener: () => void) => () => void;
  read: () => PlayerState;
  /** Seconds from the start. */
  positionSec: () => number;
  readonly durationSec: number;
  play: () => void;
  pause: () => void;
  seek: (positionSec: number) => void;
  /** Goes over to the other sound without losing the place. */
  setSide: (side: HeardSide) => void;
  dispose: () => void;
}

/** Sound that is fetched at once, and how far ahead: memory stays the same for an hour as for a minute. */
const BLOCK_SEC = 4;
/** The first is short: pressing play is answered with sound. */
const FIRST_BLOCK_SEC = 0.5;
const AHEAD_SEC = 6;
const CHECK_MS = 250;
/** From pressing to sound: the first block is on its way meanwhile. */
const LEAD_SEC = 0.06;
/** From one side to the other, without a click. */
const FADE_SEC = 0.012;

/** Plays both sounds at once and lets one of them through, so that going over keeps the place to the sample. */
export function createComparePlayer(
  sound: CompareSound,
  createContext: (sampleRate: number) => AudioContext,
): ComparePlayer {
  const { sampleRate, frames } = sound;
  const durationSec = frames / sampleRate;
  const listeners = new Set<() => void>();
  let state: PlayerState = { isPlaying: false, side: 'after', error: null };
  let restSec = 0;
  let run: Run | null = null;

  const change = (changes: Partial<PlayerState>) => {
    state = { ...state, ...changes };
    listeners.forEach((listener) => listener());
  };
  const positionSec = () => Math.min(durationSec, run ? run.positionSec() : restSec);
  const stop = (changes: Partial<PlayerState> = {}) => {
    restSec = positionSec();
    run?.end();
    run = null;
    change({ isPlaying: false, ...changes });
  };
  const start = () => {
    if (restSec >= durationSec - 0.01) restSec = 0;
    run = startRun(sound, createContext(sampleRate), restSec, state.side, {
      onEnded: () => {
        stop();
        restSec = 0;
        change({});
      },
      onFailed: (error) => stop({ error: error instanceof Error ? error.message : String(error) }),
    });
    change({ isPlaying: true, error: null });
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    positionSec,
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
    setSide(side) {
      run?.setSide(side);
      change({ side });
    },
    dispose() {
      run?.end();
      run = null;
      listeners.clear();
    },
  };
}

interface Run {
  positionSec(): number;
  setSide(side: HeardSide): void;
  end(): void;
}

const SIDES = ['before', 'after'] as const;
/** Both are played sample by sample at one time: what one lacks of the other is their difference. */
const GAINS: Record<HeardSide, Record<CleanSide, number>> = {
  before: { before: 1, after: 0 },
  after: { before: 0, after: 1 },
  removed: { before: 1, after: -1 },
};

/** Plays from one place until the end or until it is ended. */
function startRun(
  sound: CompareSound,
  context: AudioContext,
  fromSec: number,
  side: HeardSide,
  hears: { onEnded: () => void; onFailed: (error: unknown) => void },
): Run {
  const { sampleRate, frames } = sound;
  const firstFrame = Math.round(fromSec * sampleRate);
  const gains = { before: context.createGain(), after: context.createGain() };
  for (const one of SIDES) {
    gains[one].gain.value = GAINS[side][one];
    gains[one].connect(context.destination);
  }
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
  const schedule = (samples: Record<CleanSide, Float32Array>, atFrame: number) => {
    startTime ??= context.currentTime + LEAD_SEC;
    const at = startTime + (atFrame - firstFrame) / sampleRate;
    for (const one of SIDES) playBlock(context, gains[one], sound, samples[one], at);
  };
  const fetchNext = async () => {
    const wanted = nextFrame === firstFrame ? FIRST_BLOCK_SEC : BLOCK_SEC;
    const count = Math.min(Math.round(wanted * sampleRate), frames - nextFrame);
    const [before, after] = await Promise.all(SIDES.map((one) => sound.read(one, nextFrame, count)));
    if (isEnded || !before || !after) return;
    schedule({ before, after }, nextFrame);
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
    end,
    setSide(next) {
      for (const one of SIDES) {
        gains[one].gain.setTargetAtTime(GAINS[next][one], context.currentTime, FADE_SEC / 3);
      }
    },
  };
}

function playBlock(
  context: AudioContext,
  to: GainNode,
  { channels, sampleRate }: CompareSound,
  samples: Float32Array,
  at: number,
): void {
  const frames = Math.floor(samples.length / channels);
  if (frames === 0) return;
  const buffer = context.createBuffer(channels, frames, sampleRate);
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
