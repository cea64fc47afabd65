import './texts.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { INBOX_KINDS, INBOX_STATUSES } from '../../../../src-shared/domain/inbox.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Card } from '../../../ui/Card.tsx';
import { FilterSelect, RefreshButton, SearchBar, useFilters } from '../../../ui/list/index.ts';
import { Page } from '../../../ui/Page.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { AdminOnly } from '../AdminOnly.tsx';
import { CaseView } from './CaseView.tsx';
import { InboxList } from './InboxList.tsx';
import { useCountInboxQuery, useSearchInboxQuery } from './inboxApi.ts';

/** What people wrote to the product, for super admins. */
export default function InboxScreen() {
  const { t } = useTranslation('adminInbox');
  useDocumentTitle(t('title'));
  return (
    <AdminOnly title={t('title')} refusal={t('refused')}>
      <Inbox />
    </AdminOnly>
  );
}

/** The list and the chosen message beside each other; where there is no room for both, one of them. */
function Inbox() {
  const { t } = useTranslation('adminInbox');
  const filters = useFilters('kind', 'status');
  const { query, typed, setTyped, set } = filters;
  const counts = useCountInboxQuery(undefined, { refetchOnMountOrArgChange: true });
  const page = useSearchInboxQuery(query, { refetchOnMountOrArgChange: true });
  const [params] = useSearchParams();
  const chosen = params.get('case');
  // What was typed stays where one looks at another message meanwhile.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const isEmpty = chosen === null && page.data?.length === 0;
  const besideDetail = classNames(chosen !== null && 'max-xl:hidden');
  const refresh = () => {
    void counts.refetch();
    void page.refetch();
  };
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      headerClassName={besideDetail}
      actions={
        <div className="flex flex-wrap items-center gap-4">
          {counts.data && <Waiting counts={counts.data} />}
          <RefreshButton list={page} onClick={refresh} />
        </div>
      }
    >
      <div className={besideDetail}>
        <SearchBar label={t('search')} typed={typed} onType={setTyped}>
          <FilterSelect
            label={t('kindFilter')}
            value={query.kind}
            onChange={(value) => set('kind', value)}
            options={INBOX_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          <FilterSelect
            label={t('statusFilter')}
            value={query.status}
            onChange={(value) => set('status', value)}
            options={INBOX_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
        </SearchBar>
      </div>
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-3.5',
          !isEmpty && 'xl:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]',
        )}
      >
        <div className={besideDetail}>
          <InboxList page={page} filters={filters} chosen={chosen} />
        </div>
        {isEmpty ? null : chosen === null ? (
          <Card className="hidden min-h-80 place-items-center xl:grid">
            <EmptyState title={t('choose')} message={t('chooseHint')} />
          </Card>
        ) : (
          <CaseView
            key={chosen}
            id={chosen}
            draft={drafts[chosen] ?? ''}
            onDraft={(text) => setDrafts((former) => ({ ...former, [chosen]: text }))}
          />
        )}
      </div>
    </Page>
  );
}

function Waiting({ counts }: { counts: Record<'pending' | 'in_progress', number> }) {
  const { t } = useTranslation('adminInbox');
  return (
    <ul aria-label={t('waiting')} className="flex gap-4 text-t2 tabular-nums">
      {(['pending', 'in_progress'] as const).map((status) => (
        <li key={status}>
          <b className="font-semibold text-t1">{counts[status]}</b> {t(`counts.${status}`)}
        </li>
      ))}
    </ul>
  );
}
