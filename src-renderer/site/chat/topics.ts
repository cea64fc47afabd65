import type { QuestionId } from '../../articles/questions.ts';
import type { Findable } from '../../articles/search.ts';
import { wordsOf } from '../../articles/search.ts';
import { corrected } from './spelling.ts';

/** Questions of the help center that people also ask in other words. */
const ASKED_OTHERWISE = [
  ...(['uploaded', 'offline', 'latency', 'other-programs'] as const),
  ...(['echo', 'password', 'guests', 'formats'] as const),
] as const satisfies readonly QuestionId[];

/** What the assistant knows of beside the articles; where two fit a question equally well, the earlier one is meant. */
export const TOPICS = [
  ...([
    'essential',
    'professional',
    'enterprise',
    'students',
    'trial',
    'cancel',
    'refund',
    'volume',
    'keep',
  ] as const),
  ...(['invoices', 'compare', 'phone', 'linux', 'macos', 'windows'] as const),
  ...(['keys', 'tracks', 'free', ...ASKED_OTHERWISE, 'teams', 'licence', 'payment'] as const),
  ...([
    'requirements',
    'download',
    'pricing',
    'data',
    'status',
    'human',
    'product',
    'thanks',
    'greeting',
  ] as const),
] as const;
export type Topic = (typeof TOPICS)[number];

/** A topic that a question names by two words of a phrase is not outweighed by an article. */
const SURE_SCORE = 4;
/** Words that say nothing still make a phrase a little likelier: "what is it" is not "it". */
const EMPTY_WORD_SCORE = 0.1;
/** How much of what a question is about must stand in an article. */
const LEAST_COVERAGE = 0.6;

/** Letters of a beginning that may be misspelled: a shorter one is near to too many words. */
const LEAST_BEGINNING = 6;
/** Letters of a word that may be misspelled. */
const LEAST_MISSPELLED = 4;

const WEIGHTS = { title: 3, headings: 2, text: 1 } as const;

export type Match = { kind: 'topic'; topic: Topic } | { kind: 'article' | 'question'; id: string };

interface Phrase {
  topic: Topic;
  /** Words, folded; with `*` at its end one stands for every word that begins so. */
  parts: readonly string[];
  /** Whether a word in it says nothing. */
  hasEmpty: boolean;
  score: number;
}

export interface Knowledge {
  phrases: readonly Phrase[];
  /** What the phrases are made of, each once. */
  parts: readonly string[];
  /** Words that say nothing about what a question is about. */
  emptyWords: ReadonlySet<string>;
  /** Articles and questions. */
  library: readonly Findable[];
  /** Every word of the above: what is among them is spelled right. */
  words: ReadonlySet<string>;
}

/** Makes texts ready to be matched: `topicWords` are phrases with commas between them, `emptyWords` words with spaces. */
export function createKnowledge(
  topicWords: Readonly<Record<Topic, string>>,
  emptyWords: string,
  library: readonly Findable[],
): Knowledge {
  const empty = new Set(wordsOf(emptyWords));
  const phrases = TOPICS.flatMap((topic) =>
    topicWords[topic].split(',').map((phrase) => phraseOf(topic, partsOf(phrase), empty)),
  );
  const parts = [...new Set(phrases.flatMap((phrase) => phrase.parts))];
  const words = new Set([
    ...empty,
    ...parts.map(withoutStar),
    ...library.flatMap(({ title, headings, text }) => wordsOf([title, ...headings, text].join(' '))),
  ]);
  return { phrases, parts, emptyWords: empty, library, words };
}

function phraseOf(topic: Topic, parts: readonly string[], empty: ReadonlySet<string>): Phrase {
  const full = parts.filter((part) => !empty.has(part)).length;
  return { topic, parts, hasEmpty: full < parts.length, score: full ** 2 + EMPTY_WORD_SCORE * parts.length };
}

