import { endFrameOf, mediaOf, type Clip, type Project, type Size, type Track } from './document.ts';
import { placeClip } from './placement.ts';
import type { FrameRange } from './timeline.ts';
import { sourceTimeUs } from './resolve.ts';

/**
 * Which frames of an export are copied from their source as they are, and which are encoded. A copied run begins at a
 * closed key frame and ends where the packets so far are all frames up to there; what is in front and behind is encoded.
 */

/** One packet of a source, in the order of its file. */
export interface SourcePacket {
  ptsUs: number;
  isKey: boolean;
  /** Of a key frame: whether nothing behind it needs what was before (an IDR frame); where it is not known, the order says. */
  isClosed?: boolean;
}

export interface CopySource extends Size {
  codec: string;
  packets: readonly SourcePacket[];
}

/** Codecs whose copied packets are beside newly encoded ones. */
export const COPIED_CODECS: readonly string[] = ['h264', 'vp8', 'vp9'];

/** Frames: for fewer, changing from encoded to copied and back is not worth it. */
const SHORTEST_COPY = 5;

/** Why frames are encoded. */
export const ENCODE_REASONS = [
  'empty',
  'layers',
  'generated',
  'placing',
  'effects',
  'colour',
  'fade',
  'speed',
  'size',
  'rate',
  'codec',
  'openGroups',
  'cut',
] as const;
export type EncodeReason = (typeof ENCODE_REASONS)[number];

/** Around a cut frames are the source's, and are encoded as they are; what is encoded for another reason is drawn. */
export const isAsRecorded = (reason: string | null): boolean => reason === 'cut' || reason === 'openGroups';

export type CutPiece =
  | { how: 'encode'; from: number; to: number; reason: EncodeReason }
  /** Packets of the source in the order of its file; `toPacket` is not among them. */
  | { how: 'copy'; from: number; to: number; mediaId: string; fromPacket: number; toPacket: number };

interface Output extends Size {
  codec: string;
}

/** The frames of `range` in order, whole, each copied or encoded. `sources` by the id of the media. */
export function planSmartCut(
  project: Project,
  range: FrameRange,
  sources: ReadonlyMap<string, CopySource>,
  output: Output,
): CutPiece[] {
  const indexes = new Map([...sources].map(([mediaId, source]) => [mediaId, indexSource(source)]));
  const runs = joinRuns(scanRuns(project, range, { sources, indexes, output }));
  const pieces = runs.flatMap((run): CutPiece[] => {
    if (run.how === 'encode') return [run];
    const source = sources.get(run.mediaId);
    const index = indexes.get(run.mediaId);
    return source && index ? planRun(run, source, index) : [];
  });
  return joinEncoded(pieces);
}

/** Frames that could be copied, or not: before it is known where key frames are. */
type Run =
  | Extract<CutPiece, { how: 'encode' }>
  | { how: 'copy'; from: number; to: number; mediaId: string; firstShown: number };

interface SourceIndex {
  /** Times of all frames in the order in which they are shown. */
  shownUs: number[];
  /** Of each packet, the how many-eth frame it is. */
  shownAt: number[];
  /** Packets at which a copy may begin. */
  starts: number[];
  hasOpenKeys: boolean;
}

function indexSource({ packets }: CopySource): SourceIndex {
  const order = packets.map((_, at) => at).sort((one, other) => ptsOf(packets, one) - ptsOf(packets, other));
  const shownAt = new Array<number>(packets.length).fill(0);
  order.forEach((packet, shown) => (shownAt[packet] = shown));
  // From the end: the earliest time of all that follows a packet.
  const earliestBehind = new Array<number>(packets.length + 1).fill(Infinity);
  for (let at = packets.length - 1; at >= 0; at -= 1) {
    earliestBehind[at] = Math.min(earliestBehind[at + 1] ?? Infinity, ptsOf(packets, at));
  }
  const keys = packets.flatMap(({ isKey }, at) => (isKey ? [at] : []));
  const starts = keys.filter((at) => {
    const isLeading = (earliestBehind[at + 1] ?? Infinity) < ptsOf(packets, at);
    return packets[at]?.isClosed !== false && !isLeading;
  });
  return {
    shownUs: order.map((at) => ptsOf(packets, at)),
    shownAt,
    starts,
    hasOpenKeys: starts.length < keys.length,
  };
}

