import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { classNames } from '../../../lib/classNames.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ListFailure } from '../../../ui/list/index.ts';
import { useListContentPagesQuery, type ListedPage } from './contentApi.ts';
import { NewPageDialog } from './NewPageDialog.tsx';
import { PageEditor } from './PageEditor.tsx';
import type { Notify } from '../useBanner.ts';
import type { PageDrafts } from './usePageDrafts.ts';

/** The list and the chosen page beside each other; where there is no room for both, one of them. */
export function ContentPages({ drafts, notify }: { drafts: PageDrafts; notify: Notify }) {
  const { t } = useTranslation('adminContent');
  const { data, error, refetch } = useListContentPagesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [params, setParams] = useSearchParams();
  const [isAdding, setIsAdding] = useState(false);
  const chosen = params.get('page');
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  const add = (
    <Button variant="primary" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {t('pages.add')}
    </Button>
  );
  const isEmpty = data.length === 0 && chosen === null;
  return (
    <>
      {isEmpty ? (
        <Card>
          <EmptyState title={t('pages.empty')} message={t('pages.emptyHint')} action={add} />
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
          <div className={classNames('grid gap-3.5', chosen !== null && 'max-lg:hidden')}>
            <PageList pages={data} chosen={chosen} drafts={drafts} />
            <div>{add}</div>
          </div>
          {chosen === null ? (
            <Card className="hidden min-h-80 place-items-center lg:grid">
              <EmptyState title={t('pages.choose')} message={t('pages.chooseHint')} />
            </Card>
          ) : (
            <PageEditor key={chosen} id={chosen} drafts={drafts} notify={notify} />
          )}
        </div>
      )}
      <NewPageDialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={(id) => {
          setIsAdding(false);
          setParams({ tab: 'pages', page: id });
          notify.succeed(t('pages.added'));
        }}
      />
    </>
  );
}

function PageList({
  pages,
  chosen,
  drafts,
}: {
  pages: ListedPage[];
  chosen: string | null;
  drafts: PageDrafts;
}) {
  const { t } = useTranslation('adminContent');
  return (
    <ul
      aria-label={t('pages.list')}
      className="overflow-hidden rounded-xl border border-line bg-panel shadow-panel"
    >
      {pages.map(({ id, page_key: key, title, status }) => (
        <li key={id} className="border-b border-line last:border-0">
          <Link
            to={`?tab=pages&page=${id}`}
            aria-current={id === chosen || undefined}
            className={classNames(
              'grid gap-1 px-4 py-3 transition-colors -outline-offset-2',
              id === chosen ? 'shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-raise',
            )}
          >
            <bdi className="truncate font-medium">{title}</bdi>
            <span className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 grow truncate font-mono text-xs text-t2">{key}</span>
              {drafts.byId[id] !== undefined && <Badge tone="warning">{t('pages.unsaved')}</Badge>}
              <Badge tone={status === 'published' ? 'good' : 'neutral'}>{t(`statuses.${status}`)}</Badge>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
