import { endFrameOf, type Clip, type Media, type Track } from '../document.ts';

/** Where other programs find a media: an address of a file, or what stands for it. */
export type UrlOf = (media: Media) => string;

/**
 * The clips of a track as other programs have them: one behind the other, gaps between them, and a transition over a
 * cut where ours overlap. The cut is in the middle of the dissolve.
 */
export type TrackPiece =
  | { kind: 'gap'; from: number; to: number }
  /** `from` and `to` are its cuts, which lie within the clip where it dissolves. */
  | { kind: 'clip'; from: number; to: number; clip: Clip }
  /** At the cut between the clip in front and the one behind it. */
  | { kind: 'transition'; at: number; before: number; after: number };

export function piecesOfTrack({ clips }: Pick<Track, 'clips'>): TrackPiece[] {
  const pieces: TrackPiece[] = [];
  let end = 0;
  clips.forEach((clip, index) => {
    const from = clip.startFrame + beforeCut(clip);
    const next = clips[index + 1];
    const to = next && next.dissolveInFrames > 0 ? next.startFrame + beforeCut(next) : endFrameOf(clip);
    if (from > end) pieces.push({ kind: 'gap', from: end, to: from });
    if (clip.dissolveInFrames > 0) {
      const before = beforeCut(clip);
      pieces.push({ kind: 'transition', at: from, before, after: clip.dissolveInFrames - before });
    }
    pieces.push({ kind: 'clip', from, to, clip });
    end = to;
  });
  return pieces;
}

const beforeCut = ({ dissolveInFrames }: Clip) => Math.floor(dissolveInFrames / 2);

/** A path of a machine as the address of a file. */
export function fileUrl(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  const encoded = slashed
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([A-Za-z])%3A/, '$1:');
  return `file://${encoded.startsWith('/') ? '' : '/'}${encoded}`;
}

/** The path of a file's address; null: it is of something else. */
export function pathOfUrl(url: string): string | null {
  const found = /^file:\/\/(?:localhost)?(\/[^?#]*)/i.exec(url);
  if (!found) return null;
  try {
    const path = decodeURIComponent(found[1] ?? '');
    if (path.includes('\0')) return null;
    return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
  } catch {
    return null;
  }
}
