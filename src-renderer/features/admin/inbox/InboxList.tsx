import { CornerUpLeft, Mail, MessageSquareText, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { InboxKind } from '../../../../src-shared/domain/inbox.ts';
import { classNames } from '../../../lib/classNames.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ListPanel, type Filters, type ListResult } from '../../../ui/list/index.ts';
import { DueBadge } from './DueBadge.tsx';
import { PAGE_SIZE, type InboxRow } from './inboxApi.ts';
import { readMessage } from './readMessage.ts';

const ICONS = { contact: Mail, feedback: MessageSquareText, gdpr: Scale } as const;
const TONES = { pending: 'accent', in_progress: 'warning', done: 'neutral' } as const;

interface InboxListProps {
  page: ListResult<InboxRow>;
  filters: Filters<'kind' | 'status'>;
  chosen: string | null;
}

/** A page of messages, newest first. */
export function InboxList({ page, filters: { isFiltered, path }, chosen }: InboxListProps) {
  const { t } = useTranslation('adminInbox');
  return (
    <ListPanel
      list={page}
      path={path}
      size={PAGE_SIZE}
      by="created_at"
      empty={{ title: t('empty'), message: isFiltered ? t('emptyFiltered') : t('emptyHint') }}
    >
      {(rows) => (
        <ul
          aria-label={t('list')}
          aria-busy={page.isFetching}
          className={classNames(page.isFetching && 'opacity-60')}
        >
          {rows.map((row) => (
            <li key={row.id} className="border-b border-line last:border-0">
              <Row row={row} isChosen={row.id === chosen} />
            </li>
          ))}
        </ul>
      )}
    </ListPanel>
  );
}

function Row({ row, isChosen }: { row: InboxRow; isChosen: boolean }) {
  const { t } = useTranslation('adminInbox');
  const { name, subject, text, request } = readMessage(row.kind, row.excerpt);
  const isNew = row.status === 'pending';
  const title = subject || (request ? t(`requests.${request}`) : t(`types.${row.feedback_type}`));
  return (
    <Link
      to={`?case=${row.id}`}
      aria-current={isChosen || undefined}
      className={classNames(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-3 transition-colors -outline-offset-2',
        isChosen ? 'shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-raise',
      )}
    >
      <KindIcon kind={row.kind} isNew={isNew} />
      <span className="grid min-w-0 gap-1">
        <span className="flex items-baseline justify-between gap-3">
          <bdi className={classNames('truncate', isNew ? 'font-semibold' : 'text-t2')}>
            {name || row.email || t('nobody')}
          </bdi>
          <time dateTime={row.created_at} className="shrink-0 text-xs text-t2 tabular-nums">
            {formatDate(Date.parse(row.created_at))}
          </time>
        </span>
        <bdi className={classNames('truncate', isNew && 'font-medium')}>{title}</bdi>
        <bdi className="truncate text-xs text-t2">{text}</bdi>
        <span className="mt-0.5 flex flex-wrap items-center gap-1.5">
          <Badge tone={TONES[row.status]}>{t(`statuses.${row.status}`)}</Badge>
          <Badge>{t(`kinds.${row.kind}`)}</Badge>
          {row.kind === 'gdpr' && row.status !== 'done' && <DueBadge createdAt={row.created_at} />}
          {row.replies > 0 && (
            <span className="inline-flex items-center gap-1 text-xs text-t2">
              <CornerUpLeft aria-hidden="true" className="size-3" />
              {t('replied', { count: row.replies })}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function KindIcon({ kind, isNew }: { kind: InboxKind; isNew: boolean }) {
  const Icon = ICONS[kind];
  return (
    <span
      className={classNames(
        'mt-0.5 grid size-8 place-items-center rounded-lg',
        isNew ? 'bg-accbg text-accent' : 'bg-raise text-t2',
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
    </span>
  );
}
