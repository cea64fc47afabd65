import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { KeyActions, KeyState } from '../../keys/index.ts';
import type { Notify } from '../useBanner.ts';
import {
  useRemoveGatewayKeyMutation,
  useSetGatewayKeyStatusMutation,
  type GatewayKey,
} from './gatewayApi.ts';

export function KeyRow({ row, notify }: { row: GatewayKey; notify: Notify }) {
  const { t } = useTranslation(['adminGateway', 'keys']);
  return (
    <tr className="border-b border-line align-top last:border-0">
      <td className="max-w-72 px-4 py-3">
        <p className="truncate font-medium" title={row.key_name}>
          {row.key_name}
        </p>
        {row.description !== null && <p className="text-xs break-words text-t2">{row.description}</p>}
      </td>
      <td data-label={t('adminGateway:columns.key')} className="px-4 py-3">
        <code className="font-mono text-xs whitespace-nowrap select-text">
          {row.key_prefix}…{row.key_suffix}
        </code>
      </td>
      <td data-label={t('adminGateway:columns.status')} className="px-4 py-3">
        <KeyState status={row.status} expiresAt={row.expires_at} isOver={row.isOver} />
      </td>
      <td data-label={t('adminGateway:columns.usage')} className="px-4 py-3 whitespace-nowrap tabular-nums">
        {t('keys:calls', { count: row.usage_count })}
      </td>
      <td data-label={t('adminGateway:columns.used')} className="px-4 py-3 whitespace-nowrap text-t2">
        {row.last_used_at === null ? t('keys:neverUsed') : formatDateTime(Date.parse(row.last_used_at))}
      </td>
      <td data-label={t('adminGateway:columns.created')} className="px-4 py-3 whitespace-nowrap text-t2">
        {formatDateTime(Date.parse(row.created_at))}
      </td>
      <td className="px-4 py-3">
        <Actions row={row} notify={notify} />
      </td>
    </tr>
  );
}

function Actions({ row: { id, key_name: name, status }, notify }: { row: GatewayKey; notify: Notify }) {
  const { t } = useTranslation(['adminGateway', 'keys']);
  const [setStatus, changing] = useSetGatewayKeyStatusMutation();
  const [remove, removing] = useRemoveGatewayKeyMutation();
  const change = async (next: GatewayKey['status']) => {
    const { error } = await setStatus({ id, status: next });
    if (error === undefined) notify.succeed(t('keys:changed', { status: next }));
    else notify.fail(error);
  };
  const removeIt = async () => {
    const { error } = await remove(id);
    if (error === undefined) notify.succeed(t('keys:removed', { name }));
    else notify.fail(error);
  };
  return (
    <KeyActions
      name={name}
      status={status}
      isBusy={changing.isLoading || removing.isLoading}
      revokeMessage={t('adminGateway:revokeMessage', { name })}
      onChange={(next) => void change(next)}
      onRemove={() => void removeIt()}
    />
  );
}
