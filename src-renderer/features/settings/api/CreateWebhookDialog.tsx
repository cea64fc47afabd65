import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../../src-shared/contract/api.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { FormButtons } from '../../../ui/list/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { OnceShown } from '../../keys/index.ts';
import { createWebhook } from './apiSlice.ts';
import { Checkboxes } from './Checkboxes.tsx';

/** Adds a webhook, and shows the secret that signs it this once. */
export function CreateWebhookDialog(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation(['localApi', 'common']);
  const [secret, setSecret] = useState<string | null>(null);
  const open = (isOpen: boolean) => {
    props.onOpenChange(isOpen);
    if (!isOpen) setSecret(null);
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={open}
      title={t(secret === null ? 'localApi:webhooks.dialogTitle' : 'localApi:webhooks.secretTitle')}
      closeLabel={t('common:close')}
    >
      {secret === null ? (
        <WebhookForm onMade={setSecret} onCancel={() => open(false)} />
      ) : (
        <OnceShown
          secret={secret}
          notice={t('localApi:webhooks.secret')}
          copied={t('localApi:webhooks.copied')}
          onDone={() => open(false)}
        />
      )}
    </Dialog>
  );
}

function WebhookForm({ onMade, onCancel }: { onMade: (secret: string) => void; onCancel: () => void }) {
  const { t } = useTranslation('localApi');
  const dispatch = useAppDispatch();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<WebhookEvent[]>(['recording.ended', 'failure']);
  const [wasSent, setWasSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isAddress = /^https?:\/\/\S+$/.test(url.trim()) && URL.canParse(url.trim());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (!isAddress || events.length === 0) return;
    const made = await dispatch(createWebhook({ url: url.trim(), events }));
    if ('secret' in made) onMade(made.secret);
    else setProblem(made.problem);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {problem !== null && <MessageBox tone="error">{problem}</MessageBox>}
      <Field
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        error={wasSent && !isAddress ? t('webhooks.urlRequired') : undefined}
      >
        {(input) => (
          <Input {...input} autoComplete="off" value={url} onChange={(event) => setUrl(event.target.value)} />
        )}
      </Field>
      <Checkboxes
        legend={t('webhooks.events')}
        options={WEBHOOK_EVENTS.map((value) => ({ value, label: t(`events.${value}`) }))}
        chosen={events}
        onChange={setEvents}
        error={wasSent && events.length === 0 ? t('keys.scopesRequired') : undefined}
      />
      <FormButtons submit={t('webhooks.submit')} isBusy={false} onCancel={onCancel} />
    </form>
  );
}
