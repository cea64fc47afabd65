import { utterancesOf, type Transcript, type Utterance, type Word } from './document.ts';

export const TRANSCRIPT_FORMATS = ['srt', 'vtt', 'txt', 'md', 'json'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** Two lines of 42 signs, the usual limit of subtitles, for at most seven seconds. */
const MAX_CUE_LENGTH = 84;
const MAX_CUE_SEC = 7;
const LINE_LENGTH = 42;

/** A transcript as a file for people or programs. Names are left out where only one person speaks. */
export function formatTranscript(transcript: Transcript, format: TranscriptFormat): string {
  switch (format) {
    case 'srt':
      return formatSrt(transcript);
    case 'vtt':
      return formatVtt(transcript);
    case 'txt':
      return withNames(transcript, ({ speaker, text }, isNamed) => (isNamed ? `${speaker}: ${text}` : text));
    case 'md':
      return withNames(
        transcript,
        ({ speaker, text, startSec }, isNamed) =>
          `**${isNamed ? `${escapeMarkdown(speaker)} ` : ''}${clock(startSec)}** ${escapeMarkdown(text)}`,
      );
    case 'json':
      return `${JSON.stringify(transcript, null, 2)}\n`;
  }
}

function withNames(transcript: Transcript, line: (utterance: Utterance, isNamed: boolean) => string): string {
  const utterances = utterancesOf(transcript);
  const isNamed = hasSpeakers(utterances);
  return utterances.map((utterance) => `${line(utterance, isNamed)}\n`).join('\n');
}

const hasSpeakers = (utterances: readonly Utterance[]) =>
  new Set(utterances.map(({ trackId }) => trackId)).size > 1;

interface Cue {
  speaker: string | null;
  startSec: number;
  endSec: number;
  text: string;
}

function cuesOf(transcript: Transcript): Cue[] {
  const utterances = utterancesOf(transcript);
  const isNamed = hasSpeakers(utterances);
  const { sampleRateHz } = transcript;
  return utterances.flatMap(({ speaker, words }) =>
    partCues(words, sampleRateHz).map((part) => ({
      speaker: isNamed ? speaker : null,
      startSec: (part[0]?.startFrame ?? 0) / sampleRateHz,
      endSec: (part.at(-1)?.endFrame ?? 0) / sampleRateHz,
      text: part.map(({ text }) => text).join(' '),
    })),
  );
}

function partCues(words: readonly Word[], sampleRateHz: number): Word[][] {
  const cues: Word[][] = [];
  let length = 0;
  for (const word of words) {
    const cue = cues.at(-1);
    const startFrame = cue?.[0]?.startFrame ?? 0;
    const isFull =
      length + 1 + word.text.length > MAX_CUE_LENGTH ||
      word.endFrame - startFrame > MAX_CUE_SEC * sampleRateHz;
    if (!cue || isFull) {
      cues.push([word]);
      length = word.text.length;
    } else {
      cue.push(word);
      length += 1 + word.text.length;
    }
  }
  return cues;
}

/** SubRip: https://www.matroska.org/technical/subtitles.html#srt-subtitles. */
function formatSrt(transcript: Transcript): string {
  return cuesOf(transcript)
    .map(({ speaker, startSec, endSec, text }, index) => {
      const spoken = speaker === null ? text : `${speaker}: ${text}`;
      return `${index + 1}\n${stamp(startSec, ',')} --> ${stamp(endSec, ',')}\n${inLines(spoken)}\n`;
    })
    .join('\n');
}

/** WebVTT with voices: https://www.w3.org/TR/webvtt1/. */
function formatVtt(transcript: Transcript): string {
  const cues = cuesOf(transcript).map(({ speaker, startSec, endSec, text }) => {
    const lines = escapeHtml(inLines(text));
    const spoken = speaker === null ? lines : `<v ${escapeHtml(speaker.replace(/[\r\n>]/g, ' '))}>${lines}`;
    return `\n${stamp(startSec, '.')} --> ${stamp(endSec, '.')}\n${spoken}\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
}

/** Two lines where one is too long, of about one length. */
function inLines(text: string): string {
  if (text.length <= LINE_LENGTH) return text;
  const middle = text.length / 2;
  const gaps = [...text.matchAll(/ /g)].map(({ index }) => index);
  const [cut] = gaps.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return cut === undefined ? text : `${text.slice(0, cut)}\n${text.slice(cut + 1)}`;
}

/** `00:01:02,345`. */
function stamp(seconds: number, point: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  const [h, m, s] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  return `${part(h, 2)}:${part(m, 2)}:${part(s, 2)}${point}${part(ms % 1000, 3)}`;
}

const clock = (seconds: number) => stamp(Math.floor(seconds), '.').replace(/\.\d+$/, '');
const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const escapeMarkdown = (text: string) => text.replace(/([\\`*_{}[\]<>#|])/g, '\\$1');

/** Of a recording's name, without its ending. */
export const transcriptFileStem = (name: string): string =>
  name.replace(/[^\p{L}\p{N} ._()-]+/gu, '_') || 'transcript';
