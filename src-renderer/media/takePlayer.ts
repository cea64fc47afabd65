import { TakeRun, type HeardTracks, type LoopFrames, type TakeSound } from './takeRun.ts';

export interface TakeSpan {
  fromSec: number;
  toSec: number;
}

export interface TakePlayerState extends HeardTracks {
  isPlaying: boolean;
  /** 1 is as it was recorded; the pitch stays. */
  speed: number;
  /** What is selected, and whether it is played again and again. */
  selection: TakeSpan | null;
  isLooping: boolean;
  /** Why it stopped on its own; null where it did not. */
  error: string | null;
}

export interface TakePlayer {
  /** Hears when it starts, stops, fails, or another track is heard; the position is read. */
  subscribe: (listener: () => void) => () => void;
  read: () => TakePlayerState;
  /** Seconds from the start. */
  positionSec: () => number;
  /** What leaves the loudspeaker now, which frames have to go with. */
  heardSec: () => number;
  readonly durationSec: number;
  play: () => void;
  pause: () => void;
  seek: (positionSec: number) => void;
  setMuted: (id: string, isMuted: boolean) => void;
  setSolo: (id: string, isSolo: boolean) => void;
  setSpeed: (speed: number) => void;
  /** null: nothing. Without a selection the whole is looped. */
  select: (selection: TakeSpan | null) => void;
  setLooping: (isLooping: boolean) => void;
  dispose: () => void;
}

const AT_FIRST: TakePlayerState = {
  isPlaying: false,
  mutedIds: [],
  soloIds: [],
  error: null,
  speed: 1,
  selection: null,
  isLooping: false,
};

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
  let state: TakePlayerState = { ...AT_FIRST, mutedIds };
  let restSec = 0;
  let run: TakeRun | null = null;

  const change = (changes: Partial<TakePlayerState>) => {
    state = { ...state, ...changes };
    run?.follow(state);
    listeners.forEach((listener) => listener());
  };
  const positionSec = () => Math.min(durationSec, run ? run.positionSec : restSec);
  const stop = (changes: Partial<TakePlayerState> = {}) => {
    restSec = positionSec();
    run?.end();
    run = null;
    change({ isPlaying: false, ...changes });
  };
  const start = () => {
    restSec = startSecOf(restSec, durationSec, state);
    run = new TakeRun(sound, createContext(sound.sampleRate), {
      fromSec: restSec,
      speed: state.speed,
      loop: loopOf(state, sound),
      onEnded() {
        stop();
        restSec = 0;
        change({});
      },
      onFailed: (error) => stop({ error: error instanceof Error ? error.message : String(error) }),
    });
    change({ isPlaying: true, error: null });
  };
  /** What a run is started with; it is played on from where it is. */
  const restart = (changes: Partial<TakePlayerState>) => {
    const wasPlaying = state.isPlaying;
    if (wasPlaying) stop();
    change(changes);
    if (wasPlaying) start();
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    positionSec,
    heardSec: () => Math.min(durationSec, run ? run.heardSec : restSec),
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
    setSpeed: (speed) => restart({ speed }),
    select(span) {
      const selection = span && clipped(span, durationSec);
      if (state.isLooping) restart({ selection });
      else change({ selection });
    },
    setLooping: (isLooping) => restart({ isLooping }),
    dispose() {
      run?.end();
      run = null;
      listeners.clear();
    },
  };
}

/** Shorter is a click that moved. */
const LEAST_SELECTION_SEC = 0.05;

function clipped({ fromSec, toSec }: TakeSpan, durationSec: number): TakeSpan | null {
  const inside = (sec: number) => Math.min(durationSec, Math.max(0, sec));
  const span = { fromSec: inside(Math.min(fromSec, toSec)), toSec: inside(Math.max(fromSec, toSec)) };
  return span.toSec - span.fromSec >= LEAST_SELECTION_SEC ? span : null;
}

function loopOf(
  { isLooping, selection }: TakePlayerState,
  { frames, sampleRate }: TakeSound,
): LoopFrames | null {
  if (!isLooping) return null;
  if (!selection) return { fromFrame: 0, toFrame: frames };
  return {
    fromFrame: Math.round(selection.fromSec * sampleRate),
    toFrame: Math.round(selection.toSec * sampleRate),
  };
}

/** From its end it plays from its start again, and a loop from where that begins. */
function startSecOf(
  restSec: number,
  durationSec: number,
  { isLooping, selection }: Pick<TakePlayerState, 'isLooping' | 'selection'>,
): number {
  const fromSec = restSec >= durationSec - 0.01 ? 0 : restSec;
  if (!isLooping || !selection) return fromSec;
  return fromSec < selection.fromSec || fromSec >= selection.toSec ? selection.fromSec : fromSec;
}

function withId(ids: readonly string[], id: string, isIn: boolean): string[] {
  return [...ids.filter((other) => other !== id), ...(isIn ? [id] : [])];
}
