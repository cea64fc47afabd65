import type { TakeRange } from '../contract/takeExport.ts';
import type { TakeDocument, TakeTrack } from '../contract/takes.ts';
import type { ArmedSource } from '../contract/takeVideoTracks.ts';
import type { TakeGap } from '../domain/certificateSchema.ts';

/** The document of a part of a take, which is a take of its own. */
export function documentOfPart(
  document: TakeDocument,
  { range, name, tracks }: { range: TakeRange; name: string; tracks: TakeTrack[] },
): TakeDocument {
  const { fromFrame, frames } = range;
  const { startedAtMs, sampleRate, timecode } = document;
  const inside = <T extends { atFrame: number }>(moments: readonly T[]) =>
    moments
      .map((moment) => ({ ...moment, atFrame: moment.atFrame - fromFrame }))
      .filter(({ atFrame }) => atFrame >= 0 && atFrame < frames);
  return {
    ...document,
    name,
    status: 'finished',
    startFrame: null,
    frames,
    tracks,
    ended: null,
    cleaning: null,
    startedAtMs: startedAtMs === null ? null : startedAtMs + (fromFrame / sampleRate) * 1000,
    timecode: {
      ...timecode,
      timeReference: timecode.timeReference === null ? null : Math.max(0, timecode.timeReference + fromFrame),
    },
    markers: inside(document.markers),
    pauses: inside(document.pauses),
  };
}

/** What lacks within a part; a gap that begins or ends outside has as much of it as lies inside. */
export function gapsOfPart(
  gaps: readonly TakeGap[],
  { fromFrame, frames }: TakeRange,
): Pick<TakeTrack, 'gaps' | 'gapCount' | 'missingFrames'> {
  const inside = gaps.flatMap((gap) => {
    const startFrame = Math.max(gap.atFrame, fromFrame);
    const spanFrames = Math.min(gap.atFrame + gap.spanFrames, fromFrame + frames) - startFrame;
    if (spanFrames <= 0) return [];
    const missingFrames = Math.min(gap.missingFrames, spanFrames);
    return [{ ...gap, atFrame: startFrame - fromFrame, spanFrames, missingFrames }];
  });
  const missingFrames = inside.reduce((sum, gap) => sum + gap.missingFrames, 0);
  return { gaps: inside, gapCount: inside.length, missingFrames };
}

/** A camera or screen that was wanted, as far as it was within the part. */
export function sourceOfPart(source: ArmedSource, { fromFrame, frames }: TakeRange): ArmedSource[] {
  const from = Math.max(0, source.fromFrame - fromFrame);
  const until = source.untilFrame === null ? null : source.untilFrame - fromFrame;
  if (from >= frames || (until !== null && until <= 0)) return [];
  return [{ ...source, fromFrame: from, untilFrame: until === null || until >= frames ? null : until }];
}
