import type { KeyboardEvent } from 'react';
import type { FillerKind } from '../../../src-shared/domain/transcript/fillers.ts';
import type { Draft, DraftState } from './draft.ts';
import type { Reading } from './reading.ts';
import type { HeardTake } from './usePlayer.ts';
import type { WordSelection } from './useSelection.ts';

/** What the list of words, and each paragraph of it, needs. */
export interface WordListProps {
  draft: Draft;
  state: DraftState;
  reading: Reading;
  selection: WordSelection;
  fillers: ReadonlyMap<number, FillerKind>;
  found: ReadonlySet<number>;
  heard: HeardTake | null;
  isPlaying: boolean;
  nameOf: (trackId: string) => string;
  onKey: (event: KeyboardEvent) => void;
}
