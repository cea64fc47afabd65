import type {
  CertifiedVideoTrack,
  CertifiedSource,
  CertifiedTrack,
  TakeCertificate,
  TakeGap,
} from './certificateSchema.ts';
import { describeInterruption, type Interruption } from './interruptions.ts';
import { formatTimer } from './time.ts';

/** What is known of one track when a take is judged. Frames are at the take's rate. */
export type TrackFacts = Omit<CertifiedTrack, 'id' | 'file' | 'sizeBytes' | 'sha256' | 'integratedLufs'> & {
  /** Those that are listed; `gapCount` and `missingFrames` are of all. */
  gaps: readonly GapFacts[];
};
type GapFacts = Pick<TakeGap, 'missingFrames' | 'reason'>;

/** What is known of a camera or a screen. */
export type VideoTrackFacts = Omit<
  CertifiedVideoTrack,
  'id' | 'kind' | 'file' | 'sizeBytes' | 'sha256' | 'durationSec'
> & {
  /** Why it ended on its own. */
  endMessage: string | null;
};

/** What is known of a camera or a screen that was armed, of however many parts. */
export type SourceFacts = Omit<CertifiedSource, 'id'>;

export interface TakeFacts {
  sampleRate: number;
  tracks: readonly TrackFacts[];
  videoTracks?: readonly VideoTrackFacts[];
  sources?: readonly SourceFacts[];
  missedDeadlines: number;
  /** Why the recording ended on its own; null where it was asked for. */
  endMessage: string | null;
  isRecovered: boolean;
  /** When the computer slept, or SoundDesk stood still; null where that was written and cannot be read any more. */
  interruptions?: readonly Interruption[] | null;
}

export type Judgement = Pick<TakeCertificate, 'grade' | 'condition' | 'summary' | 'missingSec' | 'reasons'>;
type TakeCondition = Judgement['condition'];

/** Quartz clocks are within 100 ppm; what is far beyond reports of a wrong rate or a broken clock. */
const MUCH_DRIFT_PPM = 300;

/**
 * Green: complete and clean. Amber: all that was recorded is there, with something to know or to listen to, such as
 * silence where nothing arrived, or a camera that was lost and came back. Red: something that was recorded cannot be read,
 * or a camera or screen that was armed was lost for good or never recorded (decision 50).
 */
export function judgeTake(facts: TakeFacts): Judgement {
  const red: string[] = [];
  const lost: string[] = [];
  const gaps: string[] = [];
  const amber: string[] = [];
  for (const source of facts.sources ?? []) judgeSource(source, { lost, gaps });
  for (const track of facts.tracks) judgeTrack(track, facts.sampleRate, { red, gaps, amber });
  for (const videoTrack of facts.videoTracks ?? []) judgeVideoTrack(videoTrack, { red, amber });
  const trackCount = facts.tracks.length + (facts.videoTracks ?? []).length + lost.length;
  if (trackCount === 0) red.push('The take has no tracks.');
  if (facts.endMessage !== null) amber.push(`The recording stopped unexpectedly: ${facts.endMessage}`);
  if (facts.isRecovered)
    amber.push('The recording was cut off and has been recovered: up to its last second may be missing.');
  for (const interruption of facts.interruptions ?? []) amber.push(describeInterruption(interruption));
  if (facts.interruptions === null)
    amber.push('The record of what interrupted the recording can no longer be read.');
  if (facts.missedDeadlines > 0)
    amber.push(`The machine was late ${times(facts.missedDeadlines)} while recording.`);
  const condition = red.length > 0 ? 'damaged' : lost.length + gaps.length > 0 ? 'gaps' : 'complete';
  const most = facts.tracks.reduce<TrackFacts | null>(
    (found, track) => (track.missingFrames > (found?.missingFrames ?? 0) ? track : found),
    null,
  );
  return {
    grade: red.length + lost.length > 0 ? 'red' : gaps.length + amber.length > 0 ? 'amber' : 'green',
    condition,
    summary: summarise(condition, { most, sources: facts.sources ?? [] }, amber.length > 0, facts.sampleRate),
    missingSec: (most?.missingFrames ?? 0) / facts.sampleRate,
    reasons: [...red, ...lost, ...gaps, ...amber],
  };
}

function judgeTrack(
  track: TrackFacts,
  sampleRate: number,
  { red, gaps, amber }: { red: string[]; gaps: string[]; amber: string[] },
): void {
  const { name, framesDecoded, framesExpected, missingFrames } = track;
  if (framesDecoded === null) {
    red.push(`${name} cannot be decoded: ${track.problem ?? 'its file is not readable'}`);
    return;
  }
  if (framesDecoded < framesExpected) {
    red.push(`${name} is ${seconds(framesExpected - framesDecoded, sampleRate)} shorter than its take.`);
  }
  if (missingFrames > 0 && missingFrames >= framesExpected) {
    gaps.push(`${name} is silent throughout: ${describeCause(track)}.`);
  } else if (missingFrames > 0) {
    const inGaps = `in ${plural(track.gapCount, 'gap')}`;
    gaps.push(
      `${name} has ${seconds(missingFrames, sampleRate)} of silence ${inGaps}: ${describeCause(track)}.`,
    );
  }
  if (track.dryFrames > 0) {
    amber.push(
      `${name} has ${seconds(track.dryFrames, sampleRate)} without its plug-ins: they were late, started again or changed their delay. The sound itself is there.`,
    );
  }
  if (track.xruns > 0) {
    amber.push(
      `The sound system lost its time ${times(track.xruns)} while it recorded ${name} (xrun): some milliseconds there may lack or come twice.`,
    );
  }
  if (track.clippedSamples > 0)
    amber.push(`${name} is clipped: ${plural(track.clippedSamples, 'sample')} at full scale.`);
  if (track.driftPpm !== null && Math.abs(track.driftPpm) > MUCH_DRIFT_PPM) {
    amber.push(
      `The clock of ${name} was ${track.driftPpm.toFixed(0).replace('-', '−')} ppm off, and was corrected; check the device's rate.`,
    );
  }
}

