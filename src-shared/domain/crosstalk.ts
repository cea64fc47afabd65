import { findCrosstalkIn, speechThresholdDb, type Microphone } from './edit/talk.ts';
import type { FrameRange } from './edit/timeline.ts';

/** A voice of a take as its waveform shows it. */
export interface RecordedVoice {
  /** Lowest and highest sample of each point, in 16 bits, channel by channel. */
  points: Int16Array;
  pointFrames: number;
  channels: number;
  /** How much later than the take it begins. */
  offsetFrames: number;
}

const FULL_SCALE = 32_767;
const SILENT_DB = -120;
/** Two points of a hundredth of a second: a level for each 20 ms, as the editor has them. */
const HOP_POINTS = 2;
/** A second of a voice alone says how loud it is. */
const LEAST_VOICE_HOPS = 50;
const MARGIN_DB = 10;
/** What is so much quieter than a voice at its usual is no word of it. */
const QUIETEST_WORD_DB = 25;
/** As a room of 0.8 s does. */
const ROOM_FALL_DB = 1.5;
/** What is shorter is no word. */
const LEAST_WORD_HOPS = 3;
/** The others' pauses between words. */
const HOLD_HOPS = 40;
/** Stays around a voice's own words. */
const PADDING_HOPS = 6;
const LEAST_HOPS = 15;
/** Of the gain at both ends of what is muted. */
const RAMP_SEC = 0.01;

/**
 * Where each microphone hears nobody but the others, in frames of its own file. Each is compared with the others as if all
 * were turned up to hear their own voice equally loud. Between two of them other work has its turn: hours take a second.
 */
export async function crosstalkOf(voices: readonly RecordedVoice[]): Promise<FrameRange[][]> {
  const [first] = voices;
  if (!first) return [];
  const hopFrames = HOP_POINTS * first.pointFrames;
  const start = Math.min(...voices.map(({ offsetFrames }) => offsetFrames));
  const laid = await eachInTurn(voices, (voice) => {
    const atHop = Math.round((voice.offsetFrames - start) / hopFrames);
    return { atHop, levelsDb: levelsOf(voice, atHop) };
  });
  const hops = Math.max(...laid.map(({ levelsDb }) => levelsDb.length));
  const whole = await eachInTurn(laid, ({ levelsDb }) => microphoneOf(levelsDb, hops));
  const voicesDb = await eachInTurn(whole, (own) => voiceDb(own, whole));
  const microphones = evened(whole, voicesDb);
  const inRooms = await eachInTurn(microphones, inRoom);
  return eachInTurn(microphones, (own, index) => {
    const { atHop = 0 } = laid[index] ?? {};
    const others = inRooms.filter((_, other) => other !== index);
    const settings = { marginDb: MARGIN_DB, minFrames: 1, paddingFrames: 0 };
    return held(findCrosstalkIn(own, others, settings), own)
      .map(({ from, to }) => ({ from: from + PADDING_HOPS, to: to - PADDING_HOPS }))
      .filter(({ from, to }) => to - from >= LEAST_HOPS)
      .map(({ from, to }) => ({ from: (from - atHop) * hopFrames, to: (to - atHop) * hopFrames }));
  });
}

async function eachInTurn<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const done: R[] = [];
  for (const [index, item] of items.entries()) {
    done.push(work(item, index));
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
  }
  return done;
}

/** Mutes ranges in interleaved sound that begins at `fromFrame`, with a ramp at both ends of each. */
export function muteRanges(
  samples: Float32Array,
  ranges: readonly FrameRange[],
  { fromFrame, channels, sampleRate }: { fromFrame: number; channels: number; sampleRate: number },
): void {
  const rampFrames = Math.round(RAMP_SEC * sampleRate);
  const frames = samples.length / channels;
  for (const { from, to } of ranges) {
    const end = Math.min(frames, to - fromFrame);
    for (let frame = Math.max(0, from - fromFrame); frame < end; frame += 1) {
      const inside = Math.min(frame + fromFrame - from, to - 1 - (frame + fromFrame));
      const gain = Math.max(0, 1 - inside / rampFrames);
      for (let at = frame * channels; at < (frame + 1) * channels; at += 1)
        samples[at] = (samples[at] ?? 0) * gain;
    }
  }
}

function levelsOf({ points, channels }: RecordedVoice, atHop: number): Float32Array {
  const hopValues = HOP_POINTS * channels * 2;
  const levels = new Float32Array(atHop + Math.ceil(points.length / hopValues)).fill(SILENT_DB);
  for (let from = 0, hop = atHop; from < points.length; from += hopValues, hop += 1) {
    let peak = 0;
    const end = Math.min(points.length, from + hopValues);
    for (let at = from; at < end; at += 1) peak = Math.max(peak, Math.abs(points[at] ?? 0));
    if (peak > 0) levels[hop] = 20 * Math.log10(peak / FULL_SCALE);
  }
  return levels;
}

interface Laid extends Microphone {
  levelsDb: Float32Array;
}

function microphoneOf(levelsDb: Float32Array, hops: number): Laid {
  const whole = new Float32Array(hops).fill(SILENT_DB);
  whole.set(levelsDb);
  return { levelsDb: whole, thresholdDb: speechThresholdDb(levelsDb) };
}

/** A microphone that is turned up hears the others louder as well: all as loud as the one with the loudest voice. */
function evened(microphones: readonly Laid[], voicesDb: readonly (number | null)[]): Microphone[] {
  const loudest = Math.max(SILENT_DB, ...voicesDb.flatMap((db) => db ?? []));
  return microphones.map(({ levelsDb, thresholdDb }, index): Microphone => {
    const db = voicesDb[index] ?? loudest;
    const gainDb = loudest - db;
    return {
      levelsDb: levelsDb.map((level) => level + gainDb),
      thresholdDb: Math.max(thresholdDb, db - QUIETEST_WORD_DB) + gainDb,
    };
  });
}

/** How loud a microphone hears its own voice; null: it is too seldom the loudest one to say. */
function voiceDb(own: Laid, all: readonly Microphone[]): number | null {
  const levels = own.levelsDb.filter(
    (level, hop) =>
      level >= own.thresholdDb && all.every(({ levelsDb }) => level >= (levelsDb[hop] ?? SILENT_DB)),
  );
  if (levels.length < LEAST_VOICE_HOPS) return null;
  return levels.toSorted()[Math.floor(levels.length / 2)] ?? null;
}

/** As another microphone hears it: some milliseconds earlier or later, and with what the room adds. */
function inRoom({ levelsDb, thresholdDb }: Microphone): Microphone {
  let heard = SILENT_DB;
  const levels = Float32Array.from(levelsDb, (level, hop) => {
    heard = Math.max(heard - ROOM_FALL_DB, level, levelsDb[hop + 1] ?? SILENT_DB);
    return heard;
  });
  return { levelsDb: levels, thresholdDb };
}

/** Ranges without the short gaps in which the voice itself says nothing. */
function held(ranges: readonly FrameRange[], { levelsDb, thresholdDb }: Microphone): FrameRange[] {
  const joined: FrameRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && range.from - last.to <= HOLD_HOPS && isSilent(last.to, range.from)) last.to = range.to;
    else joined.push({ ...range });
  }
  return joined;

  function isSilent(from: number, to: number): boolean {
    let run = 0;
    for (let hop = from; hop < to && run < LEAST_WORD_HOPS; hop += 1)
      run = (levelsDb[hop] ?? SILENT_DB) >= thresholdDb ? run + 1 : 0;
    return run < LEAST_WORD_HOPS;
  }
}
