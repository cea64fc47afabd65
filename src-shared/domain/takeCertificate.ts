/** What is known of one track when a take is judged. Frames are at the take's rate. */
export interface TrackFacts {
  name: string;
  framesExpected: number;
  /** Counted by decoding; null where the file cannot be decoded. */
  framesDecoded: number | null;
  /** What kept it from being decoded. */
  problem: string | null;
  gapCount: number;
  missingFrames: number;
  clippedSamples: number;
  truePeakDb: number | null;
  /** Clock of the device against the session's, as it was corrected. */
  driftPpm: number | null;
}

export interface TakeFacts {
  sampleRate: number;
  tracks: readonly TrackFacts[];
  missedDeadlines: number;
  /** Why the recording ended by itself; null where it was asked for. */
  endMessage: string | null;
  isRecovered: boolean;
}

export type Grade = 'green' | 'amber' | 'red';
export interface Judgement {
  grade: Grade;
  /** One sentence each, the worst first. */
  reasons: string[];
}

/** More sound missing than this, in all gaps of a track, is heard. */
const MUCH_MISSING_SEC = 1;
/** Quartz clocks are within 100 ppm; what is far beyond tells of a wrong rate or a broken clock. */
const MUCH_DRIFT_PPM = 300;

/**
 * Green: whole and clean. Amber: whole, with something to listen to. Red: something that was recorded cannot be
 * decoded, or a track misses more than a second.
 */
export function judgeTake(facts: TakeFacts): Judgement {
  const red: string[] = [];
  const amber: string[] = [];
  for (const track of facts.tracks) judgeTrack(track, facts.sampleRate, red, amber);
  if (facts.tracks.length === 0) red.push('The take has no tracks.');
  if (facts.endMessage !== null) amber.push(`The recording ended by itself: ${facts.endMessage}`);
  if (facts.isRecovered)
    amber.push('The recording was cut off and has been recovered: up to its last second may be missing.');
  if (facts.missedDeadlines > 0)
    amber.push(`The machine was late ${times(facts.missedDeadlines)} while recording.`);
  return {
    grade: red.length > 0 ? 'red' : amber.length > 0 ? 'amber' : 'green',
    reasons: [...red, ...amber],
  };
}

function judgeTrack(track: TrackFacts, sampleRate: number, red: string[], amber: string[]): void {
  const { name, framesDecoded, framesExpected, missingFrames } = track;
  const seconds = (frames: number) => `${(frames / sampleRate).toFixed(3)} s`;
  if (framesDecoded === null) {
    red.push(`${name} cannot be decoded: ${track.problem ?? 'its file is not readable'}`);
    return;
  }
  if (framesDecoded < framesExpected) {
    const missing = framesExpected - framesDecoded;
    const list = missing > MUCH_MISSING_SEC * sampleRate ? red : amber;
    list.push(`${name} is ${seconds(missing)} shorter than its take.`);
  }
  if (missingFrames > 0) {
    const list = missingFrames > MUCH_MISSING_SEC * sampleRate ? red : amber;
    list.push(
      `${name} has silence for ${seconds(missingFrames)} that did not arrive, in ${plural(track.gapCount, 'gap')}.`,
    );
  }
  if (track.clippedSamples > 0)
    amber.push(`${name} is clipped: ${plural(track.clippedSamples, 'sample')} at full scale.`);
  if (track.driftPpm !== null && Math.abs(track.driftPpm) > MUCH_DRIFT_PPM) {
    amber.push(
      `The clock of ${name} was ${track.driftPpm.toFixed(0)} ppm off, and was corrected; check the device's rate.`,
    );
  }
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
