import { Eraser } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { transcriptFileName } from '../../../src-shared/domain/voiceAi/index.ts';
import { transcriptionUsd } from '../../../src-shared/domain/voiceAi/prices.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { EngineChoice } from './EngineChoice.tsx';
import { FailureBox } from './FailureBox.tsx';
import { FileButton } from './FileButton.tsx';
import { formatCost } from '../../lib/money.ts';
import { openChosen, type RecordedSound } from './recordedSound.ts';
import { LiveCaptionsCard } from './LiveCaptionsCard.tsx';
import { RecordButton } from './RecordButton.tsx';
import { TextActions, today } from './TextActions.tsx';
import { TranslationCard } from './TranslationCard.tsx';
import { useEngine } from './useEngine.ts';
import { selectPrices, selectWords, wordsChanged } from './voiceSlice.ts';
import { cancelWords, transcribe } from './voiceThunks.ts';

/** Speak or choose a file, and read what was said, in another language too. */
export function TranscriptionTab({ onSetUp }: { onSetUp: () => void }) {
  const { failure } = useSelector(selectWords);
  return (
    <div className="grid gap-3.5">
      <SourceCard />
      {failure !== null && <FailureBox failure={failure} onSetUp={onSetUp} />}
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <TranscriptCard />
        <TranslationCard />
      </div>
      <LiveCaptionsCard onSetUp={onSetUp} />
    </div>
  );
}

/** Where the sound comes from. A chosen file is sent when its cost was seen, a recording when it ends. */
function SourceCard() {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const { step } = useSelector(selectWords);
  const prices = useSelector(selectPrices);
  const { online } = useEngine();
  const [chosen, setChosen] = useState<RecordedSound | null>(null);
  const choose = (file: File) => void openChosen(file).then(setChosen);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file && step === 'idle') choose(file);
  };
  const send = (sound: RecordedSound) => {
    setChosen(null);
    void dispatch(transcribe(sound));
  };
  return (
    <Card aria-labelledby="voice-source" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <CardHeader id="voice-source" title={t('transcription.title')} />
      <div className="grid gap-3">
        <EngineChoice />
        <div className="flex flex-wrap items-start gap-2.5">
          <RecordButton fileName="recording" disabled={step !== 'idle'} onRecorded={send} />
          <FileButton
            text={t('transcription.file')}
            label={t('transcription.fileLabel')}
            disabled={step !== 'idle'}
            onChosen={choose}
          />
        </div>
        {chosen !== null && (
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-inset px-3 py-2">
            <span className="min-w-0 grow break-words text-t1">{describe(chosen)}</span>
            <Button variant="primary" onClick={() => send(chosen)}>
              {t('transcription.run')}
            </Button>
          </div>
        )}
        {step !== 'idle' && (
          <div className="flex flex-wrap items-center gap-3">
            <div className="min-w-40 grow">
              <Progress label={t(`transcription.steps.${step}`)} ratio={null} />
            </div>
            <Button onClick={() => dispatch(cancelWords())}>{t('transcription.cancel')}</Button>
          </div>
        )}
      </div>
    </Card>
  );

  function describe({ file: { name }, durationSec }: RecordedSound): string {
    if (!online) return name;
    if (durationSec === null) return t('transcription.unknown', { name });
    return t('transcription.about', {
      name,
      duration: formatRecordedTime(durationSec),
      price: formatCost(transcriptionUsd(durationSec, prices, online.id)),
    });
  }
}

/** The words, which may be corrected. */
function TranscriptCard() {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const { transcript, step } = useSelector(selectWords);
  return (
    <Card aria-labelledby="voice-transcript">
      <CardHeader
        id="voice-transcript"
        title={t('transcription.result')}
        actions={
          transcript !== null && <TextActions text={transcript.text} fileName={transcriptFileName(today())} />
        }
      />
      {transcript === null ? (
        <p className="text-t3">{t('transcription.empty')}</p>
      ) : (
        <div className="grid gap-2.5">
          {transcript.text === '' && <p className="text-t2">{t('transcription.silent')}</p>}
          <Textarea
            aria-label={t('transcription.result')}
            rows={8}
            value={transcript.text}
            disabled={step !== 'idle'}
            onChange={({ target }) =>
              dispatch(wordsChanged({ transcript: { ...transcript, text: target.value } }))
            }
          />
          <div className="flex flex-wrap items-center gap-3 text-xs text-t3">
            <span className="grow">
              {transcript.usd !== null && t('transcription.cost', { amount: formatCost(transcript.usd) })}
            </span>
            <Button
              className="-mr-3"
              size="sm"
              variant="ghost"
              disabled={step !== 'idle'}
              onClick={() => dispatch(wordsChanged({ transcript: null, translation: null, failure: null }))}
            >
              <Eraser aria-hidden="true" className="size-4" />
              {t('transcription.clear')}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}
