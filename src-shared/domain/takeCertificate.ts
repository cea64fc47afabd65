import type {
  CertifiedVideoTrack,
  CertifiedSource,
  CertifiedTrack,
  TakeCertificate,
  TakeGap,
} from './certificateSchema.ts';
import { sayInEnglish, type Note, type NoteCode } from './certificateNotes.ts';
import { placeOfInterruption, type Interruption } from './interruptions.ts';
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

export type Judgement = Pick<TakeCertificate, 'grade' | 'condition' | 'summary' | 'missingSec' | 'reasons'> &
  Required<Pick<TakeCertificate, 'summaryNote' | 'notes'>>;
type TakeCondition = Judgement['condition'];

/** Quartz clocks are within 100 ppm; what is far beyond reports of a wrong rate or a broken clock. */
const MUCH_DRIFT_PPM = 300;

/**
 * Green: complete and clean. Amber: all that was recorded is there, with something to know or to listen to, such as
 * silence where nothing arrived, or a camera that was lost and came back. Red: something that was recorded cannot be read,
 * or a camera or screen that was armed was lost for good or never recorded (decision 50).
 */
export function judgeTake(facts: TakeFacts): Judgement {
  const red: Note[] = [];
  const lost: Note[] = [];
  const gaps: Note[] = [];
  const amber: Note[] = [];
  for (const source of facts.sources ?? []) judgeSource(source, { lost, gaps });
  for (const track of facts.tracks) judgeTrack(track, facts.sampleRate, { red, gaps, amber });
  for (const videoTrack of facts.videoTracks ?? []) judgeVideoTrack(videoTrack, { red, amber });
  const trackCount = facts.tracks.length + (facts.videoTracks ?? []).length + lost.length;
  if (trackCount === 0) red.push(note('noTracks'));
  if (facts.endMessage !== null) amber.push(note('stopped', { message: facts.endMessage }));
  if (facts.isRecovered) amber.push(note('recovered'));
  for (const interruption of facts.interruptions ?? []) amber.push(noteOfInterruption(interruption));
  if (facts.interruptions === null) amber.push(note('interruptionsUnreadable'));
  if (facts.missedDeadlines > 0) amber.push(note('machineLate', { count: facts.missedDeadlines }));
  const condition = red.length > 0 ? 'damaged' : lost.length + gaps.length > 0 ? 'gaps' : 'complete';
  const most = facts.tracks.reduce<TrackFacts | null>(
    (found, track) => (track.missingFrames > (found?.missingFrames ?? 0) ? track : found),
    null,
  );
  const sources = facts.sources ?? [];
  const summaryNote = summarise(condition, { most, sources }, amber.length > 0, facts.sampleRate);
  const notes = [...red, ...lost, ...gaps, ...amber];
  return {
    grade: red.length + lost.length > 0 ? 'red' : gaps.length + amber.length > 0 ? 'amber' : 'green',
    condition,
    summary: sayInEnglish(summaryNote),
    summaryNote,
    missingSec: (most?.missingFrames ?? 0) / facts.sampleRate,
    reasons: notes.map(sayInEnglish),
    notes,
  };
}

function judgeTrack(
  track: TrackFacts,
  sampleRate: number,
  { red, gaps, amber }: { red: Note[]; gaps: Note[]; amber: Note[] },
): void {
  const { name, framesDecoded, framesExpected, missingFrames } = track;
  if (framesDecoded === null) return void red.push(undecodable(track));
  if (framesDecoded < framesExpected)
    red.push(note('shorter', { name, missingSec: (framesExpected - framesDecoded) / sampleRate }));
  if (missingFrames > 0) {
    const isSilent = missingFrames >= framesExpected;
    const found = isSilent ? {} : { missingSec: missingFrames / sampleRate, count: track.gapCount };
    gaps.push({ ...note(isSilent ? 'silent' : 'gaps', { name, ...found }), causes: causesOf(track.gaps) });
  }
  if (track.dryFrames > 0) amber.push(note('dry', { name, missingSec: track.dryFrames / sampleRate }));
  if (track.xruns > 0) amber.push(note('xruns', { name, count: track.xruns }));
  if (track.clippedSamples > 0) amber.push(note('clipped', { name, count: track.clippedSamples }));
  if (track.driftPpm !== null && Math.abs(track.driftPpm) > MUCH_DRIFT_PPM)
    amber.push(note('drift', { name, driftPpm: track.driftPpm }));
}

