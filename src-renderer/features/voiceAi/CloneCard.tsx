import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import {
  consentStatement,
  MAX_SAMPLE_BYTES,
  MAX_VOICE_DESCRIPTION_LENGTH,
  MAX_VOICE_NAME_LENGTH,
  MIN_CONSENT_SEC,
  MIN_SAMPLE_SEC,
} from '../../../src-shared/domain/voiceAi/index.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { FailureBox } from './FailureBox.tsx';
import { FileButton } from './FileButton.tsx';
import { openChosen, type RecordedSound } from './recordedSound.ts';
import { RecordButton } from './RecordButton.tsx';
import { cloneVoice } from './voiceThunks.ts';

const EMPTY = { name: '', description: '', speaker: '' };

/** A sample, whose voice it is, and that person's spoken consent: without it nothing is sent. */
export function CloneCard({ onSetUp }: { onSetUp: () => void }) {
  const { t } = useTranslation('voiceAi');
  const draft = useCloneDraft();
  const { texts, set, outcome } = draft;
  return (
    <Card aria-labelledby="voice-clone">
      <CardHeader id="voice-clone" title={t('cloning.title')} />
      <div className="grid gap-4">
        <SampleField draft={draft} />
        <TextField label={t('cloning.name')} value={texts.name} onChange={(name) => set({ name })} />
        <TextField
          label={t('cloning.description')}
          value={texts.description}
          maxLength={MAX_VOICE_DESCRIPTION_LENGTH}
          onChange={(description) => set({ description })}
        />
        <TextField
          label={t('cloning.speaker')}
          value={texts.speaker}
          onChange={(speaker) => set({ speaker })}
        />
        <ConsentField draft={draft} />
        <div className="grid gap-2.5">
          <div>
            <Button
              variant="primary"
              disabled={!draft.isReady}
              isBusy={draft.isBusy}
              onClick={() => void draft.clone()}
            >
              {t('cloning.run')}
            </Button>
          </div>
          {!draft.isReady && <p className="text-xs text-t3">{t('cloning.needs')}</p>}
          {outcome !== null &&
            ('made' in outcome ? (
              <MessageBox tone="success">{t('cloning.made', { name: outcome.made })}</MessageBox>
            ) : (
              <FailureBox failure={outcome.failure} onSetUp={onSetUp} />
            ))}
        </div>
      </div>
    </Card>
  );
}

/** What the form holds until the voice is made. */
function useCloneDraft() {
  const dispatch = useAppDispatch();
  const [texts, setTexts] = useState(EMPTY);
  const [sample, setSample] = useState<RecordedSound | null>(null);
  const [consent, setConsent] = useState<RecordedSound | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ made: string } | { failure: RpcFailure } | null>(null);
  const sampleProblem = useSampleProblem(sample);
  const speaker = texts.speaker.trim();
  const hasConsent = (consent?.durationSec ?? 0) >= MIN_CONSENT_SEC;
  const isReady =
    sample !== null && sampleProblem === null && texts.name.trim() !== '' && speaker !== '' && hasConsent;
  const set = (patch: Partial<typeof EMPTY>) => {
    setTexts({ ...texts, ...patch });
    // It names another person.
    if (patch.speaker !== undefined) setConsent(null);
  };
  const clone = async () => {
    if (!sample || !consent) return;
    setIsBusy(true);
    const made = { ...texts, sample: sample.file, consent: consent.file };
    const failure = await dispatch(cloneVoice(made));
    setIsBusy(false);
    setOutcome(failure === null ? { made: texts.name.trim() } : { failure });
    if (failure !== null) return;
    setTexts(EMPTY);
    setSample(null);
    setConsent(null);
  };
  return {
    texts,
    set,
    speaker,
    isReady,
    isBusy,
    outcome,
    clone,
    sample,
    setSample,
    sampleProblem,
    consent,
    setConsent,
    hasConsent,
  };
}
type CloneDraft = ReturnType<typeof useCloneDraft>;

function SampleField({ draft: { sample, setSample, sampleProblem } }: { draft: CloneDraft }) {
  const { t } = useTranslation('voiceAi');
  return (
    <SoundField
      label={t('cloning.sample')}
      hint={t('cloning.sampleHint', { seconds: MIN_SAMPLE_SEC })}
      problem={sampleProblem}
      done={
        sample &&
        t('cloning.chosen', {
          name: sample.file.name,
          duration: sample.durationSec === null ? '—' : formatRecordedTime(sample.durationSec),
        })
      }
    >
      <RecordButton fileName="sample" label={t('cloning.sample')} onRecorded={setSample} />
      <FileButton
        text={t('cloning.sampleFile')}
        label={t('cloning.sampleLabel')}
        onChosen={(file) => void openChosen(file).then(setSample)}
      />
    </SoundField>
  );
}

function ConsentField({ draft: { speaker, consent, setConsent, hasConsent } }: { draft: CloneDraft }) {
  const { t } = useTranslation('voiceAi');
  return (
    <SoundField
      label={t('cloning.consent')}
      hint={t('cloning.consentHint')}
      problem={consent !== null && !hasConsent ? t('cloning.consentShort') : null}
      done={
        hasConsent
          ? t('cloning.consentDone', { duration: formatRecordedTime(consent?.durationSec ?? 0) })
          : null
      }
    >
      {speaker !== '' && (
        <blockquote lang="en" className="w-full rounded-lg bg-inset px-3 py-2 text-t1">
          {consentStatement(speaker)}
        </blockquote>
      )}
      <RecordButton
        fileName="consent"
        label={t('cloning.consent')}
        disabled={speaker === ''}
        onRecorded={setConsent}
      />
    </SoundField>
  );
}

function useSampleProblem(sample: RecordedSound | null): string | null {
  const { t } = useTranslation('voiceAi');
  if (sample === null) return null;
  if (sample.file.size > MAX_SAMPLE_BYTES) {
    return t('cloning.large', { megabytes: MAX_SAMPLE_BYTES / (1024 * 1024) });
  }
  const isShort = sample.durationSec !== null && sample.durationSec < MIN_SAMPLE_SEC;
  return isShort ? t('cloning.short', { seconds: MIN_SAMPLE_SEC }) : null;
}

interface TextFieldProps {
  label: string;
  value: string;
  maxLength?: number;
  onChange: (value: string) => void;
}

function TextField({ label, value, maxLength = MAX_VOICE_NAME_LENGTH, onChange }: TextFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          value={value}
          maxLength={maxLength}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface SoundFieldProps {
  label: string;
  hint: string;
  problem: string | null;
  /** What is there; null: nothing yet. */
  done: string | null;
  children: ReactNode;
}

function SoundField({ label, hint, problem, done, children }: SoundFieldProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2">
      <p id={id} className="text-xs font-medium text-t2">
        {label}
      </p>
      <p className="text-xs text-t3">{hint}</p>
      <div className="flex flex-wrap items-start gap-2.5">{children}</div>
      {done !== null && <p className="break-words text-t1">{done}</p>}
      {problem !== null && (
        <p role="alert" className="text-xs text-red-text">
          {problem}
        </p>
      )}
    </div>
  );
}
