/** How letters sound that are in no dictionary: names, numbers, other languages. Rough; levels correct what it gets wrong. */
const SOUNDS: Readonly<Record<string, string>> = {
  a: 'AA',
  b: 'B',
  c: 'K',
  d: 'D',
  e: 'EH',
  f: 'F',
  g: 'G',
  h: 'HH',
  i: 'IH',
  j: 'JH',
  k: 'K',
  l: 'L',
  m: 'M',
  n: 'N',
  o: 'OW',
  p: 'P',
  q: 'K',
  r: 'R',
  s: 'S',
  t: 'T',
  u: 'UW',
  v: 'V',
  w: 'W',
  x: 'K S',
  y: 'IY',
  z: 'Z',
};
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** The sounds of a word as a speaker says it, in the signs of the CMU dictionary. */
export function pronounce(text: string, dictionary: ReadonlyMap<string, string>): string {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/’/g, "'");
  const whole = plain.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  const known = dictionary.get(whole);
  if (known !== undefined) return known;
  const parts = whole.match(/[a-z']+|\d+/g) ?? [];
  const sounds = parts.flatMap((part) => {
    const words = /\d/.test(part) ? numberWords(part) : [part];
    return words.map((word) => dictionary.get(word) ?? spell(word));
  });
  return sounds.filter((sound) => sound !== '').join(' ') || 'AH';
}

const spell = (word: string) => [...word].flatMap((letter) => SOUNDS[letter] ?? []).join(' ');

/** As they are read mostly: up to 99 as a number, longer ones by two digits or one. */
function numberWords(digits: string): string[] {
  const value = Number(digits);
  if (digits.length > 2) {
    const isYear = digits.length === 4 && value >= 1100 && value % 100 >= 10;
    const pieces = isYear ? [digits.slice(0, 2), digits.slice(2)] : [...digits];
    return pieces.flatMap(numberWords);
  }
  if (value < 10) return [DIGITS[value] ?? ''];
  if (value < 20) return [TEENS[value - 10] ?? ''];
  const ten = TENS[Math.floor(value / 10) - 2] ?? '';
  return value % 10 === 0 ? [ten] : [ten, DIGITS[value % 10] ?? ''];
}
