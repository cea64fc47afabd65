import { createTakePlayer, type TakePlayer } from '../takePlayer.ts';

/** Sound of the whole project, as it is heard. */
export interface ProjectSound {
  frames: number;
  sampleRate: number;
  /** Interleaved stereo. */
  read(fromSample: number, samples: number): Promise<Float32Array>;
}

export interface TransportState {
  isPlaying: boolean;
  /** 1 is normal, 0 stands; J and L double it, up to 8 each way. */
  speed: number;
  isLooping: boolean;
  error: string | null;
}

/** Where the playhead is and how it moves; outside React and Redux, since it moves with every frame. */
export interface Transport {
  subscribe: (listener: () => void) => () => void;
  read: () => TransportState;
  frame: () => number;
  /** Another project, or the same after an edit: it plays on from where it is. */
  setSound: (sound: ProjectSound, range: LoopRange | null) => void;
  toggle: () => void;
  pause: () => void;
  seek: (frame: number) => void;
  /** J and L: one more step of speed backward or forward. */
  shuttle: (direction: 1 | -1) => void;
  setLooping: (isLooping: boolean) => void;
  dispose: () => void;
}

/** In frames of the project; the in and the out point. */
export interface LoopRange {
  fromFrame: number;
  toFrame: number;
}

const MOST_SPEED = 8;
const SHUTTLE_MS = 33;
const LEAST_AUDIBLE = 0.5;
const MOST_AUDIBLE = 2;

export function createTransport(fps: number, createContext = openContext): Transport {
  const listeners = new Set<() => void>();
  let state: TransportState = { isPlaying: false, speed: 1, isLooping: false, error: null };
  let player: TakePlayer | null = null;
  let ends: (() => void)[] = [];
  /** It has just come to its end, where the take player goes back to its start and an editor stays. */
  let isAtEnd = false;
  let shuttling: { timer: ReturnType<typeof setInterval>; fromSec: number; sinceMs: number } | null = null;

  const change = (changes: Partial<TransportState>) => {
    state = { ...state, ...changes };
    listeners.forEach((listener) => listener());
  };
  const shuttleSec = () => {
    if (!player || !shuttling) return 0;
    const sec = shuttling.fromSec + (state.speed * (performance.now() - shuttling.sinceMs)) / 1000;
    return Math.min(player.durationSec, Math.max(0, sec));
  };
  const positionSec = () => (shuttling ? shuttleSec() : (player?.heardSec() ?? 0));
  const endShuttle = () => {
    if (!shuttling) return;
    const sec = shuttleSec();
    clearInterval(shuttling.timer);
    shuttling = null;
    player?.seek(sec);
  };
  /** Too fast to be heard, or backward: frames alone. */
  const startShuttle = () => {
    if (!player) return;
    const fromSec = positionSec();
    player.pause();
    if (shuttling) clearInterval(shuttling.timer);
    const tick = () => {
      const sec = shuttleSec();
      if (sec <= 0 || sec >= (player?.durationSec ?? 0)) pause();
      else change({});
    };
    shuttling = { fromSec, sinceMs: performance.now(), timer: setInterval(tick, SHUTTLE_MS) };
    change({ isPlaying: true });
  };
  const pause = () => {
    endShuttle();
    player?.pause();
    change({ isPlaying: false, speed: 1 });
  };
  const play = (speed: number) => {
    if (!player) return;
    if (speed < LEAST_AUDIBLE || speed > MOST_AUDIBLE) {
      const before = positionSec();
      if (shuttling) clearInterval(shuttling.timer);
      shuttling = null;
      player.seek(before);
      state = { ...state, speed };
      return startShuttle();
    }
    endShuttle();
    if (player.read().speed !== speed) player.setSpeed(speed);
    player.play();
    change({ isPlaying: true, speed });
  };
  const close = () => {
    if (shuttling) clearInterval(shuttling.timer);
    shuttling = null;
    ends.forEach((end) => end());
    ends = [];
    player?.dispose();
    player = null;
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    frame: () => Math.min(Math.floor(positionSec() * fps + 1e-6), lastFrame(player, fps)),
    setSound(sound, range) {
      const sec = positionSec();
      const { isPlaying, speed } = state;
      close();
      const opened = createTakePlayer(
        {
          sampleRate: sound.sampleRate,
          frames: sound.frames,
          tracks: [
            {
              id: 'mix',
              channels: 2,
              startFrame: 0,
              frames: sound.frames,
              read: (from, samples) => sound.read(from, samples),
            },
          ],
        },
        createContext,
      );
      player = opened;
      if (range) opened.select({ fromSec: range.fromFrame / fps, toSec: range.toFrame / fps });
      opened.setLooping(state.isLooping);
      opened.seek(sec);
      ends = [
        opened.subscribe(() => {
          if (shuttling || player !== opened) return;
          if (isAtEnd) {
            isAtEnd = false;
            return opened.seek(opened.durationSec);
          }
          const hasStopped = state.isPlaying && !opened.read().isPlaying;
          isAtEnd = hasStopped && opened.positionSec() >= opened.durationSec;
          change({ isPlaying: opened.read().isPlaying, error: opened.read().error });
        }),
      ];
      if (isPlaying) play(speed);
      else change({});
    },
    toggle: () => (state.isPlaying ? pause() : play(1)),
    pause,
    seek(frame) {
      // The middle of it: no rounding of seconds leads to the one before.
      const sec = Math.max(0, frame + 0.5) / fps;
      if (shuttling) pause();
      isAtEnd = false;
      player?.seek(frame <= 0 ? 0 : sec);
      change({});
    },
    shuttle(direction) {
      if (!state.isPlaying) return play(direction);
      const isSame = Math.sign(state.speed) === direction;
      play(isSame ? Math.max(-MOST_SPEED, Math.min(MOST_SPEED, 2 * state.speed)) : direction);
    },
    setLooping(isLooping) {
      player?.setLooping(isLooping);
      change({ isLooping });
    },
    dispose() {
      close();
      listeners.clear();
    },
  };
}

const lastFrame = (player: TakePlayer | null, fps: number): number =>
  player ? Math.max(0, Math.round(player.durationSec * fps)) : 0;

const openContext = (sampleRate: number) => new AudioContext({ sampleRate });
