import { useTranslation } from '../../../lib/useTranslation.ts';
import { INBOX_STATUSES, type InboxStatus } from '../../../../src-shared/domain/inbox.ts';
import { RATING_LABELS } from '../../../../src-shared/domain/feedback.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { useAct } from '../../../ui/list/index.ts';
import { Detail } from '../Detail.tsx';
import { CaseHistory } from './CaseHistory.tsx';
import { DueBadge } from './DueBadge.tsx';
import { useReadCaseQuery, useSetCaseStatusMutation, type InboxCase } from './inboxApi.ts';
import { readMessage } from './readMessage.ts';
import { Replies } from './Replies.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { Fact } from '../Fact.tsx';

interface CaseViewProps {
  id: string;
  draft: string;
  onDraft: (text: string) => void;
}

/** One message with all that belongs to it. */
export function CaseView({ id, draft, onDraft }: CaseViewProps) {
  const { t } = useTranslation('adminInbox');
  const query = useReadCaseQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Detail
      query={query}
      back={{ to: '?', text: t('back') }}
      backClassName="xl:hidden"
      heading={<h1 className="sr-only">{t('title')}</h1>}
      gone={{ title: t('gone'), message: t('goneHint') }}
    >
      {(received) => (
        <>
          <Message received={received} />
          {received.replies.length > 0 && <Replies received={received} />}
          <ReplyForm received={received} text={draft} onText={onDraft} />
          <CaseHistory received={received} />
        </>
      )}
    </Detail>
  );
}

function Message({ received }: { received: InboxCase }) {
  const { t } = useTranslation('adminInbox');
  const { kind, type, message, diagnostics } = received;
  const { subject, text, request } = readMessage(kind, message);
  const title = subject || (request ? t(`requests.${request}`) : t(`types.${type}`));
  return (
    <Card aria-label={t('message')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 grow basis-64 gap-2">
          <h2 className="text-base font-semibold">
            <bdi>{title}</bdi>
          </h2>
          <p className="flex flex-wrap gap-1.5">
            <Badge>{t(`kinds.${kind}`)}</Badge>
            {subject !== '' && <Badge>{t(`types.${type}`)}</Badge>}
            {kind === 'gdpr' && received.status !== 'done' && <DueBadge createdAt={received.createdAt} />}
          </p>
        </div>
        <StatusControl received={received} />
      </header>
      <Facts received={received} />
      {/* As text, whatever is in it; its direction is its own. */}
      <p dir="auto" className="border-t border-line2 pt-4 leading-relaxed whitespace-pre-wrap select-text">
        {text}
      </p>
      {diagnostics !== null && (
        <details className="rounded-lg border border-line2 px-3 py-2">
          <summary className="cursor-pointer text-xs font-medium text-t2">{t('diagnostics')}</summary>
          <pre
            tabIndex={0}
            aria-label={t('diagnostics')}
            className="mt-2 max-h-80 overflow-auto font-mono text-xs select-text"
          >
            {diagnostics}
          </pre>
        </details>
      )}
    </Card>
  );
}

function StatusControl({ received: { id, status } }: { received: InboxCase }) {
  const { t } = useTranslation('adminInbox');
  const [setStatus] = useSetCaseStatusMutation();
  const act = useAct();
  const change = (next: InboxStatus) =>
    void act(setStatus({ id, status: next }), t('statusSet', { status: t(`statuses.${next}`) }));
  return (
    <SegmentedControl
      label={t('status')}
      value={status}
      onChange={change}
      segments={INBOX_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
    />
  );
}

function Facts({ received }: { received: InboxCase }) {
  const { t } = useTranslation('adminInbox');
  const { kind, email, message, account, rating, createdAt } = received;
  const { name } = readMessage(kind, message);
  const label = RATING_LABELS[(rating ?? 0) - 1];
  return (
    <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Fact label={t('from')}>
        <bdi className="break-words select-text">
          {name === '' ? (email ?? t('nobody')) : `${name} <${email ?? t('nobody')}>`}
        </bdi>
      </Fact>
      <Fact label={t('account')}>{accountText()}</Fact>
      <Fact label={t('received')}>
        <span className="tabular-nums">{formatDateTime(Date.parse(createdAt))}</span>
      </Fact>
      {rating !== null && label !== undefined && (
        <Fact label={t('rating')}>{t('ratingOf', { rating, label })}</Fact>
      )}
    </dl>
  );

  function accountText(): string {
    if (account === null) return t('noAccount');
    const isSame = email === null || account.email.toLowerCase() === email.toLowerCase();
    return isSame && email !== null ? t('signedIn') : t('signedInAs', { email: account.email });
  }
}
