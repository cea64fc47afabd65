import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { fillerLanguage, findFillers } from '../../../src-shared/domain/transcript/fillers.ts';
import { Card } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { CutsCard } from './CutsCard.tsx';
import type { Desk } from './desk.ts';
import { EditorBar } from './EditorBar.tsx';
import { FillersCard } from './FillersCard.tsx';
import { FindBar } from './FindBar.tsx';
import { keysOfWords } from './keysOfWords.ts';
import { placeAt, readingOf } from './reading.ts';
import { SaveProblem } from './SaveProblem.tsx';
import { SpeakersCard } from './SpeakersCard.tsx';
import { usePlayer, usePlaying, playFrom } from './usePlayer.ts';
import { useSelection } from './useSelection.ts';
import { WordList } from './WordList.tsx';

interface TranscriptEditorProps {
  takeId: string;
  name: string;
  desk: Desk;
  /** The second of the recording that is shown first. */
  atSec: number | null;
  onLoad: () => void;
}

/** A transcript to read, hear and correct; what is around it lies beside it. */
export function TranscriptEditor({ takeId, name, desk, atSec, onLoad }: TranscriptEditorProps) {
  const { t } = useTranslation('transcriptEditor');
  const state = useSyncExternalStore(desk.subscribe, desk.read);
  const { transcript } = desk;
  const [reading] = useState(() => readingOf(transcript));
  const { heard, failure } = usePlayer(takeId);
  const { isPlaying, error } = usePlaying(heard);
  const selection = useSelection(desk, reading, atSec === null ? null : Math.max(0, placeAt(reading, atSec)));
  const [found, setFound] = useState<ReadonlySet<number>>(NONE);
  const fillers = useFillers(desk, reading, state.edits.texts);
  const nameOf = useNames(desk, state.edits.names);
  const playWord = (place: number) => heard && playFrom(heard, reading.startSecs[place] ?? 0);
  const toggle = () => (isPlaying ? heard?.player.pause() : heard?.player.play());
  const problem = failure ?? error;
  const onKey = keysOfWords({ desk, selection, playWord, toggle });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={t('words')}>
        <EditorBar {...{ desk, state, selection, heard, isPlaying, playWord, toggle, name }} />
        <FindBar desk={desk} reading={reading} selection={selection} onFound={setFound} />
        <SaveProblem desk={desk} state={state} onLoad={onLoad} />
        {problem !== null && <MessageBox tone="error">{t('notPlayed', { reason: problem })}</MessageBox>}
        <WordList {...{ desk, state, reading, selection, fillers, found, heard, isPlaying, nameOf, onKey }} />
      </Card>
      <aside className="grid grid-cols-[minmax(0,1fr)] gap-3.5" aria-label={t('tools')}>
        <SpeakersCard desk={desk} state={state} takeId={takeId} />
        <FillersCard desk={desk} state={state} fillers={fillers} />
        <CutsCard desk={desk} state={state} reading={reading} takeId={takeId} name={name} />
      </aside>
    </div>
  );
}

const NONE: ReadonlySet<number> = new Set();

/** Filler words as they read now. */
function useFillers(desk: Desk, reading: ReturnType<typeof readingOf>, texts: ReadonlyMap<number, string>) {
  return useMemo(() => {
    const { words, language } = desk.transcript;
    const spoken = words.map(({ trackId, text }, place) => ({
      trackId,
      text: texts.get(place) ?? text,
      startSec: reading.startSecs[place] ?? 0,
      endSec: reading.endSecs[place] ?? 0,
    }));
    return findFillers(spoken, fillerLanguage(language));
  }, [desk, reading, texts]);
}

function useNames(desk: Desk, names: ReadonlyMap<string, string>) {
  const { t } = useTranslation('transcriptEditor');
  const known = new Map(desk.transcript.speakers.map(({ trackId, name }) => [trackId, name]));
  return (trackId: string) => names.get(trackId) ?? known.get(trackId) ?? t('speakers.unknown');
}
