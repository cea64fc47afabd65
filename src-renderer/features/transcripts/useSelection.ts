import { useState } from 'react';
import type { Draft } from './draft.ts';
import { placesBetween, type Reading } from './reading.ts';

export interface WordSelection {
  /** Where the keyboard is; null: nowhere yet. */
  focus: number | null;
  /** Another one each time that a word is to be shown, and focused where it says so. */
  asked: { wantsFocus: boolean } | null;
  /** What is selected, as it is read. */
  places: readonly number[];
  has: (place: number) => boolean;
  correcting: number | null;
  choose: (place: number, options?: { extends?: boolean; focuses?: boolean }) => void;
  /** The word so many further on, as it is read. */
  move: (by: number, isExtending: boolean) => void;
  correct: (place: number) => void;
  finishCorrection: (text: string | null, isNext: boolean) => void;
}

interface Chosen {
  anchor: number;
  focus: number;
  wantsFocus: boolean;
}

/** Which words are selected, and which one is being corrected. */
export function useSelection(draft: Draft, reading: Reading, first: number | null): WordSelection {
  const [chosen, setChosen] = useState<Chosen | null>(
    first === null ? null : { anchor: first, focus: first, wantsFocus: false },
  );
  const [correcting, setCorrecting] = useState<number | null>(null);
  const places = chosen ? placesBetween(reading, chosen.anchor, chosen.focus) : [];
  const selected = new Set(places);
  const choose: WordSelection['choose'] = (place, options = {}) => {
    const anchor = options.extends && chosen ? chosen.anchor : place;
    setChosen({ anchor, focus: place, wantsFocus: options.focuses ?? true });
  };
  /** The next one that is not left out. */
  const placeFrom = (place: number, by: number): number | null => {
    let position = (reading.positions[place] ?? 0) + by;
    while (draft.textAt(reading.order[position] ?? -1) === '') {
      if (position < 0 || position >= reading.order.length) return null;
      position += Math.sign(by);
    }
    return reading.order[position] ?? null;
  };
  return {
    focus: chosen?.focus ?? null,
    asked: chosen,
    places,
    has: (place) => selected.has(place),
    correcting,
    choose,
    move(by, isExtending) {
      const next = chosen ? placeFrom(chosen.focus, by) : (reading.order[0] ?? null);
      if (next !== null) choose(next, { extends: isExtending });
    },
    correct(place) {
      choose(place);
      setCorrecting(place);
    },
    finishCorrection(text, isNext) {
      if (correcting === null) return;
      const next = isNext ? placeFrom(correcting, 1) : null;
      if (text !== null) draft.apply(correctionOf(draft, correcting, text));
      setCorrecting(next);
      if (next !== null) choose(next);
      // The focus comes back from the field.
      else if (chosen) setChosen({ ...chosen, wantsFocus: true });
    },
  };
}

/** The engine's own word again is no correction. */
function correctionOf(draft: Draft, place: number, text: string) {
  const isOriginal = draft.transcript.words[place]?.text === text;
  return { on: 'texts' as const, texts: [[place, isOriginal ? null : text] as [number, string | null]] };
}
