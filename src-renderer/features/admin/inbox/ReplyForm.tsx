import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { MAX_REPLY_LENGTH, replySubject } from '../../../../src-shared/domain/inbox.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { useReadInboxOptionsQuery, type InboxCase } from './inboxApi.ts';
import { useReply } from './useReply.ts';

interface ReplyFormProps {
  received: InboxCase;
  text: string;
  onText: (text: string) => void;
}

/** Answers by mail, where there is an address and the server can send. */
export function ReplyForm(props: ReplyFormProps) {
  const { t } = useTranslation(['adminInbox', 'common']);
  const { data, error, refetch } = useReadInboxOptionsQuery();
  const { email } = props.received;
  if (email === null) return <MessageBox tone="info">{t('adminInbox:noAddress')}</MessageBox>;
  if (error !== undefined) {
    return (
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-t2">{t('adminInbox:noMailState')}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {t('common:retry')}
        </Button>
      </Card>
    );
  }
  if (data === undefined) return <Skeleton className="h-48 rounded-xl" />;
  if (!data.canSendMail) {
    return (
      <MessageBox tone="info" hint={t('adminInbox:noMailHint')}>
        {t('adminInbox:noMail')}
      </MessageBox>
    );
  }
  return <Form {...props} email={email} />;
}

function Form({ received, text, onText, email }: ReplyFormProps & { email: string }) {
  const { t } = useTranslation('adminInbox');
  const { send, isLoading } = useReply();
  // Another text is another reply: what came before may have been sent already.
  const [id, setId] = useState(() => crypto.randomUUID());
  const body = text.trim();
  const write = (next: string) => {
    onText(next);
    setId(crypto.randomUUID());
  };
  const submit = async () => {
    if (body === '' || isLoading) return;
    if (await send({ id, caseId: received.id, body })) write('');
  };
  return (
    <Card>
      <CardHeader title={<bdi className="min-w-0">{t('replyTo', { email })}</bdi>} />
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label={t('reply')}
          hint={t('replyHint', { subject: replySubject(received.kind, received.message) })}
        >
          {(input) => (
            <Textarea
              {...input}
              dir="auto"
              rows={6}
              value={text}
              maxLength={MAX_REPLY_LENGTH}
              disabled={isLoading}
              onChange={({ target }) => write(target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isBusy={isLoading} disabled={body === ''}>
            <Send aria-hidden="true" className="size-4" />
            {t('send')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
