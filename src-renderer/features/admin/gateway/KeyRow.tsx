import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { Tell } from '../useBanner.ts';
import {
  useRemoveGatewayKeyMutation,
  useSetGatewayKeyStatusMutation,
  type GatewayKey,
} from './gatewayApi.ts';

const TONES = { active: 'good', revoked: 'bad' } as const;

export function KeyRow({ row, tell }: { row: GatewayKey; tell: Tell }) {
  const { t } = useTranslation('adminGateway');
  const { expires_at: expiresAt, isOver } = row;
  return (
    <tr className="border-b border-line align-top last:border-0">
      <td className="max-w-72 px-4 py-3">
        <p className="truncate font-medium" title={row.key_name}>
          {row.key_name}
        </p>
        {row.description !== null && <p className="text-xs break-words text-t2">{row.description}</p>}
      </td>
      <td className="px-4 py-3">
        <code className="font-mono text-xs whitespace-nowrap select-text">
          {row.key_prefix}…{row.key_suffix}
        </code>
      </td>
      <td className="px-4 py-3">
        {row.status === 'active' && isOver ? (
          <Badge tone="warning">{t('over')}</Badge>
        ) : (
          <Badge tone={TONES[row.status]}>{t(`status.${row.status}`)}</Badge>
        )}
        {expiresAt !== null && (
          <p className="mt-1 text-xs whitespace-nowrap text-t2">
            {t(isOver ? 'expired' : 'expires', { date: formatDate(Date.parse(expiresAt)) })}
          </p>
        )}
      </td>
      <td className="px-4 py-3 whitespace-nowrap tabular-nums">{t('calls', { count: row.usage_count })}</td>
      <td className="px-4 py-3 whitespace-nowrap text-t2">
        {row.last_used_at === null ? t('neverUsed') : formatDateTime(Date.parse(row.last_used_at))}
      </td>
      <td className="px-4 py-3 whitespace-nowrap text-t2">{formatDateTime(Date.parse(row.created_at))}</td>
      <td className="px-4 py-3">
        <Actions row={row} tell={tell} />
      </td>
    </tr>
  );
}

function Actions({ row: { id, key_name: name, status }, tell }: { row: GatewayKey; tell: Tell }) {
  const { t } = useTranslation(['adminGateway', 'common']);
  const [setStatus, changing] = useSetGatewayKeyStatusMutation();
  const [remove, removing] = useRemoveGatewayKeyMutation();
  const [asks, setAsks] = useState<'revoke' | 'remove' | null>(null);
  const isBusy = changing.isLoading || removing.isLoading;
  const change = async (next: GatewayKey['status']) => {
    const { error } = await setStatus({ id, status: next });
    if (error === undefined) tell.succeed(t('changed', { status: next }));
    else tell.fail(error);
  };
  const removeIt = async () => {
    const { error } = await remove(id);
    if (error === undefined) tell.succeed(t('removed', { name }));
    else tell.fail(error);
  };
  const named = (action: string) => t('actionOf', { action, name });
  return (
    <div className="flex gap-1.5">
      {status === 'active' ? (
        <Button size="sm" disabled={isBusy} aria-label={named(t('revoke'))} onClick={() => setAsks('revoke')}>
          {t('revoke')}
        </Button>
      ) : (
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={named(t('reactivate'))}
          onClick={() => void change('active')}
        >
          {t('reactivate')}
        </Button>
      )}
      <Button
        size="sm"
        variant="danger"
        disabled={isBusy}
        aria-label={named(t('remove'))}
        onClick={() => setAsks('remove')}
      >
        {t('remove')}
      </Button>
      <ConfirmDialog
        isOpen={asks === 'revoke'}
        onOpenChange={() => setAsks(null)}
        title={t('revokeAsk')}
        description={t('revokeMessage', { name })}
        confirmLabel={t('revoke')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void change('revoked')}
      />
      <ConfirmDialog
        isOpen={asks === 'remove'}
        onOpenChange={() => setAsks(null)}
        title={t('removeAsk')}
        description={t('removeMessage', { name })}
        confirmLabel={t('remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void removeIt()}
      />
    </div>
  );
}
