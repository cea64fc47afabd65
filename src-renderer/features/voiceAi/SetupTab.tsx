import { useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { KEY_PROVIDERS, type KeyProvider, type KeysState } from '../../../src-shared/contract/keys.ts';
import type { KeyCheck } from '../../../src-shared/contract/voice.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { readKeys, removeKey, selectKeys } from '../settings/index.ts';
import { FailureBox } from './FailureBox.tsx';
import { PricesCard } from './PricesCard.tsx';
import { AddressesCard, SpendingCard } from './SpendingCard.tsx';
import { keyChecked, selectKeyCheck } from './voiceSlice.ts';
import { checkKey } from './voiceThunks.ts';

/** Keys, costs and servers. */
export function SetupTab() {
  const { t } = useTranslation(['voiceAi', 'common']);
  const dispatch = useAppDispatch();
  const keys = useSelector(selectKeys);
  if (keys.status === 'loading') return <Skeleton className="h-48" />;
  if (keys.status === 'failed') {
    return (
      <ErrorState
        title={t('voiceAi:failed.read')}
        message={keys.error.message}
        action={<Button onClick={() => void dispatch(readKeys())}>{t('common:retry')}</Button>}
      />
    );
  }
  return (
    <div className="grid gap-3.5">
      <MessageBox tone="info">{t('voiceAi:keys.local')}</MessageBox>
      <div className="grid gap-3.5 lg:grid-cols-2">
        {KEY_PROVIDERS.map((provider) => (
          <KeyCard
            key={provider}
            provider={provider}
            slot={keys.data.keys.find((slot) => slot.provider === provider)}
          />
        ))}
      </div>
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <SpendingCard />
          <AddressesCard />
        </div>
        <PricesCard />
      </div>
    </div>
  );
}

type Slot = KeysState['keys'][number];

const TONES = {
  notConfigured: 'neutral',
  checking: 'accent',
  valid: 'good',
  invalid: 'bad',
  configured: 'good',
} as const;

/** Document 1, section 4: not configured, validating, valid or invalid, configured. */
function KeyCard({ provider, slot }: { provider: KeyProvider; slot: Slot | undefined }) {
  const { t } = useTranslation('voiceAi');
  const check = useSelector(selectKeyCheck(provider));
  const isConfigured = slot?.isConfigured ?? false;
  const state =
    check?.status === 'checking'
      ? 'checking'
      : check?.status === 'done'
        ? check.check.isValid
          ? 'valid'
          : 'invalid'
        : isConfigured
          ? 'configured'
          : 'notConfigured';
  return (
    <Card aria-labelledby={`voice-key-${provider}`}>
      <CardHeader
        id={`voice-key-${provider}`}
        title={t(`providers.${provider}`)}
        actions={<Pill tone={TONES[state]}>{t(`keys.states.${state}`)}</Pill>}
      />
      <div className="grid gap-3">
        <p className="text-t2">{t(`keys.uses.${provider}`)}</p>
        {slot && slot.problem !== null && <MessageBox tone="error">{slot.problem}</MessageBox>}
        {isConfigured ? (
          <Configured provider={provider} ending={slot?.ending ?? null} />
        ) : (
          <KeyForm provider={provider} />
        )}
        {check?.status === 'failed' && <FailureBox failure={check.error} />}
        {check?.status === 'done' && <CheckResult check={check.check} isKept={isConfigured} />}
      </div>
    </Card>
  );
}

function CheckResult({ check, isKept }: { check: KeyCheck; isKept: boolean }) {
  const { t } = useTranslation('voiceAi');
  if (!check.isValid) return <MessageBox tone="error">{t('keys.invalid')}</MessageBox>;
  const { usedCharacters: used, maxCharacters: max, renewsAtMs, canClone, canTranscribe } = check;
  const notes = [
    ...(used !== null && max !== null && renewsAtMs !== null
      ? [
          t('keys.left', {
            left: formatFigure(Math.max(0, max - used)),
            max: formatFigure(max),
            date: formatDate(renewsAtMs),
          }),
        ]
      : []),
    ...(canClone === false ? [t('keys.cannotClone')] : []),
    ...(canTranscribe === false ? [t('keys.cannotTranscribe')] : []),
  ];
  return (
    <MessageBox tone="success" {...(notes.length > 0 ? { hint: notes.join(' ') } : {})}>
      {t(isKept ? 'keys.saved' : 'keys.isValid')}
    </MessageBox>
  );
}

function Configured({ provider, ending }: { provider: KeyProvider; ending: string | null }) {
  const { t } = useTranslation(['voiceAi', 'common']);
  const dispatch = useAppDispatch();
  const [isAsking, setIsAsking] = useState(false);
  const check = useSelector(selectKeyCheck(provider));
  const name = t(`voiceAi:providers.${provider}`);
  const remove = () => {
    dispatch(keyChecked({ provider, state: null }));
    void dispatch(removeKey(provider));
  };
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <span className="grow font-mono text-t1">
        <span aria-hidden="true">••••••••</span>
        {ending !== null && (
          <span aria-label={t('voiceAi:keys.endsWith', { ending })} role="img">
            {ending}
          </span>
        )}
      </span>
      <Button
        isBusy={check?.status === 'checking'}
        aria-label={`${t('voiceAi:keys.test')}: ${name}`}
        onClick={() => void dispatch(checkKey(provider))}
      >
        {t('voiceAi:keys.test')}
      </Button>
      <Button
        variant="danger"
        aria-label={`${t('voiceAi:keys.remove')}: ${name}`}
        onClick={() => setIsAsking(true)}
      >
        {t('voiceAi:keys.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('voiceAi:keys.removeQuestion', { name })}
        description={t('voiceAi:keys.removeMessage')}
        confirmLabel={t('voiceAi:keys.remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={remove}
      />
    </div>
  );
}

/** A key is asked of its provider first; what it refuses stays in the field. */
function KeyForm({ provider }: { provider: KeyProvider }) {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const [text, setText] = useState('');
  const isChecking = useSelector(selectKeyCheck(provider))?.status === 'checking';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await dispatch(checkKey(provider, text.trim()))) setText('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      <Field label={t('keys.field', { name: t(`providers.${provider}`) })}>
        {(control) => (
          <PasswordInput
            {...control}
            showLabel={t('keys.show')}
            hideLabel={t('keys.hide')}
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" isBusy={isChecking} disabled={text.trim() === ''}>
          {t('keys.save')}
        </Button>
      </div>
    </form>
  );
}
