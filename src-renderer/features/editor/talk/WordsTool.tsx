import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { dataOf } from '../../../lib/loadable.ts';
import { Button } from '../../../ui/Button.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { selectLibrary } from '../../studio/index.ts';
import { TranscriptDialog } from '../../transcripts/index.ts';
import { selectTranscripts } from '../../workspace/index.ts';
import { useWords } from './useWords.ts';
import { WordEditor } from './WordEditor.tsx';

/** What was said, word by word: words that go take their part of every track with them. */
export function WordsTool() {
  const { t } = useTranslation('editor');
  const support = useSelector(selectTranscripts);
  const { project, placed, isRead, failure, takeIds } = useWords();
  if (support?.supported === false) return <p className="text-xs text-t3">{support.reason}</p>;
  if (failure !== null)
    return <MessageBox tone="error">{t('talk.words.failed', { reason: failure })}</MessageBox>;
  if (!project || !isRead) return null;
  if (placed.length > 0)
    return (
      <>
        <p className="text-xs text-t3">{t('talk.words.hint')}</p>
        <WordEditor project={project} words={placed} />
      </>
    );
  return (
    <>
      <p className="text-xs text-t3">
        {takeIds.length === 0 ? t('talk.words.noTake') : t('talk.words.none')}
      </p>
      {takeIds.map((takeId) => (
        <MakeTranscript key={takeId} takeId={takeId} />
      ))}
    </>
  );
}

function MakeTranscript({ takeId }: { takeId: string }) {
  const { t } = useTranslation('editor');
  const [isOpen, setIsOpen] = useState(false);
  const take = dataOf(useSelector(selectLibrary))?.find(({ id }) => id === takeId);
  if (!take) return null;
  return (
    <>
      <Button className="!h-auto py-1.5 whitespace-normal" onClick={() => setIsOpen(true)}>
        {t('talk.words.make', { name: take.name })}
      </Button>
      {isOpen && <TranscriptDialog take={take} onClose={() => setIsOpen(false)} />}
    </>
  );
}
