import { useState } from 'react';
import { findWords, replaceWords } from '../../../src-shared/domain/transcript/find.ts';
import type { Draft } from './draft.ts';
import type { Reading } from './reading.ts';
import type { WordSelection } from './useSelection.ts';

export interface FindOptions {
  draft: Draft;
  reading: Reading;
  selection: WordSelection;
  /** Places of all matches. */
  onFound: (places: ReadonlySet<number>) => void;
}

/** Matches of what is typed, the one that is shown, and what replaces them. */
export function useFind({ draft, reading, selection, onFound }: FindOptions) {
  const [query, setQuery] = useState('');
  const [replacement, setReplacement] = useState('');
  const [matches, setMatches] = useState<readonly number[][]>([]);
  const [at, setAt] = useState(-1);
  /** In the order in which they are read. */
  const look = (wanted: string): readonly number[][] => {
    const texts = reading.order.map((place) => draft.textAt(place));
    const found = findWords(texts, wanted).map((positions) =>
      positions.map((position) => reading.order[position] ?? 0),
    );
    setMatches(found);
    onFound(new Set(found.flat()));
    return found;
  };
  const show = (index: number, found: readonly number[][]) => {
    setAt(index);
    const place = found[index]?.[0];
    if (place !== undefined) selection.choose(place, { focuses: false });
  };
  const replace = (chosen: readonly number[][]) => {
    const texts = chosen.flatMap((places) => replacementOf(draft, places, query, replacement));
    if (texts.length > 0) draft.apply({ on: 'texts', texts });
    const left = look(query);
    show(Math.min(Math.max(0, at), left.length - 1), left);
  };
  return {
    query,
    replacement,
    setReplacement,
    matches,
    at,
    type(wanted: string) {
      setQuery(wanted);
      setAt(-1);
      look(wanted);
    },
    go(by: number) {
      const found = look(query);
      if (found.length === 0) return;
      const first = by > 0 ? 0 : found.length - 1;
      show(at < 0 ? first : (at + by + found.length) % found.length, found);
    },
    replaceOne() {
      const current = look(query)[Math.max(0, at)];
      if (current) replace([current]);
    },
    replaceAll: () => replace(look(query)),
  };
}

function replacementOf(draft: Draft, places: readonly number[], wanted: string, replacement: string) {
  const words = places.map((place) => draft.textAt(place));
  const all = words.map((_, index) => index);
  return replaceWords(words, all, wanted, replacement).map(([index, text]): [number, string] => [
    places[index] ?? 0,
    text,
  ]);
}
