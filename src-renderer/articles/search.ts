import { plainText, type Article, type Block, type Inline } from './article.ts';

/** Something that can be found: an article, or a question with its answer. */
export interface Findable {
  id: string;
  kind: 'article' | 'question';
  title: string;
  /** What weighs less than the title and more than the rest: the summary is among them. */
  headings: string[];
  text: string;
}

export interface Finding {
  item: Findable;
  /** The sentence around the first word that was found, or the beginning. */
  excerpt: string;
}

const TITLE_WEIGHT = 8;
const HEADING_WEIGHT = 3;
const TEXT_WEIGHT = 1;
const WORD_START_WEIGHT = 2;
const EXCERPT_LENGTH = 150;

/** The words of a query, without case and accents. */
export function wordsOf(query: string): string[] {
  return fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** What holds every word of the query, the best first; nothing where there is no word. */
export function search(items: readonly Findable[], query: string): Finding[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return items
    .map((item) => ({ item, score: scoreOf(item, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => ({ item, excerpt: excerptOf(item.text, words) }));
}

/** 0 where a word is missing. */
function scoreOf(item: Findable, words: readonly string[]): number {
  let total = 0;
  for (const word of words) {
    const score =
      TITLE_WEIGHT * hits(item.title, word) +
      HEADING_WEIGHT * hits(item.headings.join('\n'), word) +
      TEXT_WEIGHT * Math.min(3, hits(item.text, word));
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

/** A word's beginning counts twice. */
function hits(text: string, word: string): number {
  return marksIn(text, [word]).reduce(
    (sum, { from }) => sum + (isWordStart(text, from) ? WORD_START_WEIGHT : 1),
    0,
  );
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

export interface Mark {
  from: number;
  to: number;
}

/** Where the words stand in a text, in order, none over another. */
export function marksIn(text: string, words: readonly string[]): Mark[] {
  const folded = fold(text);
  // Folding keeps the length, character by character: places in one are places in the other.
  const found = words.flatMap((word) => {
    const marks: Mark[] = [];
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length))
      marks.push({ from: at, to: at + word.length });
    return marks;
  });
  let end = 0;
  return found
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}

function excerptOf(text: string, words: readonly string[]): string {
  const first = marksIn(text, words)[0]?.from ?? 0;
  const wanted = Math.max(0, first - EXCERPT_LENGTH / 3);
  const from = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const whole = text.slice(from);
  if (whole.length <= EXCERPT_LENGTH) return `${from > 0 ? '… ' : ''}${whole}`;
  const cut = whole.slice(0, whole.lastIndexOf(' ', EXCERPT_LENGTH));
  return `${from > 0 ? '… ' : ''}${cut} …`;
}

/** Lower case without accents, of the same length. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, index) => foldUnit(text.charAt(index))).join('');
}

function foldUnit(unit: string): string {
  const folded = unit.normalize('NFD').charAt(0).toLowerCase();
  return folded.length === 1 ? folded : unit;
}

/** An article as it is searched. */
export function findableOf({ id, title, summary, blocks }: Article): Findable {
  const headings = [summary];
  const parts = [summary];
  for (const block of blocks) {
    if (block.kind === 'heading') headings.push(plainText(block.children));
    else parts.push(textOfBlock(block));
  }
  return { id, kind: 'article', title, headings, text: parts.join(' ') };
}

function textOfBlock(block: Exclude<Block, { kind: 'heading' }>): string {
  const join = (cells: readonly Inline[][]) => cells.map(plainText).join(' ');
  switch (block.kind) {
    case 'paragraph':
      return plainText(block.children);
    case 'list':
      return join(block.items);
    case 'code':
      return block.text;
    case 'table':
      return [block.head, ...block.rows].map(join).join(' ');
  }
}
