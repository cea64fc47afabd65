import type { KeyboardEvent } from 'react';
import type { Draft } from './draft.ts';
import type { WordSelection } from './useSelection.ts';

interface KeysOptions {
  draft: Draft;
  selection: WordSelection;
  playWord: (place: number) => void;
  toggle: () => void;
}

/** So many words on, as the arrows up and down go: about a line. */
const LINE_WORDS = 12;

/** What keys do among the words. */
export function keysOfWords({ draft, selection, playWord, toggle }: KeysOptions) {
  const toggleCut = () => {
    const { cut } = draft.read().edits;
    const isCut = !selection.places.every((place) => cut.has(place));
    if (selection.places.length > 0) draft.apply({ on: 'cut', words: [...selection.places], isCut });
  };
  return (event: KeyboardEvent): void => {
    const isCommand = event.ctrlKey || event.metaKey;
    const { focus } = selection;
    if (isCommand) {
      const key = event.key.toLowerCase();
      if (key === 'z') (event.shiftKey ? draft.redo : draft.undo)();
      else if (key === 'y') draft.redo();
      else return;
    } else if (event.key === 'ArrowRight') selection.move(1, event.shiftKey);
    else if (event.key === 'ArrowLeft') selection.move(-1, event.shiftKey);
    else if (event.key === 'ArrowDown') selection.move(LINE_WORDS, event.shiftKey);
    else if (event.key === 'ArrowUp') selection.move(-LINE_WORDS, event.shiftKey);
    else if (event.key === 'Enter' || event.key === 'F2') {
      if (focus !== null) selection.correct(focus);
    } else if (event.key === ' ') {
      if (focus === null || event.shiftKey) toggle();
      else playWord(focus);
    } else if (event.key === 'Delete' || event.key === 'Backspace') toggleCut();
    else return;
    event.preventDefault();
  };
}
