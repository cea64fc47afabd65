import { twoDigits } from '../../time.ts';
import { framesOf, secondsOf, endFrameOf, type Project } from '../document.ts';
import type { FrameRange } from '../timeline.ts';

/** Captions as SubRip (.srt) and WebVTT (.vtt) files. */

export interface Cue {
  startSec: number;
  endSec: number;
  text: string;
}

export const SUBTITLE_FORMATS = ['srt', 'vtt'] as const;
export type SubtitleFormat = (typeof SUBTITLE_FORMATS)[number];

const MAX_SUBTITLE_CHARACTERS = 20_000_000;
const MAX_CUES = 20_000;

export interface ReadSubtitles {
  /** In the order of time. */
  cues: Cue[];
  /** Lines, from 1 on, whose cue could not be read. */
  skippedLines: number[];
}

/** The cues of either format; null: there is none in it, or far too many. Tags are taken out; entities become signs. */
export function readSubtitles(text: string): ReadSubtitles | null {
  if (text.length > MAX_SUBTITLE_CHARACTERS) return null;
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const cues: Cue[] = [];
  const skippedLines: number[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!line.includes('-->')) continue;
    const times = readTimes(line);
    const number = at + 1;
    const content: string[] = [];
    while ((lines[at + 1] ?? '').trim() !== '' && !lines[at + 1]?.includes('-->'))
      content.push(lines[(at += 1)] ?? '');
    const shown = plainText(content.join('\n'));
    if (!times || shown === '') skippedLines.push(number);
    else cues.push({ ...times, text: shown });
    if (cues.length > MAX_CUES) return null;
  }
  if (cues.length === 0) return null;
  return { cues: cues.sort((one, other) => one.startSec - other.startSec), skippedLines };
}

export function writeSubtitles(cues: readonly Cue[], format: SubtitleFormat): string {
  const blocks = cues.map(({ startSec, endSec, text }, at) => {
    const times = `${timeText(startSec, format)} --> ${timeText(endSec, format)}`;
    // A blank line would end the cue, an arrow begin one.
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
    const shown = lines.join('\n').replaceAll('-->', '→');
    return `${at + 1}\n${times}\n${format === 'vtt' ? escaped(shown) : shown}\n`;
  });
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${blocks.join('\n')}`;
}

/** The captions that are seen in a range, from its beginning on. */
export function cuesOf(project: Project, { from, to }: FrameRange): Cue[] {
  const cues = project.tracks
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ clips }) => clips)
    .flatMap((clip): Cue[] => {
      const { generator } = clip;
      if (generator?.kind !== 'text' || generator.style.place !== 'caption') return [];
      const [start, end] = [Math.max(from, clip.startFrame), Math.min(to, endFrameOf(clip))];
      if (end <= start || generator.text.trim() === '') return [];
      return [
        {
          startSec: secondsOf(project, start - from),
          endSec: secondsOf(project, end - from),
          text: generator.text,
        },
      ];
    });
  return cues.sort((one, other) => one.startSec - other.startSec);
}

/** Cues as `addCaptions` takes them, from a frame on; text that is too long ends where a caption must. */
export function captionsOf(
  project: Pick<Project, 'rate'>,
  cues: readonly Cue[],
  atFrame: number,
): { startFrame: number; lengthFrames: number; text: string }[] {
  return cues.map(({ startSec, endSec, text }) => ({
    startFrame: atFrame + framesOf(project, startSec),
    lengthFrames: Math.max(1, framesOf(project, endSec) - framesOf(project, startSec)),
    text: text.slice(0, 2000).trim(),
  }));
}

const TIME =
  /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?\s*-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?:\s|$)/;

function readTimes(line: string): { startSec: number; endSec: number } | null {
  const found = TIME.exec(line);
  if (!found) return null;
  const seconds = ([hours, minutes, whole, fraction]: (string | undefined)[]) =>
    Number(hours ?? 0) * 3600 +
    Number(minutes) * 60 +
    Number(whole) +
    Number((fraction ?? '0').padEnd(3, '0')) / 1000;
  const [startSec, endSec] = [seconds(found.slice(1, 5)), seconds(found.slice(5, 9))];
  return endSec > startSec ? { startSec, endSec } : null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
};

function plainText(text: string): string {
  const withoutTags = text.replace(/<[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}/g, '');
  return withoutTags.replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '').trim();
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function timeText(seconds: number, format: SubtitleFormat): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60].map(
    twoDigits,
  );
  return `${parts.join(':')}${format === 'srt' ? ',' : '.'}${String(ms % 1000).padStart(3, '0')}`;
}
