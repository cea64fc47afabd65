import { KeyRound } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { KeyProvider, KeysState } from '../../../src-shared/contract/keys.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { ApiSection } from './api/ApiSection.tsx';
import { readKeys, removeKey, saveKey, selectKeys } from './keysSlice.ts';
import { Section } from './rows.tsx';

/** The user's own keys of providers. What is typed is saved by its own button and shown never again. */
export function KeysTab() {
  const { t } = useTranslation(['settings', 'common']);
  const dispatch = useAppDispatch();
  const keys = useSelector(selectKeys);
  useEffect(() => void dispatch(readKeys()), [dispatch]);
  if (keys.status === 'loading') return <Skeleton className="h-48" />;
  if (keys.status === 'failed') {
    return (
      <ErrorState
        title={t('settings:keys.failed')}
        message={keys.error.message}
        action={<Button onClick={() => void dispatch(readKeys())}>{t('common:retry')}</Button>}
      />
    );
  }
  const { keptIn } = keys.data;
  return (
    <div className="grid gap-3.5">
      <MessageBox tone="info" hint={t('settings:keys.never')}>
        {t(`settings:keys.keptIn.${keptIn}`)}
      </MessageBox>
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        {keys.data.keys.map((slot) => (
          <KeySlot key={slot.provider} slot={slot} />
        ))}
      </div>
      <ApiSection />
    </div>
  );
}

function KeySlot({ slot }: { slot: KeysState['keys'][number] }) {
  const { t } = useTranslation('settings');
  const { provider, isConfigured, ending, problem } = slot;
  return (
    <Section
      title={t(`keys.providers.${provider}`)}
      actions={
        <Pill tone={isConfigured ? 'good' : 'neutral'}>
          {isConfigured ? t('keys.configured') : t('keys.notConfigured')}
        </Pill>
      }
    >
      <p className="text-t2">{t(`keys.uses.${provider}`)}</p>
      {problem !== null && <MessageBox tone="error">{problem}</MessageBox>}
      {isConfigured && problem === null ? (
        <Configured provider={provider} ending={ending} />
      ) : (
        <KeyForm provider={provider} />
      )}
    </Section>
  );
}

function Configured({ provider, ending }: { provider: KeyProvider; ending: string | null }) {
  const { t } = useTranslation(['settings', 'common']);
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <KeyRound aria-hidden="true" className="size-4 text-t3" />
      <span className="grow font-mono text-t1">
        <span aria-hidden="true">••••••••</span>
        {ending !== null && (
          <span aria-label={t('settings:keys.endsWith', { ending })} role="img">
            {ending}
          </span>
        )}
      </span>
      <Button variant="danger" disabled={!isConnected} onClick={() => setIsAsking(true)}>
        {t('settings:keys.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('settings:keys.removeQuestion', { provider })}
        description={t('settings:keys.removeMessage')}
        confirmLabel={t('settings:keys.remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void dispatch(removeKey(provider))}
      />
    </div>
  );
}

function KeyForm({ provider }: { provider: KeyProvider }) {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const refusal = await dispatch(saveKey(provider, text));
    setIsBusy(false);
    // A refused key stays in its field; a kept one is forgotten here.
    if (refusal === null) setText('');
    setProblem(refusal ?? undefined);
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-3">
      <Field label={t(`keys.fields.${provider}`)} error={problem}>
        {(control) => (
          <PasswordInput
            {...control}
            showLabel={t('keys.show')}
            hideLabel={t('keys.hide')}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={!isConnected || text.trim() === ''}>
          {t('keys.save')}
        </Button>
      </div>
    </form>
  );
}
