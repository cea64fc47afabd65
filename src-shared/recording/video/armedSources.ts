import type { ArmedSourceState, NewSource } from '../../contract/video.ts';
import type { TakeVideoTrack, ArmedSource } from '../../contract/takeVideoTracks.ts';
import { findSourceGaps } from '../../domain/sourceGaps.ts';
import type { VideoTrack } from './videoTrack.ts';
import type { TakeClock } from './takeClock.ts';

/** A source that should be written and is not for so long is missing: a page sends five times a second. */
const MISSING_AFTER_MS = 3000;

interface Armed extends NewSource {
  fromMs: number;
  /** In the take; null: wanted to its end. */
  untilMs: number | null;
  armedAtMs: number;
  /** Its last track was ended on purpose then, as at the end of a take; on the host's clock. */
  askedAtMs: number | null;
  isDisarmed: boolean;
}

interface Now {
  tracks: readonly VideoTrack[];
  clock: TakeClock;
  nowMs: number;
}

/** Which cameras and screens a take is to have, and which of them are being written: the one who knows. */
export class ArmedSources {
  readonly #sources = new Map<string, Armed>();
  /** Before it nobody could be heard. */
  #forgivenMs = -Infinity;

  get isEmpty(): boolean {
    return this.#sources.size === 0;
  }

  get size(): number {
    return this.#sources.size;
  }

  /** Those that are wanted still, for a take that continues in another folder. */
  get wanted(): NewSource[] {
    return [...this.#sources.values()]
      .filter(({ isDisarmed }) => !isDisarmed)
      .map(({ id, kind, name }) => ({ id, kind, name }));
  }

  has(id: string): boolean {
    return this.#sources.has(id);
  }

  /** `fromMs`: of the take. One that was disarmed is wanted again. */
  arm({ id, kind, name }: NewSource, fromMs: number, nowMs: number): void {
    const known = this.#sources.get(id);
    if (known) return void Object.assign(known, { untilMs: null, askedAtMs: null, isDisarmed: false });
    this.#sources.set(id, {
      id,
      kind,
      name,
      fromMs,
      armedAtMs: nowMs,
      untilMs: null,
      askedAtMs: null,
      isDisarmed: false,
    });
  }

  disarm(id: string, takeMs: number): void {
    const known = this.#sources.get(id);
    if (known && !known.isDisarmed) Object.assign(known, { untilMs: takeMs, isDisarmed: true });
  }

  /** Its track was ended on purpose: nothing is missing if the take ends now. */
  onEndAsked(id: string, takeMs: number, nowMs: number): void {
    const known = this.#sources.get(id);
    if (known && !known.isDisarmed) Object.assign(known, { untilMs: takeMs, askedAtMs: nowMs });
  }

  /** This program stood still itself. */
  forgive(nowMs: number): void {
    this.#forgivenMs = nowMs;
  }

  /** A take that continues without a source whose end was asked for lacks it after all. */
  lookAfter(nowMs: number): void {
    for (const source of this.#sources.values()) {
      const { askedAtMs, isDisarmed } = source;
      if (askedAtMs === null || isDisarmed || nowMs - askedAtMs <= MISSING_AFTER_MS) continue;
      Object.assign(source, { untilMs: null, askedAtMs: null });
    }
  }

  isMissing(id: string, now: Now): boolean {
    const source = this.#sources.get(id);
    return source !== undefined && this.#missingSinceMs(source, now) !== null;
  }

  describe(sampleRate: number): ArmedSource[] {
    const toFrames = (ms: number) => Math.max(0, Math.round((ms / 1000) * sampleRate));
    return [...this.#sources.values()].map(({ id, kind, name, fromMs, untilMs }) => ({
      id,
      kind,
      name,
      fromFrame: toFrames(fromMs),
      untilFrame: untilMs === null ? null : toFrames(untilMs),
    }));
  }

  states(now: Now, sampleRate: number): ArmedSourceState[] {
    const takeEndSec = now.clock.recordedMsAt(now.nowMs) / 1000;
    return this.describe(sampleRate).map((described): ArmedSourceState => {
      const { id, kind, name } = described;
      const source = this.#sources.get(id);
      const parts = partsOf(id, now.tracks);
      const missingMs = source ? this.#missingSinceMs(source, now) : null;
      const known: TakeVideoTrack[] = parts.map((part) => part.describe(sampleRate));
      const gaps = findSourceGaps(described, known, { sampleRate, takeEndSec }).filter(
        ({ isBack }) => isBack || missingMs !== null,
      );
      return {
        id,
        kind,
        name,
        trackId: parts.findLast(({ isEnded }) => !isEnded)?.request.id ?? null,
        missingSinceSec: missingMs === null ? null : missingMs / 1000,
        gapCount: gaps.length,
        missedSec: gaps.reduce((sum, { lengthSec }) => sum + lengthSec, 0),
      };
    });
  }

  /** In milliseconds of the take; null where nothing is missing. */
  #missingSinceMs(source: Armed, { tracks, clock, nowMs }: Now): number | null {
    if (source.isDisarmed) return null;
    const parts = partsOf(source.id, tracks);
    const written = parts.filter(({ lastMs }) => lastMs !== null).at(-1);
    const sinceMs = Math.max(source.fromMs, written?.lastMs ?? 0);
    const isOver = (fromMs: number) => nowMs - Math.max(fromMs, this.#forgivenMs) > MISSING_AFTER_MS;
    const live = parts.findLast(({ isEnded }) => !isEnded);
    if (live) {
      if (live.isLeft(nowMs)) return sinceMs;
      const resumedMs = clock.pauses.at(-1)?.toMs ?? -Infinity;
      // Of a page that is there nothing is written in a pause, and nothing is missing.
      const heardMs = clock.isPaused ? live.lastHeardMs : Math.max(live.lastWrittenMs, resumedMs);
      return isOver(heardMs) ? sinceMs : null;
    }
    if (source.askedAtMs !== null) return isOver(source.askedAtMs) ? sinceMs : null;
    if (parts.length > 0) return sinceMs;
    return isOver(source.armedAtMs) ? sinceMs : null;
  }
}

const partsOf = (id: string, tracks: readonly VideoTrack[]): VideoTrack[] =>
  tracks.filter(({ request }) => request.sourceId === id);