const ptsOf = (packets: readonly SourcePacket[], at: number): number => packets[at]?.ptsUs ?? 0;

interface Scan {
  sources: ReadonlyMap<string, CopySource>;
  indexes: ReadonlyMap<string, SourceIndex>;
  output: Output;
}

function scanRuns(project: Project, { from, to }: FrameRange, scan: Scan): Run[] {
  const shown = project.tracks.filter(({ kind, isHidden }) => kind === 'video' && !isHidden);
  const edges = shown.flatMap(({ clips }) => clips.flatMap((clip) => [clip.startFrame, endFrameOf(clip)]));
  const inside = edges.filter((edge) => edge > from && edge < to);
  const cuts = [...new Set([from, ...inside, to])].sort((one, other) => one - other);
  const cursors = shown.map((track) => createCursor(track));
  return cuts.slice(0, -1).flatMap((start, at) => {
    const end = cuts[at + 1] ?? to;
    const layers = cursors.flatMap((clipsAt) => clipsAt(start));
    return scanPiece(project, { from: start, to: end }, layers, scan);
  });
}

/** The clips of a track at frames that only grow: 5,000 clips are walked once. */
function createCursor({ clips }: Track): (frame: number) => Clip[] {
  let at = 0;
  return (frame) => {
    while (at < clips.length && endFrameOf(clips[at] as Clip) <= frame) at += 1;
    return clips.slice(at, at + 2).filter(({ startFrame }) => startFrame <= frame);
  };
}

/** A stretch in which the same clips are seen. */
function scanPiece(project: Project, range: FrameRange, layers: readonly Clip[], scan: Scan): Run[] {
  const top = layers.at(-1);
  const encode = (reason: EncodeReason): Run[] => [{ how: 'encode', ...range, reason }];
  if (!top) return encode('empty');
  const reason = reasonOf(project, top, scan);
  if (reason !== null) return encode(layers.length > 1 && reason !== 'codec' ? 'layers' : reason);
  const media = mediaOf(project, top);
  const index = media && scan.indexes.get(media.id);
  if (!media || !index) return encode('codec');
  return runsOfClip(project, top, range, { mediaId: media.id, index });
}

/** What of a clip its source's packets do not show; null: they show it as it is. */
function reasonOf(project: Project, clip: Clip, { sources, output }: Scan): EncodeReason | null {
  if (clip.generator) return 'generated';
  const media = mediaOf(project, clip);
  const source = media && sources.get(media.id);
  if (!media?.video || media.kind === 'image') return 'generated';
  if (!source || source.codec !== output.codec || !COPIED_CODECS.includes(source.codec)) return 'codec';
  if (clip.speed.num !== clip.speed.den) return 'speed';
  if (clip.fadeInFrames > 0 || clip.fadeOutFrames > 0 || clip.dissolveInFrames > 0) return 'fade';
  if (clip.lutId !== null || Object.values(clip.colour).some((value) => value !== 0)) return 'colour';
  if (clip.greenScreen.isOn || clip.effects.some(({ isOn }) => isOn)) return 'effects';
  if (clip.opacity < 100 || Object.keys(clip.keyframes).length > 0) return 'effects';
  if (source.width !== output.width || source.height !== output.height) return 'size';
  return isPlainlyPlaced(project, clip, output) ? null : 'placing';
}

function isPlainlyPlaced(project: Project, clip: Clip, size: Size): boolean {
  const placed = placeClip(clip, 0, { media: mediaOf(project, clip), canvas: project.canvas, size });
  if (!placed) return false;
  const { placement, crop } = placed;
  const isCut = Object.values(crop).some((side) => side > 0);
  const isWhole = placement.width === size.width && placement.height === size.height;
  return isWhole && !isCut && placement.x === 0 && placement.y === 0 && placement.rotationCentiDeg === 0;
}

