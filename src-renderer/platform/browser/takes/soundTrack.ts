import type { TakeTrack, TrackFader } from '../../../../src-shared/contract/takes.ts';
import type { TakeGap } from '../../../../src-shared/domain/certificateSchema.ts';
import { VOLUME_PERCENT } from '../../../../src-shared/domain/gain.ts';
import { OPUS_RATE_HZ } from '../../../../src-shared/domain/opus.ts';
import type { ChannelColour } from '../../../../src-shared/domain/videoChannels.ts';
import type { ScannedFile, ScannedSound } from './scanTake.ts';

/** A source stops a moment before the take's end. */
const EDGE_FRAMES = 1.5 * OPUS_RATE_HZ;
const LAST_PIECE_FRAMES = 0.12 * OPUS_RATE_HZ;
const MOST_GAPS = 10_000;

/** What is known of a file of sound, beside what lies in it. */
export interface SoundFileFacts {
  id: string;
  name: string;
  file: string;
  /** What its device, or what was shared, is called. */
  source: string;
  /** Of its channel. */
  colour?: ChannelColour | undefined;
  /** In the take; null before its first piece. */
  startMs: number | null;
  /** Why it ended before the take did. */
  ended: string | null;
  /** null where it holds nothing that can be read, or was not looked through. */
  scanned: ScannedFile | null;
  takeFrames: number;
  /** Another one was recorded in its place: nothing is missing behind it. */
  isReplaced: boolean;
  /** How its channel stood; none where it has no fader. */
  faders?: readonly TrackFader[] | undefined;
}

export const peaksNameOf = (file: string): string => file.replace(/\.(webm|wav)$/, '.peaks');

/** A track of sound of a browser's take. */
export function soundTrackOf(facts: SoundFileFacts): TakeTrack {
  const { id, name, file, source, colour, startMs, ended, scanned } = facts;
  const sound = scanned?.kind === 'sound' ? scanned : null;
  const startFrame = sound?.startFrame ?? Math.round(((startMs ?? 0) / 1000) * OPUS_RATE_HZ);
  const gaps = sound ? gapsOf(facts, sound) : [];
  const endFrame = gaps.reduce(
    (end, { atFrame, spanFrames }) => Math.max(end, atFrame + spanFrames),
    reportedEnd(sound),
  );
  const length = Math.max(0, endFrame - startFrame);
  return {
    id,
    name,
    kind: 'channel',
    ...(colour && { colour }),
    channels: Math.min(2, sound?.channels ?? 1),
    file,
    peaks: peaksNameOf(file),
    device: { id: '', name: source, channels: [] },
    startFrame,
    framesExpected: length,
    framesWritten: sound ? length : 0,
    gaps: gaps.slice(0, MOST_GAPS),
    gapCount: gaps.length,
    missingFrames: gaps.reduce((sum, { missingFrames }) => sum + missingFrames, 0),
    dryFrames: 0,
    xruns: 0,
    clippedSamples: 0,
    driftPpm: null,
    offsetFrames: startFrame,
    ended: ended === null ? null : { code: 'DEVICE_LOST', message: ended },
    ...(facts.faders?.some(isMoved) && { faders: [...facts.faders] }),
  };
}

const isMoved = ({ volume, pan, isMuted }: TrackFader) =>
  isMuted || pan !== 0 || volume !== VOLUME_PERCENT.max;

/** What its writer said, where more of it lacks than its last piece may. */
function reportedEnd(sound: ScannedSound | null): number {
  if (!sound) return 0;
  const { endFrame, reportedEndFrame } = sound;
  return (reportedEndFrame ?? 0) > endFrame + LAST_PIECE_FRAMES ? (reportedEndFrame ?? 0) : endFrame;
}

function gapsOf({ takeFrames, ended, isReplaced }: SoundFileFacts, sound: ScannedSound): TakeGap[] {
  const gaps = sound.gaps.map(({ atFrame, frames }): TakeGap => gapOf(atFrame, frames, 'late'));
  const atFrame = reportedEnd(sound);
  const missing = takeFrames - atFrame;
  if (missing > EDGE_FRAMES && !isReplaced)
    gaps.push(gapOf(atFrame, missing, ended === null ? 'late' : 'device'));
  return gaps;
}

const gapOf = (atFrame: number, frames: number, reason: TakeGap['reason']): TakeGap => ({
  atFrame,
  spanFrames: frames,
  missingFrames: frames,
  reason,
});
