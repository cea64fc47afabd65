import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatIsoDateTime } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import type { InboxCase, InboxReply } from './inboxApi.ts';
import { useReply } from './useReply.ts';

const TONES = { queued: 'warning', sent: 'good', failed: 'bad' } as const;

/** What was answered, in the words that were sent. */
export function Replies({ received }: { received: InboxCase }) {
  const { t } = useTranslation('adminInbox');
  return (
    <Card aria-label={t('replies')}>
      <CardHeader title={t('replies')} />
      <ul className="grid gap-4">
        {received.replies.map((reply) => (
          <li key={reply.id} className="border-l-2 border-line2 pl-4">
            <Reply caseId={received.id} reply={reply} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Reply({ caseId, reply }: { caseId: string; reply: InboxReply }) {
  const { t } = useTranslation('adminInbox');
  const { send, isLoading } = useReply();
  const { id, status, problem, body, by, sentTo } = reply;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-t2">
        <Badge tone={TONES[status]}>{t(`replyStatus.${status}`)}</Badge>
        <bdi className="min-w-0">{t('replyBy', { name: by ?? t('server'), email: sentTo })}</bdi>
        <time dateTime={reply.sentAt ?? reply.createdAt} className="tabular-nums">
          {formatIsoDateTime(reply.sentAt ?? reply.createdAt)}
        </time>
      </header>
      <p dir="auto" className="leading-relaxed whitespace-pre-wrap select-text">
        {body}
      </p>
      {status !== 'sent' && (
        <div className="flex flex-wrap items-center gap-3 text-xs text-t2">
          <p className="min-w-0 grow basis-60">
            {status === 'failed' && t('failedWhy', { problem: problem ?? '' })}
            {status === 'queued' &&
              (problem === null
                ? t('queued')
                : t('queuedWhy', { problem, when: formatIsoDateTime(reply.nextAttemptAt) }))}
          </p>
          {problem !== null && (
            <Button size="sm" isBusy={isLoading} onClick={() => void send({ id, caseId, body })}>
              {t('sendAgain')}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
