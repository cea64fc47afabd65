import { formatTimecode } from '../../timecode.ts';
import { mediaOf, type Clip, type Media, type Project, type Track } from '../document.ts';
import { piecesOfTrack, type TrackPiece } from './pieces.ts';
import { headTrimmed } from './sourceFrames.ts';

/** A CMX 3600 list has one track of video and four of sound. */
const SOUND_CHANNELS = ['A', 'A2', 'A3', 'A4'] as const;
const MAX_EVENTS = 999;

export interface WrittenEdl {
  text: string;
  /** Names of tracks that the format has no room for. */
  leftOut: string[];
  /** Whether there are more cuts than its three digits count; the later ones are left out. */
  isCut: boolean;
}

/** A project as an edit decision list (CMX 3600): the lowest shown video track with clips, and up to four of sound. */
export function writeEdl(project: Project): WrittenEdl {
  const used = project.tracks.filter(({ clips }) => clips.length > 0);
  const videos = used.filter(({ kind, isHidden }) => kind === 'video' && !isHidden);
  const sounds = used.filter(({ kind, isMuted }) => kind === 'audio' && !isMuted);
  const channels = [
    ...videos.slice(0, 1).map((track) => ({ track, channel: 'V' })),
    ...sounds
      .slice(0, SOUND_CHANNELS.length)
      .map((track, at) => ({ track, channel: SOUND_CHANNELS[at] ?? 'A' })),
  ];
  const chosen = new Set(channels.map(({ track }) => track));
  const reels = reelNames(Object.values(project.media));
  const events = channels.flatMap(({ track, channel }) => eventsOf(project, track, channel, reels));
  const numbered = events.slice(0, MAX_EVENTS).map((event, at) => event(String(at + 1).padStart(3, '0')));
  return {
    text: `TITLE: ${line(project.name, 70)}\r\nFCM: NON-DROP FRAME\r\n${numbered.join('')}`,
    leftOut: used.filter((track) => !chosen.has(track)).map(({ name }) => name),
    isCut: events.length > MAX_EVENTS,
  };
}

type Event = (number: string) => string;

function eventsOf(
  project: Project,
  track: Track,
  channel: string,
  reels: ReadonlyMap<string, string>,
): Event[] {
  const pieces = piecesOfTrack(track);
  return pieces.flatMap((piece, at): Event[] => {
    if (piece.kind !== 'clip') return [];
    const transition = pieces[at - 1];
    const left = pieces[at - 2];
    const isDissolve = transition?.kind === 'transition' && left?.kind === 'clip';
    return [eventOf(project, piece, { channel, reels, from: isDissolve ? { transition, left } : null })];
  });
}

interface EventPlace {
  channel: string;
  reels: ReadonlyMap<string, string>;
  from: {
    transition: Extract<TrackPiece, { kind: 'transition' }>;
    left: Extract<TrackPiece, { kind: 'clip' }>;
  } | null;
}

function eventOf(
  project: Project,
  piece: Extract<TrackPiece, { kind: 'clip' }>,
  { channel, reels, from }: EventPlace,
): Event {
  const { clip } = piece;
  const reelOf = (one: Clip) =>
    reels.get(one.mediaId ?? '') ?? (one.mediaId === null && !one.generator ? 'BL' : 'AX');
  const comments = [
    ...(from ? [`* FROM CLIP NAME: ${line(from.left.clip.name, 60)}`] : []),
    `* ${from ? 'TO' : 'FROM'} CLIP NAME: ${line(clip.name, 60)}`,
    ...sourceComment(mediaOf(project, clip)),
  ];
  // A dissolve of n frames begins with its clip; the one in front ends there, in a line of no length.
  const start = from ? from.transition.at - from.transition.before : piece.from;
  const row = (one: Clip, edit: string, [begin, end]: [number, number]) => {
    const source = sourceTimes(project, one, begin, end);
    return `${reelOf(one).padEnd(8)} ${channel.padEnd(5)} ${edit.padEnd(8)} ${source} ${timecode(project, begin)} ${timecode(project, end)}\r\n`;
  };
  const frames = from ? from.transition.before + from.transition.after : 0;
  const to = piece.to;
  return (number) =>
    [
      ...(from ? [`${number}  ${row(from.left.clip, 'C', [start, start])}`] : []),
      `${number}  ${row(clip, from ? `D    ${String(frames).padStart(3, '0')}` : 'C', [start, to])}`,
      ...speedLine(project, clip, reelOf(clip), start),
      ...comments.map((comment) => `${comment}\r\n`),
    ].join('');
}

function sourceTimes(project: Project, clip: Clip, begin: number, end: number): string {
  const first = Math.round(headTrimmed(clip, begin - clip.startFrame, project.rate));
  const played = Math.round(((end - begin) * clip.speed.num) / clip.speed.den);
  return `${timecode(project, first)} ${timecode(project, first + played)}`;
}

function speedLine(project: Project, clip: Clip, reel: string, start: number): string[] {
  const { speed } = clip;
  if (speed.num === speed.den) return [];
  const fps = (Math.round(project.rate.num / project.rate.den) * speed.num) / speed.den;
  const first = Math.round(headTrimmed(clip, start - clip.startFrame, project.rate));
  return [
    `M2   ${reel.padEnd(8)} ${fps.toFixed(1).padStart(5, '0')}                ${timecode(project, first)}\r\n`,
  ];
}

const sourceComment = (media: Media | null): string[] =>
  media ? [`* SOURCE FILE: ${line(media.name, 60)}`] : [];

/** Counted in whole frames, as a list without drop frames does. */
function timecode({ rate }: Project, frame: number): string {
  const base = Math.round(rate.num / rate.den);
  return formatTimecode(frame / base, base);
}

/** Eight letters and digits, none twice. */
function reelNames(media: readonly Media[]): ReadonlyMap<string, string> {
  const taken = new Set(['AX', 'BL']);
  return new Map(
    media.map(({ id, name }) => {
      const plain =
        name
          .toUpperCase()
          .replace(/\.[A-Z0-9]{1,5}$/, '')
          .replace(/[^A-Z0-9]/g, '')
          .slice(0, 8) || 'REEL';
      let reel = plain;
      for (let count = 2; taken.has(reel); count += 1)
        reel = `${plain.slice(0, 8 - String(count).length)}${count}`;
      taken.add(reel);
      return [id, reel];
    }),
  );
}

/** One line of printable signs. */
const line = (text: string, length: number): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, length);
