import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import type { InboxCase } from './inboxApi.ts';

/** What was done with a message, as the audit log has it. */
export function CaseHistory({ received: { history, createdAt } }: { received: InboxCase }) {
  const { t } = useTranslation('adminInbox');
  const lines = [
    { id: 0, at: createdAt, text: t('arrived') },
    ...history.map(({ id, at, by, from, to }) => ({
      id,
      at,
      text: t('moved', {
        name: by ?? t('server'),
        from: t(`statuses.${from}`),
        to: t(`statuses.${to}`),
      }),
    })),
  ];
  return (
    <Card>
      <CardHeader title={t('history')} />
      <ol className="grid gap-2">
        {lines.map(({ id, at, text }) => (
          <li key={id} className="flex flex-wrap gap-x-4 gap-y-0.5">
            <time dateTime={at} className="w-44 shrink-0 text-xs leading-5 text-t2 tabular-nums">
              {formatDateTime(Date.parse(at))}
            </time>
            <bdi className="min-w-0">{text}</bdi>
          </li>
        ))}
      </ol>
    </Card>
  );
}
