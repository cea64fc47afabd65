/** Of one word that was typed, against one word that is there. */
const WHOLE = 1;
const BEGINS = 0.8;
const INSIDE = 0.4;
/** What is found by other words than the name is behind what is found by its name. */
const KEYWORD_SHARE = 0.5;
const INITIALS = 0.45;

/**
 * How well a command goes by what was typed, 0-1; 0 is not at all. Every typed word must be found: in the name, else in the
 * keywords. Whole names come first, then beginnings of words, then parts of them; of equals, the shorter name.
 */
export function rankCommand(typed: string, label: string, keywords: readonly string[] = []): number {
  const query = plain(typed);
  const name = plain(label);
  const words = wordsOf(query);
  if (words.length === 0) return query === '' ? 1 : 0;
  if (name === query) return 1;
  const nameWords = wordsOf(name);
  const otherWords = keywords.flatMap((keyword) => wordsOf(plain(keyword)));
  const scores = words.map((word) =>
    Math.max(bestOf(word, nameWords), KEYWORD_SHARE * bestOf(word, otherWords)),
  );
  const found = scores.every((score) => score > 0)
    ? scores.reduce((sum, score) => sum + score, 0) / scores.length
    : initialsScore(query, nameWords);
  if (found === 0) return 0;
  const startsWith = name.startsWith(query) ? 0.1 : 0;
  const brevity = 0.05 * Math.min(1, query.length / name.length);
  // Below a whole name.
  return Math.min(0.99, 0.8 * found + startsWith + brevity);
}

function bestOf(word: string, among: readonly string[]): number {
  return among.reduce((best, one) => Math.max(best, scoreOf(word, one)), 0);
}

function scoreOf(word: string, one: string): number {
  if (one === word) return WHOLE;
  if (one.startsWith(word)) return BEGINS;
  return word.length > 1 && one.includes(word) ? INSIDE : 0;
}

/** "ae" is Audio Enhancement. */
function initialsScore(query: string, words: readonly string[]): number {
  const initials = words.map(([first = '']) => first).join('');
  return query.length > 1 && initials.startsWith(query) ? INITIALS : 0;
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** Without case and accents: "Lautstarke" finds "Lautstärke". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}