/** Stretches in which each frame of the timeline is the next frame of the source. */
function runsOfClip(
  project: Project,
  clip: Clip,
  { from, to }: FrameRange,
  { mediaId, index }: { mediaId: string; index: SourceIndex },
): Run[] {
  const runs: Run[] = [];
  const media = project.media[mediaId] ?? {};
  let at = -1;
  for (let frame = from; frame < to; frame += 1) {
    at = shownFrame(
      index.shownUs,
      sourceTimeUs(project, clip, frame - clip.startFrame, media),
      Math.max(0, at),
    );
    const last = runs.at(-1);
    if (at < 0) extend(runs, { how: 'encode', from: frame, to: frame + 1, reason: 'rate' });
    else if (last?.how === 'copy' && last.firstShown + frame - last.from === at) last.to = frame + 1;
    else runs.push({ how: 'copy', from: frame, to: frame + 1, mediaId, firstShown: at });
  }
  if (runs.length === 1) return runs;
  // The source skips or repeats frames: it has another rate.
  return runs.map((run) =>
    run.to - run.from < SHORTEST_COPY ? { how: 'encode', from: run.from, to: run.to, reason: 'rate' } : run,
  );
}

/** The last frame that is not later, looked for from `at` on; -1: the source begins later. */
function shownFrame(shownUs: readonly number[], timeUs: number, at: number): number {
  if ((shownUs[at] ?? Infinity) > timeUs) return -1;
  let found = at;
  while ((shownUs[found + 1] ?? Infinity) <= timeUs) found += 1;
  return found;
}

function extend(runs: Run[], run: Extract<Run, { how: 'encode' }>): void {
  const last = runs.at(-1);
  if (last?.how === 'encode' && last.reason === run.reason && last.to === run.from) last.to = run.to;
  else runs.push(run);
}

/** Pieces of one recording that follow each other as they were recorded are one run: a cut that takes nothing out is none. */
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (run.how === 'encode') extend(joined, { ...run });
    else if (
      last?.how === 'copy' &&
      last.mediaId === run.mediaId &&
      last.firstShown + run.from - last.from === run.firstShown
    ) {
      last.to = run.to;
    } else joined.push({ ...run });
  }
  return joined;
}

function planRun(run: Extract<Run, { how: 'copy' }>, source: CopySource, index: SourceIndex): CutPiece[] {
  const frames = run.to - run.from;
  const lastShown = run.firstShown + frames;
  const whole = (reason: EncodeReason): CutPiece[] => [{ how: 'encode', from: run.from, to: run.to, reason }];
  const shownOf = (packet: number) => index.shownAt[packet] ?? 0;
  const first = index.starts.find(
    (packet) => shownOf(packet) >= run.firstShown && shownOf(packet) < lastShown,
  );
  if (first === undefined) {
    const hasOpenKey = source.packets.some(
      ({ isKey }, packet) => isKey && shownOf(packet) >= run.firstShown && shownOf(packet) < lastShown,
    );
    return whole(hasOpenKey && index.hasOpenKeys ? 'openGroups' : 'cut');
  }
  const copied = longestCopy(first, index, lastShown);
  if (copied < Math.min(SHORTEST_COPY, frames)) return whole('cut');
  const from = run.from + shownOf(first) - run.firstShown;
  const to = from + copied;
  const pieces: CutPiece[] = [
    { how: 'encode', from: run.from, to: from, reason: 'cut' },
    { how: 'copy', from, to, mediaId: run.mediaId, fromPacket: first, toPacket: first + copied },
    { how: 'encode', from: to, to: run.to, reason: 'cut' },
  ];
  return pieces.filter((piece) => piece.to > piece.from);
}

/** How many packets from `first` on are just the frames from there on, in whatever order, up to `lastShown`. */
function longestCopy(first: number, { shownAt }: SourceIndex, lastShown: number): number {
  const start = shownAt[first] ?? 0;
  let [latest, copied] = [start - 1, 0];
  for (let packet = first; packet < shownAt.length; packet += 1) {
    const shown = shownAt[packet] ?? 0;
    if (shown >= lastShown) break;
    latest = Math.max(latest, shown);
    if (latest - start === packet - first) copied = packet - first + 1;
  }
  return copied;
}

function joinEncoded(pieces: readonly CutPiece[]): CutPiece[] {
  const joined: CutPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isSame = piece.how === 'encode' && last?.how === 'encode' && last.reason === piece.reason;
    if (isSame) last.to = piece.to;
    else joined.push({ ...piece });
  }
  return joined;
}
