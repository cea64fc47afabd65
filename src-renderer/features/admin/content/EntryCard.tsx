import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { Guarded } from './guardedTable.ts';
import type { Notify } from '../useBanner.ts';

interface EntryCardProps {
  title: string;
  badges: ReactNode;
  facts: readonly (string | null)[];
  description: string;
  removeAsk: string;
  removed: string;
  onEdit: () => void;
  remove: () => Promise<{ data?: Guarded<unknown> | undefined; error?: unknown }>;
  notify: Notify;
}

/** One tutorial or contact, and what can be done about it. */
export function EntryCard(props: EntryCardProps) {
  const { title, badges, facts, description } = props;
  return (
    <Card className="grid gap-3 p-5 wrap-anywhere sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 font-semibold">
            <bdi>{title}</bdi>
          </h2>
          {badges}
        </div>
        <p className="text-xs text-t2">{facts.filter(Boolean).join(' · ')}</p>
        {description !== '' && (
          <p dir="auto" className="max-w-3xl leading-relaxed whitespace-pre-line text-t2">
            {description}
          </p>
        )}
      </div>
      <Actions {...props} />
    </Card>
  );
}

function Actions({ title, removeAsk, removed, onEdit, remove, notify }: EntryCardProps) {
  const { t } = useTranslation(['adminContent', 'common']);
  const [asks, setAsks] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const named = (action: string) => t('adminContent:entry.actionOf', { action, title });
  const drop = async () => {
    setIsBusy(true);
    const { data, error } = await remove();
    setIsBusy(false);
    if (error !== undefined) notify.fail(error);
    else if (data?.outcome === 'changed') notify.fail(t('adminContent:entry.changedDelete', { title }));
    else notify.succeed(removed);
  };
  return (
    <div className="flex flex-wrap content-start gap-1.5">
      <Button size="sm" disabled={isBusy} aria-label={named(t('adminContent:entry.edit'))} onClick={onEdit}>
        {t('adminContent:entry.edit')}
      </Button>
      <Button
        size="sm"
        variant="danger"
        isBusy={isBusy}
        aria-label={named(t('adminContent:entry.remove'))}
        onClick={() => setAsks(true)}
      >
        {t('adminContent:entry.remove')}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={removeAsk}
        description={t('adminContent:entry.removeMessage', { title })}
        confirmLabel={t('adminContent:entry.remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void drop()}
      />
    </div>
  );
}
