/** Who speaks when, from the levels of all microphones at once. */

/** Levels a second that the functions here take. */
export const LEVEL_RATE_HZ = 100;
/** Below everything that is measured: no sound, or before a track's beginning. */
export const SILENT_DB = -120;
/** Quieter than any room, but sound: a gate that closes, or a file that was edited, is no end of the recording. */
export const FLOOR_DB = -90;

/** A part of a track, in seconds on the session's clock. */
export interface Stretch {
  startSec: number;
  endSec: number;
}

/** How far speech lies above the noise of its room, and the least that is speech at all. */
const ABOVE_NOISE_DB = 10;
export const LEAST_SPEECH_DB = -55;
/** A room's noise is what a microphone hears in its quietest fifth. */
const NOISE_SHARE = 0.2;
/** Nobody speaks for so long without a pause, in which a tenth of a second is as quiet as the room. */
const PAUSE_WITHIN_SEC = 10;
const QUIET_SHARE = 0.1;
/** Over how long a level is looked at: sound reaches the other microphone some milliseconds later. */
const SMOOTH_FRAMES = 5;
/** How much louder than the bleed of another voice one's own has to be. */
const ABOVE_BLEED_DB = 6;
/** A voice rings on in its room, alike at every microphone: so fast it falls where that takes half a second (60 dB), a frame. */
const FADING_DB = 1.2;
/** Where a microphone was never heard alone, others are taken to be so much quieter in it. */
const USUAL_BLEED_DB = -20;
const LEAST_BLEED_FRAMES = 50;
/** Gaps between words, and sounds that are no word. */
const MAX_GAP_SEC = 0.4;
const MIN_SPEECH_SEC = 0.2;
/** Two knocks are no word: one sound of it lasts so long. */
const MIN_RUN_FRAMES = 16;
/** The breath before a word is so much softer than the loudest that is said within a second of it, and no longer than this. */
const BREATH_DB = 18;
const BREATH_FRAMES = 60;
/** What is kept around words. They end softer than they begin. */
const LEAD_SEC = 0.15;
const TAIL_SEC = 0.2;
/** A model takes so much at once; below that pauses are bridged, so that sentences stay together. */
export const MAX_SPAN_SEC = 30;
const BRIDGED_SEC = 1;
/** Where in a stretch that is too long its quietest moment is looked for. */
const CUT_WITHIN_SEC = 8;
/** So long is that moment: of real speech without pauses fewer words are cut than by its quietest level, which a word may have. */
const CUT_FRAMES = 7;

/** Of levels that go on: what comes behind them is not known. */
export interface LiveRooms {
  /** What was the noise of each microphone's room before. */
  noiseDb: readonly number[];
}

/**
 * The stretches in which the person at each microphone speaks. `levels`: for each track dBFS of every hundredth of a second
 * of the session. What others say is heard in each microphone too; it is distinguished by its level, since each voice is
 * loudest in its own (95 of 100 errors of a voice activity detector alone: design/voice.md).
 */
export function findSpeech(levels: readonly Float32Array[], live?: LiveRooms): Stretch[][] {
  const smooth = levels.map(smoothen);
  const noises = smooth.map((track, index) => Math.min(noiseOf(track), live?.noiseDb[index] ?? Infinity));
  const thresholds = noises.map((noise) => Math.max(LEAST_SPEECH_DB, noise + ABOVE_NOISE_DB));
  const bleed = learnBleed(smooth, thresholds);
  const ringing = smooth.map(fade);
  const rooms = levels.map((track) => roomNoise(track, live !== undefined));
  return smooth.map((track, index) => {
    const isOwn = (at: number) => {
      const level = track[at] ?? SILENT_DB;
      if (level < (thresholds[index] ?? 0)) return false;
      const room = rooms[index]?.[Math.floor(at / LEVEL_RATE_HZ)] ?? SILENT_DB;
      if (level < room + ABOVE_NOISE_DB) return false;
      return ringing.every(
        (other, from) =>
          from === index ||
          level > (other[at] ?? SILENT_DB) + (bleed[index]?.[from] ?? USUAL_BLEED_DB) + ABOVE_BLEED_DB,
      );
    };
    return toStretches(track, isOwn);
  });
}

/** The loudest of a few neighbours. */
function smoothen(levels: Float32Array): Float32Array {
  const half = Math.floor(SMOOTH_FRAMES / 2);
  return levels.map((own, at) => {
    let loudest = own;
    for (let by = -half; by <= half; by += 1) loudest = Math.max(loudest, levels[at + by] ?? own);
    return loudest;
  });
}

/** Each level, and behind it what the room keeps of it. */
function fade(levels: Float32Array): Float32Array {
  let heard = SILENT_DB;
  return levels.map((level) => (heard = Math.max(level, heard - FADING_DB)));
}

/** The noise of a microphone, in dBFS. */
export function noiseOf(levels: Float32Array): number {
  const heard = levels.filter((level) => level > SILENT_DB).sort();
  return heard[Math.floor(heard.length * NOISE_SHARE)] ?? SILENT_DB;
}

/**
 * The noise of a room at each second, where it changes: a fan that comes on is no speech. Speech has pauses before it and behind
 * it, a fan has none on one of its sides. `isLive`: pauses may still come.
 */