function judgeSource(
  { name, isRecorded, gaps: found }: SourceFacts,
  { lost, gaps }: { lost: Note[]; gaps: Note[] },
): void {
  if (!isRecorded) return void lost.push(note('noVideo', { name }));
  for (const { atSec, lengthSec, isBack, isLost } of found) {
    const values = { name, lengthSec, from: formatTimer(atSec) };
    if (isBack) gaps.push(note(atSec === 0 ? 'videoLate' : 'videoGap', values));
    else if (isLost) lost.push(note('videoLost', values));
    else gaps.push(note('videoEnd', values));
  }
}

/** Frames come at least twice a second while they are recorded, also of a screen that stands still. */
const LONG_GAP_SEC = 1.5;

function judgeVideoTrack(videoTrack: VideoTrackFacts, { red, amber }: { red: Note[]; amber: Note[] }): void {
  const { name, framesDecoded, framesExpected, framesDropped, longestGapSec } = videoTrack;
  if (framesDecoded === null) return void red.push(undecodable(videoTrack));
  if (framesDecoded < framesExpected)
    red.push(note('framesMissing', { name, found: framesDecoded, count: framesExpected }));
  if (framesExpected === 0) amber.push(note('videoEmpty', { name }));
  if (framesDropped > 0) amber.push(note('framesDropped', { name, count: framesDropped }));
  if (longestGapSec > LONG_GAP_SEC) amber.push(note('froze', { name, lengthSec: longestGapSec }));
  if (videoTrack.endMessage !== null)
    amber.push(note('trackStopped', { name, message: videoTrack.endMessage }));
  if (videoTrack.isUndecoded) amber.push(note('undecoded', { name }));
}

const undecodable = ({ name, problem }: Pick<TrackFacts, 'name' | 'problem'>): Note =>
  problem === null ? note('fileUnreadable', { name }) : note('undecodable', { name, problem });

function noteOfInterruption(interruption: Interruption): Note {
  return note(interruption.kind === 'sleep' ? 'slept' : 'suspended', placeOfInterruption(interruption));
}

function summarise(
  condition: TakeCondition,
  { most, sources }: { most: TrackFacts | null; sources: readonly SourceFacts[] },
  hasMoreToKnow: boolean,
  sampleRate: number,
): Note {
  if (condition === 'damaged') return note('sumDamaged');
  const unrecorded = sources.filter(({ isRecorded }) => !isRecorded).map(({ name }) => name);
  if (unrecorded.length > 0) return note('sumUnrecorded', { names: unrecorded.join(', ') });
  const lacking = sources.filter(({ gaps }) => gaps.length > 0).map(({ name }) => name);
  if (lacking.length > 0) return note('sumPartly', { names: lacking.join(', ') });
  if (condition === 'gaps' && most) {
    const lengthSec = most.missingFrames / sampleRate;
    const [code, values] =
      lengthSec < 1
        ? (['sumShortGaps', { missingSec: lengthSec }] as const)
        : (['sumGaps', { lengthSec }] as const);
    return { ...note(code, values), causes: causesOf(most.gaps).slice(0, 1) };
  }
  return note(hasMoreToKnow ? 'sumKnow' : 'sumComplete');
}

const note = (code: NoteCode, values: Note['values'] = {}): Note => ({ code, values });

/** Those there are, what took most first. */
function causesOf(gaps: readonly GapFacts[]): GapFacts['reason'][] {
  const frames = new Map<GapFacts['reason'], number>();
  for (const { reason, missingFrames } of gaps) frames.set(reason, (frames.get(reason) ?? 0) + missingFrames);
  const found = [...frames].sort(([, one], [, other]) => other - one).map(([reason]) => reason);
  return found.length === 0 ? ['device'] : found;
}