/** What a question is about; null where that is not sure. */
export function matchQuestion(question: string, knowledge: Knowledge): Match | null {
  const { library, emptyWords } = knowledge;
  const typed = wordsOf(question);
  const asked = library.find(({ kind, title }) => kind === 'question' && same(wordsOf(title), typed));
  if (asked) return { kind: 'question', id: asked.id };
  const words = typed.map((word) => spelled(word, knowledge));
  const content = [...new Set(words)].filter((word) => !emptyWords.has(word) && !/^\d+$/.test(word));
  const topic = bestTopic(words, content, knowledge.phrases);
  if (topic && topic.score >= SURE_SCORE) return { kind: 'topic', topic: topic.topic };
  const found = bestInLibrary(content, library);
  // One word that is in a title is less than a topic that has it as its own.
  if (found && (!topic || found.isTitled)) return { kind: found.item.kind, id: found.item.id };
  return topic && { kind: 'topic', topic: topic.topic };
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

function spelled(word: string, { words, parts }: Knowledge): string {
  if (word.length < LEAST_MISSPELLED || words.has(word)) return word;
  if (parts.some((part) => fitsWord(part, word))) return word;
  const whole = corrected(word, words);
  if (whole !== word) return whole;
  // Of a phrase with any ending the beginning is compared.
  const beginnings = parts.filter((part) => part.endsWith('*') && part.length > LEAST_BEGINNING);
  return (
    beginnings.map(withoutStar).find((part) => corrected(word.slice(0, part.length), [part]) === part) ?? word
  );
}

function bestTopic(words: readonly string[], content: readonly string[], phrases: readonly Phrase[]) {
  const scores = new Map<Topic, number>();
  for (const { topic, parts, hasEmpty, score } of phrases)
    // "Forgot password" also stands in "I forgot my password".
    if (standsIn(words, parts) || (!hasEmpty && standsIn(content, parts)))
      scores.set(topic, (scores.get(topic) ?? 0) + score);
  let best: { topic: Topic; score: number } | null = null;
  for (const topic of TOPICS) {
    const score = scores.get(topic) ?? 0;
    if (score > (best?.score ?? 0)) best = { topic, score };
  }
  return best;
}

function standsIn(words: readonly string[], parts: readonly string[]): boolean {
  return words.some((_, start) => parts.every((part, index) => fitsWord(part, words[start + index])));
}

/** The words of a phrase as a question's are written: without case and accents; the sign for any ending stays. */
function partsOf(phrase: string): string[] {
  return phrase
    .split(/[\s'’-]+/)
    .flatMap((part) => wordsOf(part).map((word) => (part.endsWith('*') ? `${word}*` : word)));
}

function withoutStar(part: string): string {
  return part.replace(/\*$/, '');
}

function fitsWord(part: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  return part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part;
}

function bestInLibrary(content: readonly string[], library: readonly Findable[]) {
  let best: { item: Findable; score: number; isTitled: boolean } | null = null;
  for (const item of library) {
    const stems = stemsOfItem(item);
    const scores = content.map((word) => {
      const stem = stemOf(word);
      const place = (['title', 'headings', 'text'] as const).find((name) => stems[name].has(stem));
      return place ? WEIGHTS[place] : 0;
    });
    const known = scores.filter((score) => score > 0).length;
    const titled = scores.filter((score) => score === WEIGHTS.title).length;
    const score = scores.reduce((sum: number, one) => sum + one, 0);
    if (known === 0 || known < LEAST_COVERAGE * content.length) continue;
    // What stands in passing only is no answer.
    if (score < 2 * Math.min(2, content.length)) continue;
    if (score > (best?.score ?? 0)) best = { item, score, isTitled: titled >= 2 };
  }
  return best;
}

/** Cut once: the library does not change while a page is open. */
const cutItems = new WeakMap<Findable, Record<keyof typeof WEIGHTS, Set<string>>>();

function stemsOfItem(item: Findable) {
  const known = cutItems.get(item);
  if (known) return known;
  const { title, headings, text } = item;
  const cut = { title: stemsOf(title), headings: stemsOf(headings.join(' ')), text: stemsOf(text) };
  cutItems.set(item, cut);
  return cut;
}

function stemsOf(text: string): Set<string> {
  return new Set(wordsOf(text).map(stemOf));
}

/** Cuts the commonest endings, so that "recordings" finds "recording". */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ings?|ed|es|s|e)$/, '') : word;
}
