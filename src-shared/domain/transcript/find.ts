/** Words as they are compared: without case, accents and the signs around them. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
export const foldWord = (text: string): string =>
  foldText(text).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** The same for each of many words: a talk has few that are different. */
export function foldAll(texts: readonly string[], fold: (text: string) => string): string[] {
  const known = new Map<string, string>();
  return texts.map((text) => {
    let folded = known.get(text);
    if (folded === undefined) {
      folded = fold(text);
      known.set(text, folded);
    }
    return folded;
  });
}

/** The places of words of which `wanted` is a part: several words are found where they follow each other. */
export function findWords(texts: readonly string[], wanted: string): number[][] {
  const query = foldText(wanted).trim().split(/\s+/).filter(Boolean);
  const [first, ...rest] = query;
  if (first === undefined) return [];
  const last = rest.at(-1);
  const found: number[][] = [];
  let place = 0;
  const folded = foldAll(texts, foldText);
  while (place < folded.length) {
    const isHere =
      last === undefined
        ? (folded[place] ?? '').includes(first)
        : (folded[place] ?? '').endsWith(first) &&
          (folded[place + rest.length] ?? '').startsWith(last) &&
          rest.slice(0, -1).every((word, at) => folded[place + 1 + at] === word);
    if (isHere) found.push(Array.from({ length: query.length }, (_, at) => place + at));
    place += isHere ? query.length : 1;
  }
  return found;
}

/**
 * What a replacement makes of words that were found: the first of them gets it, the others become empty. Signs around
 * the found words stay, such as a full stop; of a large first letter too, where the replacement begins with a small one.
 */
export function replaceWords(
  texts: readonly string[],
  found: readonly number[],
  wanted: string,
  replacement: string,
): [place: number, text: string][] {
  const whole = found.map((place) => texts[place] ?? '').join(' ');
  const query = foldText(wanted).trim().replace(/\s+/g, ' ');
  const at = foldedIndex(whole, query);
  const [place, ...others] = found;
  if (at === null || place === undefined) return [];
  const [from, to] = at;
  const isCapital = /^\p{Lu}/u.test(whole.slice(from)) && /^\p{Lu}/u.test(wanted) === false;
  const put = isCapital ? replacement.replace(/^\p{Ll}/u, (sign) => sign.toUpperCase()) : replacement;
  const text = `${whole.slice(0, from)}${put}${whole.slice(to)}`.trim();
  return [[place, text], ...others.map((other): [number, string] => [other, ''])];
}

/** Where in a text, as it is written, something lies that was found in it without case and accents. */
function foldedIndex(text: string, folded: string): [from: number, to: number] | null {
  const starts: number[] = [];
  let all = '';
  let index = 0;
  for (const sign of text) {
    const part = foldText(sign);
    for (let unit = 0; unit < part.length; unit += 1) starts.push(index);
    all += part;
    index += sign.length;
  }
  const at = all.indexOf(folded);
  if (at < 0 || folded === '') return null;
  return [starts[at] ?? 0, starts[at + folded.length] ?? text.length];
}
