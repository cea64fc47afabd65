import { takeJournalLineSchema, type TakeDocument, type TakeTrack } from '../contract/takes.ts';
import type { TakeGap } from '../domain/certificateSchema.ts';

/** As many as a document may have. */
const MOST_ENTRIES = 100_000;

type Line = ReturnType<typeof takeJournalLineSchema.parse>;

/**
 * A take without an end, with what its journal says applied. A line that is torn or not understood is left out:
 * the journal is appended to, so only its last one can be torn.
 */
export function replayJournal(document: TakeDocument, lines: Iterable<string>): TakeDocument {
  const replayed: TakeDocument = {
    ...document,
    timecode: { ...document.timecode },
    markers: [...document.markers],
    pauses: [...document.pauses],
    tracks: document.tracks.map((track) => ({ ...track, gaps: [...track.gaps] })),
  };
  let pausedAt: number | null = null;
  for (const text of lines) {
    const line = parseLine(text);
    if (!line) continue;
    if (line.type === 'pause') pausedAt ??= line.sessionFrame;
    if (line.type === 'resume' && pausedAt !== null && replayed.pauses.length < MOST_ENTRIES) {
      replayed.pauses.push({
        atFrame: line.atFrame,
        frames: Math.max(0, line.sessionFrame - pausedAt),
      });
      pausedAt = null;
    }
    apply(replayed, line);
  }
  return replayed;
}

/** How much of each track's file was on the disk when that was written last; null where it was never. */
export function syncedBytesOf(lines: Iterable<string>): number[] | null {
  let bytes: number[] | null = null;
  for (const text of lines) {
    const line = text.includes('"synced"') ? parseLine(text) : null;
    if (line?.type === 'synced') bytes = line.bytes;
  }
  return bytes;
}

function parseLine(text: string): Line | null {
  if (text === '') return null;
  try {
    const parsed = takeJournalLineSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // Torn by a kill.
  }
}

function apply(document: TakeDocument, line: Line): void {
  switch (line.type) {
    case 'start':
      document.startFrame = line.sessionFrame;
      document.startedAtMs = line.startedAtMs;
      document.timecode.timeReference = line.timeReference;
      for (const track of document.tracks) track.startFrame = line.sessionFrame;
      return;
    case 'gap':
      for (const track of document.tracks) if (track.id === line.track) applyGap(track, line.gap);
      return;
    case 'marker':
      if (document.markers.length < MOST_ENTRIES)
        document.markers.push({ atFrame: line.atFrame, label: line.label });
      return;
    case 'timecode':
      document.timecode.timeReference = line.timeReference;
      document.timecode.fps = line.fps;
      return;
    case 'progress':
      document.frames = Math.max(document.frames, line.frames);
      document.missedDeadlines = line.missedDeadlines;
      document.tracks.forEach((track, index) => {
        track.framesExpected = document.frames;
        track.driftPpm = line.driftPpm[index] ?? track.driftPpm;
        track.dryFrames = line.dryFrames[index] ?? track.dryFrames;
        track.xruns = line.xruns[index] ?? track.xruns;
      });
      return;
    case 'pause':
    case 'resume':
      return; // Pairs of them are pauses: see above.
    case 'synced':
      return; // Of the files, not of the take: `syncedBytesOf`.
  }
}

/** A gap that is still growing is named more than once: the last time counts. */
function applyGap(track: TakeTrack, gap: TakeGap): void {
  const last = track.gaps.at(-1);
  if (last?.atFrame !== gap.atFrame || last.reason !== gap.reason) return addGap(track, gap);
  track.gaps[track.gaps.length - 1] = gap;
  track.missingFrames += gap.missingFrames - last.missingFrames;
}

/** Adds a gap to a track's list and sums. */
export function addGap(track: TakeTrack, gap: TakeGap): void {
  if (track.gaps.length < 10_000) track.gaps.push(gap);
  track.gapCount += 1;
  track.missingFrames += gap.missingFrames;
}
