import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { Switch } from '../../../ui/Switch.tsx';
import type { Notify } from '../useBanner.ts';
import { PixelTestDialog } from './PixelTestDialog.tsx';
import { useRemovePixelMutation, useSwitchPixelMutation, type PixelRow } from './trackingApi.ts';

/** Document 3, section 9: so much of an id is shown. */
const FIRST_SHOWN = 8;
const LAST_SHOWN = 4;

interface PixelCardProps {
  pixel: PixelRow;
  notify: Notify;
  onEdit: () => void;
}

/** One pixel, and what can be done about it. */
export function PixelCard({ pixel, notify, onEdit }: PixelCardProps) {
  const { t } = useTranslation('adminTracking');
  const { name, pixel_type: type, pixel_id: id, description, is_active: isActive } = pixel;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      showNotice({ tone: 'success', title: t('copied') });
    } catch {
      // The browser or its user forbids it.
      showNotice({ tone: 'error', title: t('notCopied') });
    }
  };
  return (
    <Card className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 font-medium break-words">{name}</h2>
          <Badge>{t(`types.${type}`)}</Badge>
          <Badge tone={isActive ? 'good' : 'neutral'}>{t(isActive ? 'on' : 'off')}</Badge>
        </div>
        <p className="flex items-center gap-1.5 text-xs text-t2">
          {type === 'custom' ? (
            <span>{t('scriptLength', { count: id.length })}</span>
          ) : (
            <code className="font-mono select-text">{masked(id)}</code>
          )}
          <IconButton
            hasBorder={false}
            label={t('copy', { name })}
            icon={<Copy aria-hidden="true" />}
            onClick={() => void copy()}
          />
        </p>
        {description !== null && <p className="text-sm break-words text-t2">{description}</p>}
        <p className="text-xs text-t3">{t('addedOn', { date: formatDate(Date.parse(pixel.created_at)) })}</p>
      </div>
      <Actions pixel={pixel} notify={notify} onEdit={onEdit} />
    </Card>
  );
}

/** All of an id that has nothing to hide behind its ends. */
function masked(id: string): string {
  return id.length <= FIRST_SHOWN + LAST_SHOWN ? id : `${id.slice(0, FIRST_SHOWN)}…${id.slice(-LAST_SHOWN)}`;
}

function Actions({ pixel, notify, onEdit }: PixelCardProps) {
  const { id, name, is_active: isActive } = pixel;
  const { t } = useTranslation(['adminTracking', 'common']);
  const [switchIt, switching] = useSwitchPixelMutation();
  const [remove, removing] = useRemovePixelMutation();
  const [asks, setAsks] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const isBusy = switching.isLoading || removing.isLoading;
  const act = async (change: Promise<{ error?: unknown }>, done: string) => {
    const { error } = await change;
    if (error === undefined) notify.succeed(done);
    else notify.fail(error);
  };
  const named = (action: string) => t('actionOf', { action, name });
  return (
    <div className="flex flex-wrap items-center gap-2 self-start">
      <Switch
        isOn={isActive}
        disabled={isBusy}
        label={t('switch', { name })}
        onChange={(next) => void act(switchIt({ id, isActive: next }), t('updated'))}
      />
      <Button size="sm" aria-label={named(t('test.action'))} onClick={() => setIsTesting(true)}>
        {t('test.action')}
      </Button>
      <PixelTestDialog pixel={pixel} isOpen={isTesting} onClose={() => setIsTesting(false)} />
      <Button size="sm" disabled={isBusy} aria-label={named(t('edit'))} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button
        size="sm"
        variant="danger"
        disabled={isBusy}
        aria-label={named(t('remove'))}
        onClick={() => setAsks(true)}
      >
        {t('remove')}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('removeAsk')}
        description={t('removeMessage', { name })}
        confirmLabel={t('remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void act(remove(id), t('removed'))}
      />
    </div>
  );
}
