import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { ApiKeyView } from '../../../../src-shared/contract/api.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Pill } from '../../../ui/Pill.tsx';
import { selectIsConnected } from '../../workspace/index.ts';
import { Section } from '../rows.tsx';
import { removeApiKey, revokeApiKey } from './apiSlice.ts';
import { CreateApiKeyDialog } from './CreateApiKeyDialog.tsx';

/** Keys of this computer: what each may do, when it was used, and its end. */
export function ApiKeyList({ keys }: { keys: readonly ApiKeyView[] }) {
  const { t } = useTranslation('localApi');
  const isConnected = useSelector(selectIsConnected);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Section
      title={t('keys.title')}
      actions={
        <Button size="sm" disabled={!isConnected} onClick={() => setIsCreating(true)}>
          <Plus aria-hidden="true" className="size-4" />
          {t('keys.create')}
        </Button>
      }
    >
      {keys.length === 0 && <p className="text-t2">{t('keys.none')}</p>}
      <ul className="divide-y divide-line">
        {keys.map((key) => (
          <KeyRow key={key.id} row={key} />
        ))}
      </ul>
      <CreateApiKeyDialog isOpen={isCreating} onOpenChange={setIsCreating} />
    </Section>
  );
}

function KeyRow({ row }: { row: ApiKeyView }) {
  const { t } = useTranslation(['localApi', 'common']);
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, ending, scopes, status, createdAtMs, expiresAtMs, lastUsedAtMs } = row;
  const isActive = status === 'active';
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 text-t1">
          <span className="[overflow-wrap:anywhere]">{name}</span>
          <Pill tone={isActive ? 'good' : 'neutral'}>{t(`localApi:keys.status.${status}`)}</Pill>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-t3">
          <span>{scopes.map((scope) => t(`localApi:scopeNames.${scope}`)).join(', ')}</span>
          <span>{t('localApi:keys.ending', { ending })}</span>
          <span>{t('localApi:keys.made', { time: formatDateTime(createdAtMs) })}</span>
          <span>
            {lastUsedAtMs === null
              ? t('localApi:keys.unused')
              : t('localApi:keys.used', { time: formatDateTime(lastUsedAtMs) })}
          </span>
          {expiresAtMs !== null && (
            <span>{t('localApi:keys.expires', { time: formatDateTime(expiresAtMs) })}</span>
          )}
        </p>
      </div>
      <Button
        size="sm"
        className="shrink-0"
        disabled={!isConnected}
        aria-label={t(isActive ? 'localApi:keys.revokeName' : 'localApi:keys.removeName', { name })}
        onClick={() => (isActive ? setIsAsking(true) : void dispatch(removeApiKey(id)))}
      >
        {t(isActive ? 'localApi:keys.revoke' : 'localApi:keys.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('localApi:keys.revokeQuestion', { name })}
        description={t('localApi:keys.revokeMessage')}
        confirmLabel={t('localApi:keys.revoke')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void dispatch(revokeApiKey(id))}
      />
    </li>
  );
}
