import { useTranslation } from '../../lib/useTranslation.ts';
import type { Word } from '../../../src-shared/domain/transcript/document.ts';
import { classNames } from '../../lib/classNames.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { SpeakerName } from '../../ui/SpeakerName.tsx';
import { CorrectionField } from './CorrectionField.tsx';
import { speakerColours } from './speakerColours.ts';
import type { WordListProps } from './wordListProps.ts';

/** Less sure is worth a look. */
const UNSURE = 0.6;

/** What one speaker says, word by word. */
export function ParagraphRow(props: WordListProps & { index: number }) {
  const { index, reading, draft, nameOf } = props;
  const paragraph = reading.paragraphs[index];
  if (!paragraph) return null;
  return (
    <div className="grid gap-0.5">
      <p className="text-xs text-t3 tabular-nums">
        <SpeakerName
          name={nameOf(paragraph.trackId)}
          colour={speakerColours(draft.transcript).get(paragraph.trackId)}
        />{' '}
        {formatRecordedTime(paragraph.startSec)}
      </p>
      <p className="leading-relaxed break-words text-t1">
        {paragraph.places.map((place) => (
          <WordButton key={place} {...props} place={place} />
        ))}
      </p>
    </div>
  );
}

function WordButton(props: WordListProps & { place: number }) {
  const { place, draft, state, selection, fillers, found } = props;
  const word = draft.transcript.words[place];
  const text = draft.textAt(place);
  const hint = useHint(word, props);
  if (!word) return null;
  if (selection.correcting === place) {
    return <CorrectionField text={text} original={word.text} onDone={selection.finishCorrection} />;
  }
  if (text === '') return null;
  const isCut = state.edits.cut.has(place);
  const isUnsure = (word.confidence ?? 1) < UNSURE && !state.edits.texts.has(place);
  return (
    <>
      <button
        type="button"
        data-place={place}
        tabIndex={place === (selection.focus ?? 0) ? 0 : -1}
        title={hint}
        aria-pressed={selection.has(place)}
        className={classNames(
          'rounded-sm px-px text-left data-[lit]:bg-accent data-[lit]:text-on-accent',
          found.has(place) && 'bg-accbg outline outline-1 outline-accent',
          fillers.has(place) && !isCut && 'bg-ambbg',
          isUnsure && 'underline decoration-amb decoration-dotted underline-offset-4',
          state.edits.texts.has(place) && 'underline decoration-accent underline-offset-4',
          isCut && 'text-t3 line-through decoration-red-text',
          selection.has(place) && 'bg-accbg ring-1 ring-accent',
        )}
      >
        {text}
      </button>{' '}
    </>
  );
}

/** When it is said, how sure the engine is, and what it was. */
function useHint(word: Word | undefined, { draft, state, place }: WordListProps & { place: number }): string {
  const { t } = useTranslation('transcriptEditor');
  if (!word) return '';
  const { confidence, startFrame } = word;
  const time = formatRecordedTime(startFrame / draft.transcript.sampleRateHz);
  const sure =
    confidence === undefined ? t('unknownSure') : t('sure', { percent: Math.round(100 * confidence) });
  const was = state.edits.texts.has(place) ? `${sure} · ${t('was', { word: word.text })}` : sure;
  return t('word', { time, state: was });
}
