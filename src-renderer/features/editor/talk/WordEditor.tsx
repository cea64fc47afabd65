import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { framesOf, type Project } from '../../../../src-shared/domain/edit/document.ts';
import type { PlacedWord } from '../../../../src-shared/domain/edit/talk.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { edit } from '../edits.ts';
import { useWorkbench } from '../workbench.ts';
import { useListening } from './useListening.ts';
import { WordParagraph, wordIdOf } from './WordParagraph.tsx';
import { firstOf, lastOf, paragraphsOf, rangeOfWords, type WordSelection } from './wordSelection.ts';

const PARAGRAPH_PAUSE_SEC = 1;

/** The words as they are heard: selected by pointer or keys, then deleted or moved with all tracks. */
export function WordEditor({ project, words }: { project: Project; words: readonly PlacedWord[] }) {
  const { t } = useTranslation('editor');
  const { transport } = useWorkbench();
  const editing = useWordEditing(project, words);
  const { selection, select, isMoving } = editing;
  const paragraphs = useMemo(
    () => paragraphsOf(words, framesOf(project, PARAGRAPH_PAUSE_SEC)),
    [words, project],
  );
  const choose = (index: number, isLonger: boolean) => {
    if (isMoving) return editing.moveBefore(index);
    select({ anchor: isLonger && selection ? selection.anchor : index, focus: index });
    if (!isLonger) transport.seek(words[index]?.startFrame ?? 0);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const focus = selection?.focus ?? -1;
    if (step !== undefined) {
      const next = Math.min(words.length - 1, Math.max(0, focus + step));
      select({ anchor: event.shiftKey && selection ? selection.anchor : next, focus: next });
    } else if (event.key === 'Delete' || event.key === 'Backspace') editing.remove();
    else if (event.key === 'Enter' && focus >= 0) choose(focus, false);
    else if (event.key === 'Escape') select(null);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <WordButtons project={project} editing={editing} />
      <div
        role="listbox"
        aria-label={t('talk.words.list')}
        aria-multiselectable="true"
        aria-activedescendant={selection ? wordIdOf(selection.focus) : undefined}
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          const index = indexAt(event);
          if (index !== null) choose(index, event.shiftKey);
        }}
        onPointerOver={(event) => {
          const index = indexAt(event);
          if (index !== null && event.buttons === 1 && selection && !isMoving)
            select({ ...selection, focus: index });
        }}
        className="grid cursor-text gap-2.5 rounded-lg bg-inset p-2.5 text-body leading-relaxed select-none"
      >
        {paragraphs.map((paragraph) => (
          <WordParagraph
            key={paragraph.key}
            paragraph={paragraph}
            speaker={project.media[paragraph.mediaId]?.name ?? ''}
            from={selection ? firstOf(selection) : -1}
            to={selection ? lastOf(selection) : -1}
          />
        ))}
      </div>
    </>
  );
}

/** What is selected, and what is done with it. */
function useWordEditing(project: Project, words: readonly PlacedWord[]) {
  const dispatch = useAppDispatch();
  const [selection, setSelection] = useState<WordSelection | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  // Of a list that has become shorter.
  const valid = selection && lastOf(selection) < words.length ? selection : null;
  const range = valid && rangeOfWords(words, valid);
  const select = (next: WordSelection | null) => {
    setSelection(next);
    setIsMoving(false);
  };
  return {
    project,
    selection: valid,
    range,
    isMoving,
    setIsMoving,
    select,
    remove: () => {
      if (range && dispatch(edit('rippleDelete', { ranges: [range] }))) select(null);
    },
    moveBefore: (index: number) => {
      const toFrame = words[index]?.startFrame;
      if (range && toFrame !== undefined) dispatch(edit('moveRange', { ...range, toFrame }));
      select(null);
    },
  };
}

function WordButtons({ project, editing }: { project: Project; editing: ReturnType<typeof useWordEditing> }) {
  const { t } = useTranslation('editor');
  const { heard, listen, stop } = useListening();
  const { selection, range, isMoving, setIsMoving, remove } = editing;
  const count = selection ? lastOf(selection) - firstOf(selection) + 1 : 0;
  return (
    <div className="sticky -top-3 z-10 grid gap-1.5 border-b border-line2 bg-panel pb-2">
      <p role="status" className="text-xs text-t2">
        {isMoving ? t('talk.words.place') : t('talk.words.selected', { count })}
      </p>
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" disabled={!range} onClick={remove}>
          {t('talk.words.remove')}
        </Button>
        <Button size="sm" disabled={!range} onClick={() => setIsMoving(!isMoving)}>
          {isMoving ? t('talk.words.cancel') : t('talk.words.move')}
        </Button>
        <Button
          size="sm"
          disabled={!range}
          onClick={() => (heard !== null ? stop() : range && void listen(project, range))}
        >
          {heard !== null ? t('talk.stop') : t('talk.words.listen')}
        </Button>
      </div>
    </div>
  );
}

function indexAt({ target }: PointerEvent): number | null {
  const word = target instanceof Element ? target.closest('[data-word]') : null;
  return word instanceof HTMLElement ? Number(word.dataset.word) : null;
}
