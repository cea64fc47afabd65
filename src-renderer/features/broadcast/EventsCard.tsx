import { useSelector } from 'react-redux';
import { useTranslation, type Translate } from '../../lib/useTranslation.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { selectBroadcast } from './broadcastSlice.ts';
import type { LiveChange } from './liveEvents.ts';

/** What has happened since the start, the newest first. */
export function EventsCard() {
  const { t } = useTranslation('broadcast');
  const { events } = useSelector(selectBroadcast);
  return (
    <Card aria-labelledby="broadcast-events">
      <CardHeader id="broadcast-events" title={t('events.title')} />
      {events.length === 0 ? (
        <p className="text-xs text-t3">{t('events.empty')}</p>
      ) : (
        <ol
          aria-labelledby="broadcast-events"
          tabIndex={0}
          className="grid max-h-60 gap-1.5 overflow-y-auto text-xs"
        >
          {events.toReversed().map((event) => (
            <li key={event.id} className="flex gap-3">
              <span className="font-mono text-t3 tabular-nums">{formatRecordedTime(event.atSec)}</span>
              <span className="min-w-0 break-words text-t1">{describe(t, event)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function describe(t: Translate<'broadcast'>, change: LiveChange): string {
  switch (change.kind) {
    case 'started':
    case 'soundSilent':
    case 'soundBack':
    case 'muted':
    case 'unmuted':
      return t(`events.${change.kind}`);
    case 'sourceLost':
    case 'sourceBack':
    case 'marker':
      return t(`events.${change.kind}`, { name: change.name });
    case 'skipped':
      return t('events.skipped', { name: change.name, count: change.groups });
    case 'destination': {
      const text = t(`events.destination.${change.state}`, { name: change.name });
      return change.reason === null ? text : `${text}. ${change.reason}`;
    }
  }
}