function roomNoise(levels: Float32Array, isLive: boolean): number[] {
  const seconds = Math.ceil(levels.length / LEVEL_RATE_HZ);
  const quietest = Array.from({ length: seconds }, (_, second) => {
    const sorted = levels.slice(second * LEVEL_RATE_HZ, (second + 1) * LEVEL_RATE_HZ).sort();
    return sorted[Math.floor(sorted.length * QUIET_SHARE)] ?? SILENT_DB;
  });
  return quietest.map((_, second) =>
    Math.max(
      Math.min(...quietest.slice(Math.max(0, second - PAUSE_WITHIN_SEC), second + 1)),
      isLive && second + PAUSE_WITHIN_SEC >= seconds
        ? SILENT_DB
        : Math.min(...quietest.slice(second, second + 1 + PAUSE_WITHIN_SEC)),
    ),
  );
}

/** `[i][j]`: how much quieter than in its own microphone the voice of j is in the microphone of i, in decibels (negative). */
function learnBleed(levels: readonly Float32Array[], thresholds: readonly number[]): number[][] {
  const alone = levels.map((own, from) => framesAlone(own, levels, (thresholds[from] ?? 0) + ABOVE_BLEED_DB));
  return levels.map((track, index) =>
    levels.map((other, from) => {
      const frames = alone[from] ?? [];
      if (from === index) return 0;
      if (frames.length < LEAST_BLEED_FRAMES) return USUAL_BLEED_DB;
      const differences = Float64Array.from(
        frames,
        (at) => (track[at] ?? SILENT_DB) - (other[at] ?? SILENT_DB),
      ).sort();
      return differences[Math.floor(differences.length / 2)] ?? USUAL_BLEED_DB;
    }),
  );
}

/** Where a voice is louder in its own microphone than in any other, and than `leastDb`. */
function framesAlone(own: Float32Array, levels: readonly Float32Array[], leastDb: number): number[] {
  const frames: number[] = [];
  for (let at = 0; at < own.length; at += 1) {
    const level = own[at] ?? SILENT_DB;
    if (level > leastDb && levels.every((any) => (any[at] ?? SILENT_DB) <= level)) frames.push(at);
  }
  return frames;
}

function toStretches(track: Float32Array, isOwn: (at: number) => boolean): Stretch[] {
  const { length } = track;
  const found: (Stretch & { longestFrames: number })[] = [];
  let runFrames = 0;
  for (let at = 0; at < length; at += 1) {
    if (!isOwn(at)) {
      runFrames = 0;
      continue;
    }
    runFrames += 1;
    const startSec = at / LEVEL_RATE_HZ;
    const last = found.at(-1);
    const endSec = startSec + 1 / LEVEL_RATE_HZ;
    if (last && startSec - last.endSec <= MAX_GAP_SEC) {
      last.endSec = endSec;
      last.longestFrames = Math.max(last.longestFrames, runFrames);
    } else found.push({ startSec, endSec, longestFrames: runFrames });
  }
  return found
    .filter(
      ({ startSec, endSec, longestFrames }) =>
        endSec - startSec >= MIN_SPEECH_SEC && longestFrames >= MIN_RUN_FRAMES,
    )
    .map(({ startSec, endSec }) => ({
      startSec: Math.max(0, behindBreath(track, startSec, endSec) - LEAD_SEC),
      endSec: Math.min(length / LEVEL_RATE_HZ, endSec + TAIL_SEC),
    }));
}

/** Where the words of a stretch begin, in seconds. */
function behindBreath(levels: Float32Array, startSec: number, endSec: number): number {
  const [from, to] = [Math.round(startSec * LEVEL_RATE_HZ), Math.round(endSec * LEVEL_RATE_HZ)];
  const loudest = Math.max(...levels.subarray(from, Math.min(to, from + LEVEL_RATE_HZ)));
  const isWord = (level: number) => level >= loudest - BREATH_DB;
  const breathFrames = levels.subarray(from, from + BREATH_FRAMES).findIndex(isWord);
  return (from + Math.max(0, breathFrames)) / LEVEL_RATE_HZ;
}

/** Stretches as they are sent: short pauses are bridged, none is longer than a model takes, and cuts lie in quiet moments. */
export function toSpans(speech: readonly Stretch[], levels: Float32Array, maxSec = MAX_SPAN_SEC): Stretch[] {
  const spans: Stretch[] = [];
  for (const stretch of speech) {
    for (const part of cutLong(stretch, levels, maxSec)) {
      const last = spans.at(-1);
      const isNear = last && part.startSec - last.endSec <= BRIDGED_SEC;
      if (last && isNear && part.endSec - last.startSec <= maxSec) last.endSec = part.endSec;
      else spans.push({ ...part, startSec: Math.max(part.startSec, last?.endSec ?? 0) });
    }
  }
  return spans;
}

/** Parts that are no longer than so, cut in quiet moments. */
export function cutLong({ startSec, endSec }: Stretch, levels: Float32Array, maxSec: number): Stretch[] {
  if (endSec - startSec <= maxSec) return [{ startSec, endSec }];
  const to = Math.floor((startSec + maxSec) * LEVEL_RATE_HZ);
  const from = Math.floor((startSec + Math.max(maxSec / 2, maxSec - CUT_WITHIN_SEC)) * LEVEL_RATE_HZ);
  const cutSec = quietestOf(levels, from, to) / LEVEL_RATE_HZ;
  return [{ startSec, endSec: cutSec }, ...cutLong({ startSec: cutSec, endSec }, levels, maxSec)];
}

/** The middle of the quietest moment between two levels. */
function quietestOf(levels: Float32Array, from: number, to: number): number {
  let [found, least] = [to, Infinity];
  for (let at = from; at + CUT_FRAMES <= to; at += 1) {
    const sum = levels.subarray(at, at + CUT_FRAMES).reduce((all, level) => all + level, 0);
    if (sum < least) [found, least] = [at + Math.floor(CUT_FRAMES / 2), sum];
  }
  return found;
}
