import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { ApiCallView, WebhookDelivery } from '../../../../src-shared/contract/api.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { selectIsConnected } from '../../workspace/index.ts';
import { Section } from '../rows.tsx';
import { readApiActivity } from './apiSlice.ts';

interface Activity {
  calls: ApiCallView[];
  deliveries: WebhookDelivery[];
}
/** More than anybody reads here; the log has all. */
const MOST_SHOWN = 20;

/** The last calls and deliveries, as they are when they are asked for. */
export function ApiActivity() {
  const { t } = useTranslation('localApi');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [activity, setActivity] = useState<Activity | null>(null);
  const read = async () => {
    const action = await dispatch(readApiActivity());
    if (readApiActivity.fulfilled.match(action)) setActivity(action.payload);
  };
  return (
    <Section
      title={t('activity.title')}
      actions={
        <Button size="sm" disabled={!isConnected} onClick={() => void read()}>
          {t(activity === null ? 'activity.show' : 'activity.refresh')}
        </Button>
      }
    >
      {activity && (
        <>
          <List
            title={t('activity.calls')}
            empty={t('activity.noCalls')}
            rows={activity.calls.map(({ atMs, key, method, path, status }) => ({
              id: `${atMs} ${path}`,
              atMs,
              text: `${method} ${path}`,
              note: `${status} · ${key ?? t('activity.noKey')}`,
            }))}
          />
          <List
            title={t('activity.deliveries')}
            empty={t('activity.noDeliveries')}
            rows={activity.deliveries.map(({ id, createdAtMs, event, state, status, problem }) => ({
              id,
              atMs: createdAtMs,
              text: t(`events.${event}`),
              note: [t(`activity.states.${state}`), status, problem]
                .filter((part) => part !== null)
                .join(' · '),
            }))}
          />
        </>
      )}
    </Section>
  );
}

function List(props: {
  title: string;
  empty: string;
  rows: { id: string; atMs: number; text: string; note: string }[];
}) {
  const { title, empty, rows } = props;
  return (
    <div>
      <h3 className="text-xs font-medium text-t2">{title}</h3>
      {rows.length === 0 && <p className="mt-1 text-xs text-t3">{empty}</p>}
      <ul className="mt-1 divide-y divide-line">
        {rows.slice(0, MOST_SHOWN).map(({ id, atMs, text, note }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3 py-1.5 text-xs">
            <span className="font-mono [overflow-wrap:anywhere] text-t1">{text}</span>
            <span className="text-t3">
              {note} · {formatDateTime(atMs)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
