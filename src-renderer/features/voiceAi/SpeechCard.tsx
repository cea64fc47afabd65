import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import {
  DEFAULT_SIMILARITY,
  DEFAULT_STABILITY,
  MAX_SPEECH_LENGTH,
  speechFileName,
} from '../../../src-shared/domain/voiceAi/index.ts';
import { speechCharacters } from '../../../src-shared/domain/voiceAi/prices.ts';
import { dataOf } from '../../lib/loadable.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Field } from '../../ui/Field.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { FailureBox } from './FailureBox.tsx';
import { SpeechToProject } from './SpeechToProject.tsx';
import { selectVoices } from './voiceSlice.ts';
import { failureFrom, speak } from './voiceThunks.ts';

interface Spoken {
  blob: Blob;
  address: string;
  fileName: string;
}

/** Text, spoken by a voice of the account. */
export function SpeechCard({ onSetUp }: { onSetUp: () => void }) {
  const { t } = useTranslation('voiceAi');
  const voices = dataOf(useSelector(selectVoices)) ?? [];
  const [chosenId, setVoiceId] = useState('');
  const voice = voices.find(({ voiceId }) => voiceId === chosenId) ?? voices[0] ?? null;
  const [text, setText] = useState('');
  const [stability, setStability] = useState<number>(DEFAULT_STABILITY);
  const [similarity, setSimilarity] = useState<number>(DEFAULT_SIMILARITY);
  const { spoken, isSpeaking, failure, generate, cancel } = useSpeech();
  return (
    <Card aria-labelledby="voice-speech">
      <CardHeader id="voice-speech" title={t('speech.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <Choice
          label={t('speech.voice')}
          value={voice?.voiceId ?? ''}
          options={voices.map(({ voiceId, name }) => ({ value: voiceId, label: name }))}
          disabled={voice === null}
          onChange={setVoiceId}
        />
        <Field label={t('speech.text')} hint={t('speech.textHint', { characters: speechCharacters(text) })}>
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              maxLength={MAX_SPEECH_LENGTH}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <div className="grid gap-3.5 sm:grid-cols-2">
          <Amount
            label={t('speech.stability')}
            value={stability}
            first={DEFAULT_STABILITY}
            onChange={setStability}
          />
          <Amount
            label={t('speech.similarity')}
            value={similarity}
            first={DEFAULT_SIMILARITY}
            onChange={setSimilarity}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2.5">
          <Button
            variant="primary"
            disabled={voice === null || text.trim() === '' || isSpeaking}
            onClick={() => voice && void generate({ voiceId: voice.voiceId, text, stability, similarity })}
          >
            {t('speech.run')}
          </Button>
          {isSpeaking && (
            <>
              <div className="min-w-32 grow">
                <Progress label={t('speech.working')} ratio={null} />
              </div>
              <Button onClick={cancel}>{t('speech.cancel')}</Button>
            </>
          )}
        </div>
        {failure !== null && <FailureBox failure={failure} onSetUp={onSetUp} />}
        {spoken !== null && <SpokenSound spoken={spoken} />}
      </div>
    </Card>
  );
}

function SpokenSound({ spoken: { blob, address, fileName } }: { spoken: Spoken }) {
  const { t } = useTranslation('voiceAi');
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are the text above */}
        <audio controls src={address} aria-label={t('speech.player')} className="min-w-0 grow" />
        <Button onClick={() => saveBlob(blob, fileName)}>
          <Download aria-hidden="true" className="size-4" />
          {t('speech.download')}
        </Button>
      </div>
      <SpeechToProject blob={blob} fileName={fileName} />
    </>
  );
}

const HUNDRED = 100;

/** 0 to 1, shown as it is at the provider. */
function Amount({
  label,
  value,
  first,
  onChange,
}: {
  label: string;
  value: number;
  first: number;
  onChange: (value: number) => void;
}) {
  return (
    <Slider
      label={label}
      value={Math.round(value * HUNDRED)}
      min={0}
      max={HUNDRED}
      defaultValue={first * HUNDRED}
      unit="%"
      onChange={(percent) => onChange(percent / HUNDRED)}
    />
  );
}

/** One generation at a time; its sound is kept until the next one, or until the tab is left. */
function useSpeech() {
  const dispatch = useAppDispatch();
  const [spoken, setSpoken] = useState<Spoken | null>(null);
  const [isSpeaking, setIsSpeaking] = useState(false);
  const [failure, setFailure] = useState<RpcFailure | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => () => void (spoken && URL.revokeObjectURL(spoken.address)), [spoken]);
  const generate = async (input: Parameters<typeof speak>[0]) => {
    const own = new AbortController();
    running.current = own;
    setFailure(null);
    setIsSpeaking(true);
    try {
      const blob = await dispatch(speak(input, own.signal));
      if (own.signal.aborted) return;
      setSpoken({ blob, address: URL.createObjectURL(blob), fileName: speechFileName(Date.now()) });
    } catch (error) {
      if (!own.signal.aborted) setFailure(failureFrom(error));
    } finally {
      if (running.current === own) setIsSpeaking(false);
    }
  };
  return { spoken, isSpeaking, failure, generate, cancel: () => running.current?.abort() };
}
