import { z } from 'zod';
import { utterancesOf, type Transcript } from './document.ts';
import { foldText } from './find.ts';

/** What is said in a take, by sentences, as it is looked through: small, and read at once. */
export const transcriptIndexSchema = z.object({
  /** Of the files that it was made of: another one, and it is made again. */
  stamp: z.string(),
  rows: z.array(z.tuple([z.string(), z.number(), z.string()])).max(1_000_000),
});
export type TranscriptIndex = z.infer<typeof transcriptIndexSchema>;

export interface TranscriptHit {
  speaker: string;
  startSec: number;
  /** What is said there, with some words around what was looked for. */
  text: string;
}

/** Words of one row: a hit says where, and is not a page. */
const ROW_WORDS = 24;

export function indexTranscript(transcript: Transcript, stamp: string): TranscriptIndex {
  const rows = utterancesOf(transcript).flatMap(({ speaker, words }) => {
    const parts: TranscriptIndex['rows'] = [];
    for (let at = 0; at < words.length; at += ROW_WORDS) {
      const part = words.slice(at, at + ROW_WORDS);
      const startSec = (part[0]?.startFrame ?? 0) / transcript.sampleRateHz;
      parts.push([speaker, startSec, part.map(({ text }) => text).join(' ')]);
    }
    return parts;
  });
  return { stamp, rows };
}

/** Rows in which each of the words is, in what is said or in the speaker's name; a phrase between quotes is one word. */
export function searchTranscript({ rows }: TranscriptIndex, query: string, most: number): TranscriptHit[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const hits: TranscriptHit[] = [];
  for (const [speaker, startSec, text] of rows) {
    if (hits.length >= most) break;
    const [name, said] = [foldText(speaker), foldText(text)];
    if (wanted.every((word) => said.includes(word) || name.includes(word)))
      hits.push({ speaker, startSec, text });
  }
  return hits;
}

function wordsOf(query: string): string[] {
  const parts = foldText(query).match(/"[^"]+"|[^\s"]+/g) ?? [];
  return parts.map((part) => part.replaceAll('"', '').trim()).filter((part) => part !== '');
}
