import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TrackFader } from '../../../../src-shared/contract/takes.ts';
import type { LiveSound } from '../../../media/recorder/index.ts';
import { encodeSound, type SoundEncoding } from '../../../media/sound/soundEncoding.ts';
import type { OpenTake } from './openTake.ts';

/** A source that gives nothing for so long will not. */
const WAIT_FOR_FIRST_MS = 20_000;
const NAMES = { microphone: 'Microphone', system: 'Sound', mix: 'Mix' } as const;

type Heard = Omit<LiveSound, 'id'> & { id: LiveSound['id'] | 'mix' };

/** A sound that is recorded, from when it was there until it has gone: `microphone`, then `microphone2`. */
export class SoundPart {
  readonly id: string;
  readonly sound: Heard;
  readonly file: string;
  /** Resolves when it has given its first piece. */
  readonly isReady: Promise<void>;
  /** In the take; null before its first piece. */
  startMs: number | null = null;
  /** Why it ended before the take did; null where it did not, or that was asked for. */
  ended: string | null = null;
  isOver = false;
  /** How its channel stood, from which frame of the take on. */
  readonly faders: TrackFader[] = [];
  /** Silence in the place of what its device has lost. */
  filledMs = 0;
  readonly #own: MediaStreamTrack;
  readonly #encoding: SoundEncoding;
  readonly #onEnded: (() => void) | null;
  readonly #unfollow: () => void;

  /** `onEnded`: it gives nothing more; null of a mix, which has no file of its own. */
  constructor(take: OpenTake, sound: Heard, number: number, onEnded: (() => void) | null) {
    const id = number === 1 ? sound.id : `${sound.id}${number}`;
    const ready = createReady(sound.name);
    this.id = id;
    this.sound = sound;
    this.file = `${id}.webm`;
    this.isReady = ready.promise;
    this.#onEnded = onEnded;
    this.#own = sound.track.clone();
    this.#encoding = encodeSound(this.#own, {
      begin: (facts) => {
        take.addSound(id, facts, onEnded ? this.file : null);
        ready.resolve();
      },
      append: (pieces, filledMs) => {
        this.filledMs = filledMs;
        const firstMs = take.appendSound(id, pieces);
        this.startMs ??= firstMs;
      },
      end: (why) => {
        const failure = why.kind === 'failed' ? why.message : null;
        ready.fail(failure ?? 'It has ended.');
        this.#end(why.kind === 'asked' ? null : this.#reasonOf(failure));
      },
    });
    // A track that was cut off by its own device ends; its copies may not be reported.
    const endEarly = () => {
      this.#end(this.#reasonOf(null));
      void this.stop();
    };
    sound.track.addEventListener('ended', endEarly);
    this.#unfollow = () => sound.track.removeEventListener('ended', endEarly);
  }

  /** Whether it stands otherwise than before. */
  noteFader(fader: LiveSound['fader'], atFrame: number): boolean {
    const last = this.faders.at(-1);
    const isSame =
      last?.volume === fader?.volume && last?.pan === fader?.pan && last?.isMuted === fader?.isMuted;
    if (!fader || isSame) return false;
    this.faders.push({ atFrame, ...fader });
    return true;
  }

  setMuted(isMuted: boolean): void {
    this.#own.enabled = !isMuted;
  }

  /** Resolves when all that was heard is with the take. */
  async stop(): Promise<void> {
    this.isOver = true;
    this.#unfollow();
    await this.#encoding.stop();
    this.#own.stop();
  }

  abandon(): void {
    this.isOver = true;
    this.#unfollow();
    this.#encoding.abandon();
    this.#own.stop();
  }

  /** Several of a kind are distinguished by their number. */
  label(parts: readonly SoundPart[]): string {
    const same = parts.filter(({ sound }) => sound.id === this.sound.id);
    const name = this.sound.label ?? NAMES[this.sound.id];
    return same.length === 1 ? name : `${name} ${same.indexOf(this) + 1}`;
  }

  /** Whether another one was recorded in its place, and that was asked for. */
  isReplaced(parts: readonly SoundPart[]): boolean {
    const later = parts.slice(parts.indexOf(this) + 1);
    return this.ended === null && later.some(({ sound }) => sound.id === this.sound.id);
  }

  #end(reason: string | null): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ended = reason;
    this.#onEnded?.();
  }

  #reasonOf(failure: string | null): string {
    const { name } = this.sound;
    return failure === null
      ? `${name} was unplugged, closed, refused or is no longer shared. Everything until then is saved.`
      : `${name} could not be recorded further: ${failure} Everything until then is saved.`;
  }
}

/** Called when a source has given its first piece. */
function createReady(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (reason: string) =>
    reject(failWith('DEVICE_UNAVAILABLE', 'nothingToRecordFrom', { values: { name, reason } }));
  const timer = setTimeout(
    () => fail('it has not begun within 20 seconds. Choose another one.'),
    WAIT_FOR_FIRST_MS,
  );
  // Nobody may be waiting any more.
  promise.catch(() => undefined);
  void promise.finally(() => clearTimeout(timer)).catch(() => undefined);
  return { promise, resolve, fail };
}
