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
  /** 1 is normal; J and L double it, up to 8 each way. */
  speed: number;
  isLooping: boolean;
  error: string | null;
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

const isAudible = (speed: number) => speed >= LEAST_AUDIBLE && speed <= MOST_AUDIBLE;
const openContext = (sampleRate: number) => new AudioContext({ sampleRate });

/** Where the playhead is and how it moves: outside React and Redux, since it moves with every frame. */
export class Transport {
  readonly #fps: number;
  readonly #createContext: (sampleRate: number) => AudioContext;
  readonly #listeners = new Set<() => void>();
  #state: TransportState = { isPlaying: false, speed: 1, isLooping: false, error: null };
  #player: TakePlayer | null = null;
  #unsubscribe: () => void = () => undefined;
  /** It has just come to its end, where the take player goes back to its start and an editor stays. */
  #isAtEnd = false;
  /** Too fast to be heard, or backward: frames alone. */
  #shuttling: { timer: ReturnType<typeof setInterval>; fromSec: number; sinceMs: number } | null = null;

  constructor(fps: number, createContext = openContext) {
    this.#fps = fps;
    this.#createContext = createContext;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly read = (): TransportState => this.#state;

  readonly frame = (): number => {
    const last = this.#player ? Math.round(this.#player.durationSec * this.#fps) : 0;
    return Math.min(Math.floor(this.#positionSec() * this.#fps + 1e-6), last);
  };

  /** Another project, or the same after an edit: it plays on from where it is. */
  setSound(sound: ProjectSound, range: LoopRange | null): void {
    const sec = this.#positionSec();
    const { isPlaying, speed } = this.#state;
    this.#close();
    const read = (from: number, samples: number) => sound.read(from, samples);
    const { sampleRate, frames } = sound;
    const mix = { id: 'mix', channels: 2, startFrame: 0, frames, read };
    const player = createTakePlayer({ sampleRate, frames, tracks: [mix] }, this.#createContext);
    this.#player = player;
    if (range) player.select({ fromSec: range.fromFrame / this.#fps, toSec: range.toFrame / this.#fps });
    player.setLooping(this.#state.isLooping);
    player.seek(sec);
    this.#unsubscribe = player.subscribe(() => this.#follow(player));
    if (isPlaying) this.#play(speed);
    else this.#change({});
  }

  readonly toggle = (): void => (this.#state.isPlaying ? this.pause() : this.#play(1));

  readonly pause = (): void => {
    this.#endShuttle();
    this.#player?.pause();
    this.#change({ isPlaying: false, speed: 1 });
  };

  readonly seek = (frame: number): void => {
    if (this.#shuttling) this.pause();
    this.#isAtEnd = false;
    // The middle of it: no rounding of seconds leads to the one before.
    this.#player?.seek(frame <= 0 ? 0 : (frame + 0.5) / this.#fps);
    this.#change({});
  };

  /** J and L: one more step of speed backward or forward. */
  shuttle(direction: 1 | -1): void {
    const { isPlaying, speed } = this.#state;
    const isFaster = isPlaying && Math.sign(speed) === direction;
    this.#play(isFaster ? Math.max(-MOST_SPEED, Math.min(MOST_SPEED, 2 * speed)) : direction);
  }

  setLooping(isLooping: boolean): void {
    this.#player?.setLooping(isLooping);
    this.#change({ isLooping });
  }

  dispose(): void {
    this.#close();
    this.#listeners.clear();
  }

  #follow(player: TakePlayer): void {
    if (this.#shuttling || this.#player !== player) return;
    if (this.#isAtEnd) {
      this.#isAtEnd = false;
      return player.seek(player.durationSec);
    }
    const { isPlaying, error } = player.read();
    this.#isAtEnd = this.#state.isPlaying && !isPlaying && player.positionSec() >= player.durationSec;
    this.#change({ isPlaying, error });
  }

  #play(speed: number): void {
    const player = this.#player;
    if (!player) return;
    if (!isAudible(speed)) return this.#startShuttle(player, speed);
    this.#endShuttle();
    if (player.read().speed !== speed) player.setSpeed(speed);
    player.play();
    this.#change({ isPlaying: true, speed });
  }

  #startShuttle(player: TakePlayer, speed: number): void {
    const fromSec = this.#positionSec();
    if (this.#shuttling) clearInterval(this.#shuttling.timer);
    const timer = setInterval(() => {
      const sec = this.#positionSec();
      if (sec <= 0 || sec >= player.durationSec) this.pause();
      else this.#change({});
    }, SHUTTLE_MS);
    this.#shuttling = { fromSec, sinceMs: performance.now(), timer };
    player.pause();
    this.#change({ isPlaying: true, speed });
  }

  #endShuttle(): void {
    if (!this.#shuttling) return;
    const sec = this.#positionSec();
    clearInterval(this.#shuttling.timer);
    this.#shuttling = null;
    this.#player?.seek(sec);
  }

  #positionSec(): number {
    if (!this.#player) return 0;
    if (!this.#shuttling) return this.#player.heardSec();
    const { fromSec, sinceMs } = this.#shuttling;
    const sec = fromSec + (this.#state.speed * (performance.now() - sinceMs)) / 1000;
    return Math.min(this.#player.durationSec, Math.max(0, sec));
  }

  #close(): void {
    if (this.#shuttling) clearInterval(this.#shuttling.timer);
    this.#shuttling = null;
    this.#unsubscribe();
    this.#player?.dispose();
    this.#player = null;
  }

  #change(changes: Partial<TransportState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#listeners.forEach((listener) => listener());
  }
}
