import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface KeyActionsProps {
  name: string;
  status: 'active' | 'revoked';
  isBusy: boolean;
  /** What happens when it is revoked. */
  revokeMessage: string;
  onChange: (status: 'active' | 'revoked') => void;
  onRemove: () => void;
}

/** Revokes a key, makes it good again, deletes it; what takes something away is asked first. */
export function KeyActions({ name, status, isBusy, revokeMessage, onChange, onRemove }: KeyActionsProps) {
  const { t } = useTranslation(['keys', 'common']);
  const [asks, setAsks] = useState<'revoke' | 'remove' | null>(null);
  const named = (action: string) => t('keys:actionOf', { action, name });
  return (
    <div className="flex gap-1.5">
      {status === 'active' ? (
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={named(t('keys:revoke'))}
          onClick={() => setAsks('revoke')}
        >
          {t('keys:revoke')}
        </Button>
      ) : (
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={named(t('keys:reactivate'))}
          onClick={() => onChange('active')}
        >
          {t('keys:reactivate')}
        </Button>
      )}
      <Button
        size="sm"
        variant="danger"
        disabled={isBusy}
        aria-label={named(t('keys:remove'))}
        onClick={() => setAsks('remove')}
      >
        {t('keys:remove')}
      </Button>
      <ConfirmDialog
        isOpen={asks === 'revoke'}
        onOpenChange={() => setAsks(null)}
        title={t('keys:revokeAsk')}
        description={revokeMessage}
        confirmLabel={t('keys:revoke')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => onChange('revoked')}
      />
      <ConfirmDialog
        isOpen={asks === 'remove'}
        onOpenChange={() => setAsks(null)}
        title={t('keys:removeAsk')}
        description={t('keys:removeMessage', { name })}
        confirmLabel={t('keys:remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={onRemove}
      />
    </div>
  );
}
