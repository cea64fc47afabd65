import type { SourceGap } from './certificateSchema.ts';

/** A camera or screen that a take was to have, in frames of the take. */
interface Armed {
  fromFrame: number;
  /** null: to the end of the take. */
  untilFrame: number | null;
}

/** One file of it. */
interface Part {
  /** null before its first frame. */
  startFrame: number | null;
  durationSec: number;
  framesWritten: number;
  /** Why it ended on its own. */
  ended: object | null;
}

/** A source gives its first frame a moment after the take's start, and its last one a moment before the end. */
const EDGE_SEC = 1.5;
/** Between two parts nothing is usual. */
const BETWEEN_SEC = 0.1;

/** Where nothing of an armed source was written, in the order of the take; `takeEndSec`: how long that is. */
export function findSourceGaps(
  { fromFrame, untilFrame }: Armed,
  parts: readonly Part[],
  { sampleRate, takeEndSec }: { sampleRate: number; takeEndSec: number },
): SourceGap[] {
  const fromSec = fromFrame / sampleRate;
  const untilSec = Math.max(fromSec, Math.min(takeEndSec, (untilFrame ?? Infinity) / sampleRate));
  const written = parts
    .filter(({ startFrame, framesWritten }) => startFrame !== null && framesWritten > 0)
    .map(({ startFrame, durationSec, ended }) => {
      const startSec = (startFrame ?? 0) / sampleRate;
      return { startSec, endSec: startSec + durationSec, isLost: ended !== null };
    })
    .sort((one, other) => one.startSec - other.startSec);
  // All of it, be the take shorter than any edge.
  if (written.length === 0)
    return [{ atSec: fromSec, lengthSec: untilSec - fromSec, isBack: false, isLost: false }];
  const gaps: SourceGap[] = [];
  let atSec = fromSec;
  let isLost = false;
  for (const [index, part] of written.entries()) {
    const lengthSec = part.startSec - atSec;
    if (lengthSec > (index === 0 ? EDGE_SEC : BETWEEN_SEC))
      gaps.push({ atSec, lengthSec, isBack: true, isLost });
    if (part.endSec < atSec) continue;
    atSec = part.endSec;
    isLost = part.isLost;
  }
  if (untilSec - atSec > EDGE_SEC) gaps.push({ atSec, lengthSec: untilSec - atSec, isBack: false, isLost });
  return gaps;
}
