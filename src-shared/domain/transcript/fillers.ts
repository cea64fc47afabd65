import { foldAll, foldWord } from './find.ts';

/** Languages whose filler words are known. */
export const FILLER_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type FillerLanguage = (typeof FILLER_LANGUAGES)[number];

/** Sounds of thinking, which mean nothing; and words that often mean nothing, which a person looks at before they go. */
const FILLERS: Readonly<Record<FillerLanguage, { sounds: string; phrases: readonly string[] }>> = {
  en: {
    sounds: 'um umm uh uhh uhm er err erm ah hm hmm mm mmm mhm',
    phrases: ['you know', 'i mean', 'sort of', 'kind of', 'basically', 'actually', 'like'],
  },
  de: {
    sounds: 'ah ahm aeh aehm ähm äh öh öhm hm hmm mhm mm',
    phrases: ['sozusagen', 'quasi', 'halt', 'irgendwie', 'sag ich mal', 'eigentlich', 'ne'],
  },
  fr: {
    sounds: 'euh heu hum hm hmm mmh bah ben',
    phrases: ['du coup', 'en fait', 'tu vois', 'vous voyez', 'genre', 'quoi', 'enfin'],
  },
  es: {
    sounds: 'eh ehm em mm mmm hm hmm este',
    phrases: ['o sea', 'bueno', 'pues', 'sabes', 'digamos', 'en plan', 'es decir'],
  },
};

/** Said twice on purpose, or by grammar. */
const MEANT_TWICE: Readonly<Record<FillerLanguage, string>> = {
  en: 'that had very really no yes so bye ha far again never many',
  de: 'die der das sie sehr ja nein so ganz immer',
  fr: 'nous vous tres oui non si',
  es: 'muy si no mas ya poco',
};

const NAMES: Readonly<Record<string, FillerLanguage>> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  castilian: 'es',
  eng: 'en',
  deu: 'de',
  fra: 'fr',
  spa: 'es',
};

/** As engines name it, by word (`german`) or code (`de-AT`, `deu`); null: another one. */
export function fillerLanguage(name: string | null): FillerLanguage | null {
  const plain = name?.toLowerCase() ?? '';
  return NAMES[plain] ?? FILLER_LANGUAGES.find((code) => code === plain.split(/[-_]/)[0]) ?? null;
}

export type FillerKind = 'sound' | 'phrase' | 'repeat';

export interface SpokenWord {
  trackId: string;
  text: string;
  startSec: number;
  endSec: number;
}

/** Repeats of more words are meant. */
const MOST_REPEATED = 4;
/** A longer pause between: it is said again on purpose. */
const REPEAT_PAUSE_SEC = 1.5;

/** Words that could go, by their place: sounds and phrases of the language, and what is said twice, its first time. */
export function findFillers(
  words: readonly SpokenWord[],
  language: FillerLanguage | null,
): Map<number, FillerKind> {
  const found = new Map<number, FillerKind>();
  const known = knownFillers(language);
  const folded = foldAll(
    words.map(({ text }) => text),
    foldWord,
  );
  for (const places of placesOfSpeakers(words)) {
    const said = places.map((place) => folded[place] ?? '');
    const mark = (at: number, length: number, kind: FillerKind) => {
      for (const place of places.slice(at, at + length)) if (!found.has(place)) found.set(place, kind);
    };
    said.forEach((word, at) => {
      if (word === '') return;
      if (known.sounds.has(word)) mark(at, 1, 'sound');
      const phrase = known.phrases
        .get(word)
        ?.find((parts) => parts.every((part, step) => said[at + step] === part));
      if (phrase) mark(at, phrase.length, 'phrase');
      const repeated = repeatedAt(words, places, said, at);
      if (repeated > 1 || (repeated === 1 && !known.twice.has(word))) mark(at, repeated, 'repeat');
    });
  }
  return found;
}

function knownFillers(language: FillerLanguage | null) {
  const phrases = new Map<string, string[][]>();
  for (const phrase of language ? FILLERS[language].phrases : []) {
    const parts = phrase.split(' ').map(foldWord);
    const [first = ''] = parts;
    phrases.set(first, [...(phrases.get(first) ?? []), parts]);
  }
  return {
    sounds: new Set((language ? FILLERS[language].sounds : '').split(' ').map(foldWord)),
    phrases,
    twice: new Set((language ? MEANT_TWICE[language] : '').split(' ')),
  };
}

function placesOfSpeakers(words: readonly SpokenWord[]): number[][] {
  const speakers = new Map<string, number[]>();
  words.forEach(({ trackId, text }, place) => {
    if (text === '') return;
    const places = speakers.get(trackId);
    if (places) places.push(place);
    else speakers.set(trackId, [place]);
  });
  return [...speakers.values()];
}

/** How many words from here on are said once more right behind; 0: none. */
function repeatedAt(
  words: readonly SpokenWord[],
  places: readonly number[],
  said: readonly string[],
  at: number,
): number {
  for (let length = MOST_REPEATED; length > 0; length -= 1) {
    if (!isRepeated(said, at, length)) continue;
    const last = words[places[at + length - 1] ?? -1];
    const next = words[places[at + length] ?? -1];
    // A sentence that ends is no stumble.
    const isStumble =
      last && next && next.startSec - last.endSec <= REPEAT_PAUSE_SEC && !/[.!?…]$/.test(last.text);
    if (isStumble) return length;
  }
  return 0;
}

function isRepeated(said: readonly string[], at: number, length: number): boolean {
  if (at + 2 * length > said.length) return false;
  for (let step = at; step < at + length; step += 1) {
    if (said[step] === '' || said[step] !== said[step + length]) return false;
  }
  return true;
}