function judgeSource(
  { name, isRecorded, gaps: found }: SourceFacts,
  { lost, gaps }: { lost: string[]; gaps: string[] },
): void {
  if (!isRecorded) return void lost.push(`${name} was not recorded: no video of it arrived.`);
  for (const { atSec, lengthSec, isBack, isLost } of found) {
    const from = `${lengthSec.toFixed(1)} s from ${formatTimer(atSec)} on`;
    if (isBack && atSec === 0) gaps.push(`${name} was not recorded for ${from}: its first frame came late.`);
    else if (isBack) gaps.push(`${name} was not recorded for ${from}, and then again.`);
    else if (isLost) lost.push(`${name} was not recorded for ${from}, to the end.`);
    else gaps.push(`${name} was not recorded for ${from}, to the end: its last frames did not arrive.`);
  }
}

/** Frames come at least twice a second while they are recorded, also of a screen that stands still. */
const LONG_GAP_SEC = 1.5;

function judgeVideoTrack(
  videoTrack: VideoTrackFacts,
  { red, amber }: { red: string[]; amber: string[] },
): void {
  const { name, framesDecoded, framesExpected, framesDropped, longestGapSec } = videoTrack;
  if (framesDecoded === null) {
    red.push(`${name} cannot be decoded: ${videoTrack.problem ?? 'its file is not readable'}`);
    return;
  }
  if (framesDecoded < framesExpected) {
    red.push(`${name} has ${framesDecoded} of its ${plural(framesExpected, 'frame')}.`);
  }
  if (framesExpected === 0) amber.push(`${name} has no video: none arrived.`);
  if (framesDropped > 0) {
    amber.push(`${name} lacks ${plural(framesDropped, 'frame')}: the machine could not keep up.`);
  }
  if (longestGapSec > LONG_GAP_SEC) {
    amber.push(`${name} froze for ${longestGapSec.toFixed(1)} s: no frames arrived.`);
  }
  if (videoTrack.endMessage !== null) amber.push(`${name} stopped unexpectedly: ${videoTrack.endMessage}`);
  if (videoTrack.isUndecoded) {
    amber.push(`${name} was not decoded, since FFmpeg is not installed. The structure of its file is whole.`);
  }
}

function summarise(
  condition: TakeCondition,
  { most, sources }: { most: TrackFacts | null; sources: readonly SourceFacts[] },
  hasMoreToKnow: boolean,
  sampleRate: number,
): string {
  if (condition === 'damaged') return 'damaged: something that was recorded cannot be read';
  const unrecorded = sources.filter(({ isRecorded }) => !isRecorded).map(({ name }) => name);
  if (unrecorded.length > 0) return `incomplete: ${unrecorded.join(', ')} not recorded`;
  const lacking = sources.filter(({ gaps }) => gaps.length > 0).map(({ name }) => name);
  if (lacking.length > 0) return `incomplete: ${lacking.join(', ')} not recorded all the time`;
  if (condition === 'gaps' && most) {
    const length = (most.missingFrames / sampleRate).toFixed(most.missingFrames < sampleRate ? 3 : 1);
    return `complete with reported gaps: ${length} s of silence ${WHERE[mainReason(most)]}`;
  }
  return hasMoreToKnow ? 'complete, with something to know' : 'complete';
}

const WHERE: Record<GapFacts['reason'], string> = {
  device: 'where the device delivered nothing',
  standstill: 'where the computer froze',
  overflow: 'where the disk was too slow',
  late: 'where nothing arrived',
  lost: 'where the recording was cut off',
};
const CAUSES: Record<GapFacts['reason'], string> = {
  device: 'its device delivered nothing',
  standstill: 'the computer or SoundDesk froze',
  overflow: 'the disk was too slow',
  late: 'nothing arrived',
  lost: 'the recording was cut off',
};

/** Of most of what is missing. */
function mainReason({ gaps }: TrackFacts): GapFacts['reason'] {
  const [first] = causesOf(gaps);
  return first ?? 'device';
}

function describeCause({ gaps }: TrackFacts): string {
  const causes = causesOf(gaps).map((reason) => CAUSES[reason]);
  return causes.length === 0 ? CAUSES.device : causes.join('; ');
}

/** Those there are, what took most first. */
function causesOf(gaps: readonly GapFacts[]): GapFacts['reason'][] {
  const frames = new Map<GapFacts['reason'], number>();
  for (const { reason, missingFrames } of gaps) frames.set(reason, (frames.get(reason) ?? 0) + missingFrames);
  return [...frames].sort(([, one], [, other]) => other - one).map(([reason]) => reason);
}

function seconds(frames: number, sampleRate: number): string {
  return `${(frames / sampleRate).toFixed(3)} s`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
