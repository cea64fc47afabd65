import { useTranslation } from '../../lib/useTranslation.ts';
import type { TranscriptNotes } from '../../../src-shared/domain/transcript/notes.ts';
import { formatCost } from '../../lib/money.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import type { DraftState } from './draft.ts';
import { useNotes } from './useNotes.ts';

interface NotesCardProps {
  takeId: string;
  state: DraftState;
  /** Shows and plays a second of the recording. */
  onPlay: (sec: number) => void;
}

/** Summary, chapters and show notes, each with the sentences that it stands on; what they cost is said before. */
export function NotesCard({ takeId, state, onPlay }: NotesCardProps) {
  const { t } = useTranslation('transcriptEditor');
  const { notes, maxUsd, failure, isMaking, make, cancel, isMarked, mark } = useNotes(takeId);
  return (
    <Card aria-labelledby="transcript-notes">
      <CardHeader id="transcript-notes" title={t('notes.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {failure && (
          <MessageBox tone="error" {...(/^KEY_/.test(failure.code) && { hint: t('notes.setUp') })}>
            {failure.message}
          </MessageBox>
        )}
        {notes && <Notes notes={notes} onPlay={onPlay} />}
        {notes && notes.chapters.length > 0 && (
          <div>
            <Button size="sm" disabled={isMarked} onClick={() => void mark(notes)}>
              {t(isMarked ? 'notes.marked' : 'notes.mark')}
            </Button>
          </div>
        )}
        {notes === null && <p className="text-t2">{t('notes.hint')}</p>}
        {maxUsd !== null && (
          <p className="text-xs text-t3">{t('notes.estimate', { price: formatCost(maxUsd) })}</p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            isBusy={isMaking}
            // What is not saved yet would not be in them.
            disabled={maxUsd === null || state.save !== 'saved'}
            onClick={() => void make()}
          >
            {t(notes ? 'notes.again' : 'notes.make')}
          </Button>
          {isMaking && (
            <Button size="sm" variant="ghost" onClick={cancel}>
              {t('notes.cancel')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function Notes({ notes, onPlay }: { notes: TranscriptNotes; onPlay: (sec: number) => void }) {
  const { t } = useTranslation('transcriptEditor');
  return (
    <>
      <Statements title={t('notes.summary')} statements={notes.summary} onPlay={onPlay} />
      {notes.chapters.length > 0 && (
        <section>
          <h3 className="mb-1 text-xs font-medium text-t2">{t('notes.chapters')}</h3>
          <ol className="grid gap-1">
            {notes.chapters.map(({ title, startSec }) => (
              <li key={`${startSec} ${title}`} className="flex gap-2">
                <Moment sec={startSec} said={title} onPlay={onPlay} />
                <span className="min-w-0 break-words text-t1">{title}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Statements title={t('notes.showNotes')} statements={notes.showNotes} onPlay={onPlay} />
      <p className="text-xs text-t3">
        {t('notes.cost', { model: notes.model, price: formatCost(notes.usd) })}
      </p>
    </>
  );
}

interface StatementsProps {
  title: string;
  statements: TranscriptNotes['summary'];
  onPlay: (sec: number) => void;
}

function Statements({ title, statements, onPlay }: StatementsProps) {
  if (statements.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-t2">{title}</h3>
      <ul className="grid gap-1.5">
        {statements.map(({ text, said }) => (
          <li key={text} className="break-words text-t1">
            {text}{' '}
            {said.map(({ startSec, text: sentence }) => (
              <Moment key={startSec} sec={startSec} said={sentence} onPlay={onPlay} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A time that plays what was said there. */
function Moment({ sec, said, onPlay }: { sec: number; said: string; onPlay: (sec: number) => void }) {
  const { t } = useTranslation('transcriptEditor');
  const time = formatRecordedTime(sec);
  return (
    <button
      type="button"
      title={said}
      aria-label={t('notes.playAt', { time, text: said })}
      onClick={() => onPlay(sec)}
      className="mr-1.5 text-xs text-accent-text tabular-nums underline hover:no-underline"
    >
      {time}
    </button>
  );
}
