/** A stereo pair of floats. */
const PAIR_BYTES = 8;
/** Further beside its place, sound was lost or came twice; closer, its clock runs otherwise than the host's. */
const MOST_BESIDE_MS = 40;
/** By this part of the difference the offset follows with each piece: a step would be seen. */
const FOLLOWED = 0.02;
/** What the offset has changed until then is no drift: the engine learns the clocks of its devices. */
const LEARN_MS = 10_000;

/** Times are milliseconds since the broadcast began. */
export interface SoundTimeline {
  /** How much later in the stream the sound lies than it was heard. */
  readonly offsetMs: number;
  readonly driftMs: number;
  /** Stereo pairs of floats of which the first was heard at `heardMs`, and is that frame of a take's tracks. */
  add(pairs: Uint8Array, heardMs: number, nowMs: number, sessionFrame: number): void;
  /** Silence for sound that does not come, up to where it would be by now. */
  fillUp(nowMs: number): void;
}

/** Lays sound into the stream at the time at which it was heard, however long it was on its way. */
export function createSoundTimeline(
  rateHz: number,
  /** `sessionFrame`: null where silence takes the place of sound. */
  write: (pairs: Uint8Array, sessionFrame: number | null) => void,
): SoundTimeline {
  let writtenPairs = 0;
  let offsetMs = 0;
  let learnedMs: number | null = null;
  /** From the end of a piece being heard until it comes. */
  let ageMs = 0;
  /** What comes next does not continue what was written. */
  let isApart = true;
  const toMs = (pairs: number) => (pairs * 1000) / rateHz;
  const toPairs = (ms: number) => Math.round((ms * rateHz) / 1000);
  const pairsOf = (bytes: Uint8Array) => Math.floor(bytes.byteLength / PAIR_BYTES);

  function append(pairs: Uint8Array, sessionFrame: number | null): void {
    if (pairs.byteLength === 0) return;
    write(pairs, sessionFrame);
    writtenPairs += pairsOf(pairs);
  }

  function writeSilence(ms: number): void {
    if (ms > 0) append(new Uint8Array(toPairs(ms) * PAIR_BYTES), null);
  }

  return {
    get offsetMs() {
      return offsetMs;
    },
    get driftMs() {
      return learnedMs === null ? 0 : offsetMs - learnedMs;
    },
    add(pairs, heardMs, nowMs, sessionFrame) {
      ageMs = Math.max(0, nowMs - heardMs - toMs(pairsOf(pairs)));
      const besideMs = toMs(writtenPairs) - (heardMs + offsetMs);
      if (!isApart && Math.abs(besideMs) <= MOST_BESIDE_MS) {
        offsetMs += FOLLOWED * besideMs;
        if (nowMs >= LEARN_MS) learnedMs ??= offsetMs;
        return append(pairs, sessionFrame);
      }
      writeSilence(-besideMs);
      // Of what silence was written for already, the rest alone.
      const leftOut = Math.max(0, toPairs(besideMs));
      const rest = pairs.subarray(leftOut * PAIR_BYTES);
      isApart = rest.byteLength === 0;
      append(rest, sessionFrame + leftOut);
    },
    fillUp(nowMs) {
      const silentMs = nowMs - ageMs + offsetMs - toMs(writtenPairs);
      if (silentMs <= 0) return;
      isApart = true;
      writeSilence(silentMs);
    },
  };
}
