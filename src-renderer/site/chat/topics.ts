import type { Findable } from '../../articles/search.ts';
import { wordsOf } from '../../articles/search.ts';

/** What the assistant knows of beside the articles; where two fit a question equally well, the earlier one is meant. */
export const TOPICS = [
  ...(['essential', 'professional', 'enterprise', 'trial', 'cancel', 'refund', 'volume', 'keep'] as const),
  ...(['keys', 'tracks', 'free', 'licence', 'payment', 'requirements', 'download', 'pricing'] as const),
  ...(['data', 'status', 'human', 'product', 'thanks', 'greeting'] as const),
] as const;
export type Topic = (typeof TOPICS)[number];

/** A topic that a question names by these many words of a phrase is not outweighed by an article. */
const SURE_SCORE = 4;
/** So much of what a question is about must stand in an article. */
const LEAST_COVERAGE = 0.6;

const WEIGHTS = { title: 3, headings: 2, text: 1 } as const;

export type Match = { kind: 'topic'; topic: Topic } | { kind: 'article' | 'question'; id: string };

export interface Knowledge {
  /** Phrases by topic: see the texts. */
  topicWords: Readonly<Record<Topic, string>>;
  /** Words that say nothing, with spaces between them. */
  emptyWords: string;
  /** Articles and questions. */
  library: readonly Findable[];
}

/** What a question is about; null where that is not sure. */
export function matchQuestion(
  question: string,
  { topicWords, emptyWords, library }: Knowledge,
): Match | null {
  const words = wordsOf(question);
  const asked = library.find(({ kind, title }) => kind === 'question' && same(wordsOf(title), words));
  if (asked) return { kind: 'question', id: asked.id };
  const topic = bestTopic(words, topicWords);
  if (topic && topic.score >= SURE_SCORE) return { kind: 'topic', topic: topic.topic };
  const empty = new Set(wordsOf(emptyWords));
  const content = words.filter((word) => !empty.has(word));
  const found = bestInLibrary(content, library);
  // One word that stands in a title is less than a topic that has it as its own.
  if (found && (!topic || found.isTitled)) return { kind: found.item.kind, id: found.item.id };
  return topic && { kind: 'topic', topic: topic.topic };
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

function bestTopic(words: readonly string[], topicWords: Knowledge['topicWords']) {
  let best: { topic: Topic; score: number } | null = null;
  for (const topic of TOPICS) {
    const score = topicWords[topic].split(',').reduce((sum, phrase) => sum + phraseScore(phrase, words), 0);
    if (score > (best?.score ?? 0)) best = { topic, score };
  }
  return best;
}

/** The square of the phrase's words, so that "free trial" is more than "free" and "trial" by themselves; 0 if absent. */
function phraseScore(phrase: string, words: readonly string[]): number {
  const parts = partsOf(phrase);
  const fits = words.some((_, start) => parts.every((part, index) => fitsWord(part, words[start + index])));
  return fits ? parts.length ** 2 : 0;
}

/** The words of a phrase as a question's are written: without case and accents; the sign for any ending stays. */
function partsOf(phrase: string): string[] {
  return phrase
    .split(/[\s'’-]+/)
    .flatMap((part) => wordsOf(part).map((word) => (part.endsWith('*') ? `${word}*` : word)));
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
