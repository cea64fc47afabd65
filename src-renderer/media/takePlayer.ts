import { TakeRun, type HeardTracks, type TakeSound } from './takeRun.ts';

export interface TakePlayerState extends HeardTracks {
  isPlaying: boolean;
  /** Why it stopped by itself; null where it did not. */
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
  dispose: () => void;
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
    if (restSec >= durationSec - 0.01) restSec = 0;
    run = new TakeRun(sound, createContext(sound.sampleRate), restSec, {
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
    dispose() {
      run?.end();
      run = null;
      listeners.clear();
    },
  };
}
