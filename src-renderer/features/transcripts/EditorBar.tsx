import { Pause, PenLine, Play, Redo2, RotateCcw, Scissors, Undo2 } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pill } from '../../ui/Pill.tsx';
import type { Draft, DraftState } from './draft.ts';
import { ExportMenu } from './ExportMenu.tsx';
import type { HeardTake } from './usePlayer.ts';
import type { WordSelection } from './useSelection.ts';

interface EditorBarProps {
  draft: Draft;
  state: DraftState;
  selection: WordSelection;
  heard: HeardTake | null;
  isPlaying: boolean;
  playWord: (place: number) => void;
  toggle: () => void;
  name: string;
  nameOf: (trackId: string) => string;
}

/** What is done with the words that are selected, and what was done. */
export function EditorBar(props: EditorBarProps) {
  const { draft, state, selection, heard, isPlaying, playWord, toggle, name, nameOf } = props;
  const { t } = useTranslation('transcriptEditor');
  const { places, focus } = selection;
  const isCut = places.length > 0 && places.every((place) => state.edits.cut.has(place));
  const corrected = places.filter((place) => state.edits.texts.has(place));
  const playChosen = () => (isPlaying || focus === null ? toggle() : playWord(focus));
  return (
    <div role="toolbar" aria-label={t('bar')} className="flex flex-wrap items-center gap-1.5">
      <IconButton
        label={t(isPlaying ? 'pause' : focus === null ? 'play' : 'playFrom')}
        icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        disabled={heard === null}
        onClick={playChosen}
      />
      <IconButton
        label={t('correct')}
        icon={<PenLine aria-hidden="true" />}
        disabled={focus === null}
        onClick={() => focus !== null && selection.correct(focus)}
      />
      <IconButton
        label={t(isCut ? 'keep' : 'cut')}
        icon={<Scissors aria-hidden="true" />}
        disabled={places.length === 0}
        onClick={() => draft.apply({ on: 'cut', words: [...places], isCut: !isCut })}
      />
      <IconButton
        label={t('original')}
        icon={<RotateCcw aria-hidden="true" />}
        disabled={corrected.length === 0}
        onClick={() => draft.apply({ on: 'texts', texts: corrected.map((place) => [place, null]) })}
      />
      <span aria-hidden="true" className="mx-1 h-5 w-px bg-line2" />
      <IconButton
        label={t('undo')}
        icon={<Undo2 aria-hidden="true" />}
        disabled={!state.canUndo}
        onClick={draft.undo}
      />
      <IconButton
        label={t('redo')}
        icon={<Redo2 aria-hidden="true" />}
        disabled={!state.canRedo}
        onClick={draft.redo}
      />
      <span className="grow" />
      <Pill role="status" tone={SAVE_TONES[state.save]}>
        {t(SAVE_TEXTS[state.save])}
      </Pill>
      <ExportMenu draft={draft} name={name} nameOf={nameOf} />
    </div>
  );
}

const SAVE_TONES = { saved: 'good', saving: 'neutral', failed: 'bad' } as const;
const SAVE_TEXTS = { saved: 'saved', saving: 'saving', failed: 'notSaved' } as const;
