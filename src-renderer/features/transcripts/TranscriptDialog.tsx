import './texts.ts';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ONLINE_ENGINES } from '../../../src-shared/domain/voiceAi/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { utterancesOf, type Transcript } from '../../../src-shared/domain/transcript/document.ts';
import {
  formatTranscript,
  TRANSCRIPT_FORMATS,
  transcriptFileStem,
  type TranscriptFormat,
} from '../../../src-shared/domain/transcript/formats.ts';
import { formatCost } from '../../lib/money.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { SpeakerName } from '../../ui/SpeakerName.tsx';
import { addressOfTranscript } from './address.ts';
import { speakerColours } from './speakerColours.ts';
import { useTranscript } from './useTranscript.ts';

/** What was said in a recording, by whom and when; or what it would cost to know. */
export function TranscriptDialog({ take, onClose }: { take: TakeSummary; onClose: () => void }) {
  const { t } = useTranslation(['transcripts', 'common']);
  const state = useTranscript(take.id);
  const { transcript, isRead, isAgain, job, isRunning, failure } = state;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('transcripts:title', { name: take.name })}
      closeLabel={t('common:close')}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {failure !== null && (
          <MessageBox tone="error" {...(/^KEY_/.test(failure.code) ? { hint: t('transcripts:setUp') } : {})}>
            {failure.message}
          </MessageBox>
        )}
        {job?.step === 'cancelled' && <MessageBox tone="info">{t('transcripts:cancelled')}</MessageBox>}
        {isRunning ? (
          <Running state={state} />
        ) : transcript !== null && !isAgain ? (
          <Words take={take} transcript={transcript} state={state} />
        ) : (
          isRead && <BeforeStart state={state} />
        )}
      </div>
    </Dialog>
  );
}

type State = ReturnType<typeof useTranscript>;

function Running({ state: { job, cancel } }: { state: State }) {
  const { t } = useTranslation('transcripts');
  if (!job || (job.step !== 'listening' && job.step !== 'transcribing')) return null;
  return (
    <div className="grid gap-3">
      <Progress
        label={t(`steps.${job.step}`)}
        ratio={job.done}
        {...(job.usd > 0 ? { note: t('spent', { price: formatCost(job.usd) }) } : {})}
      />
      <div>
        <Button onClick={() => void cancel()}>{t('cancel')}</Button>
      </div>
    </div>
  );
}

/** What is sent, and what it will cost, before it is. */
function BeforeStart({ state: { estimate, failure, start } }: { state: State }) {
  const { t } = useTranslation('transcripts');
  if (estimate === null) return failure === null && <p className="text-t2">{t('listening')}</p>;
  if (estimate.speechSec === 0 && estimate.unansweredSec === 0)
    return <p className="text-t2">{t('noSpeech')}</p>;
  return (
    <div className="grid gap-3">
      <p className="text-t1">
        {estimate.engine === 'offline'
          ? t('estimateFree', { duration: formatRecordedTime(estimate.speechSec) })
          : t('estimate', {
              duration: formatRecordedTime(estimate.speechSec),
              price: formatCost(estimate.usd),
              provider: ONLINE_ENGINES[estimate.engine].name,
            })}
      </p>
      {estimate.unansweredSec > 0 && (
        <p className="text-t2">{t('unanswered', { duration: formatRecordedTime(estimate.unansweredSec) })}</p>
      )}
      <div>
        <Button variant="primary" onClick={() => void start()}>
          {t('start')}
        </Button>
      </div>
    </div>
  );
}

interface WordsProps {
  take: TakeSummary;
  transcript: Transcript;
  state: State;
}

function Words({ take, transcript, state: { askAgain, remove } }: WordsProps) {
  const { t } = useTranslation('transcripts');
  const [query, setQuery] = useState('');
  const [format, setFormat] = useState<TranscriptFormat>('srt');
  const wanted = query.trim().toLowerCase();
  const said = utterancesOf(transcript).filter(({ text }) => text.toLowerCase().includes(wanted));
  const colours = speakerColours(transcript);
  const save = () => {
    const text = formatTranscript(transcript, format);
    saveBlob(new Blob([text], { type: 'text/plain' }), `${transcriptFileStem(take.name)}.${format}`);
  };
  return (
    <>
      {transcript.isLive && (
        <MessageBox tone="info" hint={t('liveHint')}>
          {t('live')}
        </MessageBox>
      )}
      <SearchField isWide label={t('search')} query={query} onChange={setQuery} />
      {said.length === 0 ? (
        <p className="text-t2">{t(wanted === '' ? 'noSpeech' : 'noMatch')}</p>
      ) : (
        <ol
          aria-label={t('list')}
          tabIndex={0}
          className="grid max-h-[50vh] grid-cols-[minmax(0,1fr)] gap-3 overflow-y-auto"
        >
          {said.map(({ trackId, startSec, speaker, text }) => (
            <li key={`${trackId} ${startSec}`} className="grid gap-0.5">
              <span className="text-xs text-t3 tabular-nums">
                <SpeakerName name={speaker} colour={colours.get(trackId)} /> {formatRecordedTime(startSec)}
              </span>
              <span className="break-words text-t1">{text}</span>
            </li>
          ))}
        </ol>
      )}
      <p className="text-xs text-t3">
        {t('cost', { model: transcript.model, price: formatCost(transcript.usd) })}
      </p>
      <div className="flex flex-wrap items-center gap-2.5">
        <div className="min-w-32 grow">
          <Select
            label={t('format')}
            value={format}
            options={TRANSCRIPT_FORMATS.map((id) => ({ value: id, label: t(`formats.${id}`) }))}
            onChange={(value) => setFormat(TRANSCRIPT_FORMATS.find((id) => id === value) ?? 'srt')}
          />
        </div>
        <Button variant="primary" onClick={save}>
          {t('save')}
        </Button>
        <Button asChild>
          <Link to={addressOfTranscript(take.id)}>{t('openEditor')}</Link>
        </Button>
        {transcript.isLive && <Button onClick={askAgain}>{t('again')}</Button>}
        <Button variant="danger" onClick={() => void remove()}>
          {t('remove')}
        </Button>
      </div>
    </>
  );
}
