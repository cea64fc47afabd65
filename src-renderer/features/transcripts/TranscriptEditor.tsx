import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  fillerLanguage,
  findFillers,
  type FillerKind,
} from '../../../src-shared/domain/transcript/fillers.ts';
import { Card } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { CutsCard } from './CutsCard.tsx';
import type { Draft } from './draft.ts';
import { EditorBar } from './EditorBar.tsx';
import { FillersCard } from './FillersCard.tsx';
import { FindBar } from './FindBar.tsx';
import { keysOfWords } from './keysOfWords.ts';
import { NotesCard } from './NotesCard.tsx';
import { placeAt, readingOf } from './reading.ts';
import { SaveProblem } from './SaveProblem.tsx';
import { SpeakersCard } from './SpeakersCard.tsx';
import { useNames } from './useNames.ts';
import { usePlayer, usePlaying, playFrom } from './usePlayer.ts';
import { useSelection } from './useSelection.ts';
import { WordList } from './WordList.tsx';

interface TranscriptEditorProps {
  takeId: string;
  name: string;
  draft: Draft;
  /** The second of the recording that is shown first. */
  atSec: number | null;
  onLoad: () => void;
}

/** A transcript to read, hear and correct; what is around it lies beside it. */
export function TranscriptEditor({ takeId, name, draft, atSec, onLoad }: TranscriptEditorProps) {
  const { t } = useTranslation('transcriptEditor');
  const state = useSyncExternalStore(draft.subscribe, draft.read);
  const { transcript } = draft;
  const [reading] = useState(() => readingOf(transcript));
  const { heard, failure } = usePlayer(takeId);
  const { isPlaying, error } = usePlaying(heard);
  const selection = useSelection(
    draft,
    reading,
    atSec === null ? null : Math.max(0, placeAt(reading, atSec)),
  );
  const [found, setFound] = useState<ReadonlySet<number>>(NONE);
  // They come behind the first words on the screen, and behind what is typed.
  const fillers = useFillers(draft, reading, useDeferredValue(state.edits.texts, null));
  const nameOf = useNames(transcript, state.edits.names);
  const playWord = (place: number) => heard && playFrom(heard, reading.startSecs[place] ?? 0);
  const playMoment = (sec: number) => {
    selection.choose(Math.max(0, placeAt(reading, sec)), { focuses: false });
    if (heard) playFrom(heard, sec);
  };
  const toggle = () => (isPlaying ? heard?.player.pause() : heard?.player.play());
  const problem = failure ?? error;
  const onKey = keysOfWords({ draft, selection, playWord, toggle });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={t('words')}>
        <EditorBar {...{ draft, state, selection, heard, isPlaying, playWord, toggle, name, nameOf }} />
        <FindBar draft={draft} reading={reading} selection={selection} onFound={setFound} />
        <SaveProblem draft={draft} state={state} onLoad={onLoad} />
        {problem !== null && <MessageBox tone="error">{t('notPlayed', { reason: problem })}</MessageBox>}
        <WordList
          {...{
            draft,
            state,
            reading,
            selection,
            fillers: fillers ?? NO_FILLERS,
            found,
            heard,
            isPlaying,
            nameOf,
            onKey,
          }}
        />
      </Card>
      <aside className="grid grid-cols-[minmax(0,1fr)] gap-3.5" aria-label={t('tools')}>
        <SpeakersCard draft={draft} nameOf={nameOf} takeId={takeId} />
        <FillersCard draft={draft} state={state} fillers={fillers} />
        <CutsCard draft={draft} state={state} reading={reading} takeId={takeId} name={name} />
        <NotesCard takeId={takeId} state={state} onPlay={playMoment} />
      </aside>
    </div>
  );
}

const NONE: ReadonlySet<number> = new Set();
const NO_FILLERS: ReadonlyMap<number, FillerKind> = new Map();

/** Filler words as they read now; null until they are looked for. */
function useFillers(
  draft: Draft,
  reading: ReturnType<typeof readingOf>,
  texts: ReadonlyMap<number, string> | null,
) {
  return useMemo(() => {
    if (texts === null) return null;
    const { words, language } = draft.transcript;
    const spoken = words.map(({ trackId, text }, place) => ({
      trackId,
      text: texts.get(place) ?? text,
      startSec: reading.startSecs[place] ?? 0,
      endSec: reading.endSecs[place] ?? 0,
    }));
    return findFillers(spoken, fillerLanguage(language));
  }, [draft, reading, texts]);
}
