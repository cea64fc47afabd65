import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { useListGatewayKeysQuery, useReadGatewayQuery } from './gatewayApi.ts';

/** The latest events of the gateway. */
export function EventList() {
  const { t } = useTranslation('adminGateway');
  const { data } = useReadGatewayQuery();
  const keys = useListGatewayKeysQuery();
  if (data === undefined) return null;
  const nameOf = (id: string | null) =>
    keys.data?.find((key) => key.id === id)?.key_name ?? t('events.keyGone');
  return (
    <Card aria-label={t('events.title')}>
      <CardHeader title={t('events.title')} />
      {data.events.length === 0 ? (
        <p className="text-sm text-t3">{t('events.none')}</p>
      ) : (
        <ul className="grid gap-2.5 text-sm">
          {data.events.map(({ id, event_type: type, received_at: at, key_id: key }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium break-all">{type}</span>
              <code className="font-mono text-xs break-all text-t2">{id}</code>
              <span className="ml-auto text-xs text-t3 tabular-nums">
                {nameOf(key)} · {formatDateTime(Date.parse(at))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
