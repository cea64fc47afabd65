import { Copy } from 'lucide-react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useAct } from '../../../ui/list/index.ts';
import { KeyActions, KeyState, useCopy } from '../../keys/index.ts';
import { useRemoveApiKeyMutation, useSetApiKeyStatusMutation, type ApiKey } from './keysApi.ts';
import { SCOPE_TEXTS } from './texts.ts';

export function ApiKeyRow({ row }: { row: ApiKey }) {
  const { t } = useTranslation(['apiKeys', 'keys']);
  const copy = useCopy();
  const { name, key_prefix: prefix, last_used_at: usedAt } = row;
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className="max-w-56 px-4 py-3 font-medium break-words">
        {name}
      </th>
      <td data-label={t('apiKeys:columns.key')} className="px-4 py-2">
        <span className="flex items-center gap-1">
          <code className="font-mono text-xs whitespace-nowrap select-text">{prefix}…</code>
          <IconButton
            hasBorder={false}
            label={t('apiKeys:copyPrefix', { name })}
            icon={<Copy aria-hidden="true" />}
            onClick={() => void copy(prefix, t('apiKeys:prefixCopied'))}
          />
        </span>
      </td>
      <td data-label={t('apiKeys:columns.scopes')} className="px-4 py-3">
        <ul className="grid gap-0.5 text-xs whitespace-nowrap">
          {row.scopes.map((scope) => (
            <li key={scope}>{t(`apiKeys:scopes.${SCOPE_TEXTS[scope]}`)}</li>
          ))}
        </ul>
      </td>
      <td data-label={t('apiKeys:columns.status')} className="px-4 py-3">
        <KeyState status={row.status} expiresAt={row.expires_at} isOver={row.isOver} />
      </td>
      <td data-label={t('apiKeys:columns.usage')} className="px-4 py-3 whitespace-nowrap tabular-nums">
        {t('keys:calls', { count: row.usage_count })}
      </td>
      <td data-label={t('apiKeys:columns.used')} className="px-4 py-3 whitespace-nowrap text-t2">
        {usedAt === null ? t('keys:neverUsed') : formatDateTime(Date.parse(usedAt))}
      </td>
      <td data-label={t('apiKeys:columns.created')} className="px-4 py-3 whitespace-nowrap text-t2">
        {formatDateTime(Date.parse(row.created_at))}
      </td>
      <td className="px-4 py-3">
        <Actions row={row} />
      </td>
    </tr>
  );
}

function Actions({ row: { id, name, status } }: { row: ApiKey }) {
  const { t } = useTranslation(['apiKeys', 'keys']);
  const act = useAct();
  const [setStatus, changing] = useSetApiKeyStatusMutation();
  const [remove, removing] = useRemoveApiKeyMutation();
  return (
    <KeyActions
      name={name}
      status={status}
      isBusy={changing.isLoading || removing.isLoading}
      revokeMessage={t('apiKeys:revokeMessage', { name })}
      onChange={(next) => void act(setStatus({ id, status: next }), t('keys:changed', { status: next }))}
      onRemove={() => void act(remove(id), t('keys:removed', { name }))}
    />
  );
}
