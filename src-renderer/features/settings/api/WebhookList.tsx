import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { WebhookView } from '../../../../src-shared/contract/api.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { selectIsConnected } from '../../workspace/index.ts';
import { Section } from '../rows.tsx';
import { removeWebhook, testWebhook } from './apiSlice.ts';
import { CreateWebhookDialog } from './CreateWebhookDialog.tsx';

/** Where SoundDesk sends what has happened. */
export function WebhookList({ webhooks }: { webhooks: readonly WebhookView[] }) {
  const { t } = useTranslation('localApi');
  const isConnected = useSelector(selectIsConnected);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Section
      title={t('webhooks.title')}
      actions={
        <Button size="sm" disabled={!isConnected} onClick={() => setIsCreating(true)}>
          <Plus aria-hidden="true" className="size-4" />
          {t('webhooks.create')}
        </Button>
      }
    >
      <p className="text-t2">{t('webhooks.hint')}</p>
      {webhooks.length === 0 && <p className="text-xs text-t3">{t('webhooks.none')}</p>}
      <ul className="divide-y divide-line">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} row={webhook} />
        ))}
      </ul>
      <CreateWebhookDialog isOpen={isCreating} onOpenChange={setIsCreating} />
    </Section>
  );
}

function WebhookRow({ row: { id, url, events } }: { row: WebhookView }) {
  const { t } = useTranslation(['localApi', 'common']);
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [isAsking, setIsAsking] = useState(false);
  const test = async () => {
    await dispatch(testWebhook(id)).unwrap();
    showNotice({ tone: 'success', title: t('localApi:webhooks.tested') });
  };
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow basis-48 max-sm:basis-full">
        <p className="font-mono text-sm [overflow-wrap:anywhere] text-t1">{url}</p>
        <p className="mt-0.5 text-xs text-t3">
          {events.map((event) => t(`localApi:events.${event}`)).join(', ')}
        </p>
      </div>
      <Button
        size="sm"
        disabled={!isConnected}
        aria-label={t('localApi:webhooks.testName', { url })}
        onClick={() => void test().catch(() => undefined)}
      >
        {t('localApi:webhooks.test')}
      </Button>
      <Button
        size="sm"
        disabled={!isConnected}
        aria-label={t('localApi:webhooks.removeName', { url })}
        onClick={() => setIsAsking(true)}
      >
        {t('localApi:webhooks.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('localApi:webhooks.removeQuestion')}
        description={t('localApi:webhooks.removeMessage', { url })}
        confirmLabel={t('localApi:webhooks.remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void dispatch(removeWebhook(id))}
      />
    </li>
  );
}
