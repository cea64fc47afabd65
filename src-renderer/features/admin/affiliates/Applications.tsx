import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AFFILIATE_STATUSES } from '../../../../src-shared/domain/affiliate.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ListFailure, Pages } from '../../organization/index.ts';
import { PAGE_SIZE, useSearchAffiliatesQuery, type AffiliateRow } from './affiliatesApi.ts';
import { ApplicationCard } from './ApplicationCard.tsx';
import { ListControls, useStatusFilter, type StatusFilter } from './ListControls.tsx';
import { ReviewDialog, type Review } from './ReviewDialog.tsx';

/** Applications, the newest first, each with what was written in it. */
export function Applications() {
  const { t } = useTranslation('adminAffiliates');
  const filter = useStatusFilter();
  const [review, setReview] = useState<Review | null>(null);
  const page = useSearchAffiliatesQuery(
    { status: filter.status, after: filter.path.after },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <ListControls
        filter={filter}
        isBusy={page.isFetching && !page.isLoading}
        onRefresh={() => void page.refetch()}
        options={AFFILIATE_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      <List page={page} filter={filter} onReview={setReview} />
      {review !== null && <ReviewDialog review={review} onClose={() => setReview(null)} />}
    </div>
  );
}

interface ListProps {
  page: { data?: AffiliateRow[] | undefined; error?: unknown; refetch: () => unknown };
  filter: StatusFilter;
  onReview: (review: Review) => void;
}

function List({ page: { data, error, refetch }, filter: { status, path }, onReview }: ListProps) {
  const { t } = useTranslation('adminAffiliates');
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />;
  if (data.length === 0 && path.pageNumber === 1) {
    return (
      <Card>
        <EmptyState title={t('empty')} message={t(status === null ? 'emptyHint' : 'emptyFiltered')} />
      </Card>
    );
  }
  const last = data.length === PAGE_SIZE ? data.at(-1) : undefined;
  return (
    <>
      <ul aria-label={t('list')} className="grid gap-3.5">
        {data.map((row) => (
          <li key={row.id}>
            <ApplicationCard row={row} onReview={onReview} />
          </li>
        ))}
      </ul>
      <Pages path={path} last={last ? { at: last.applied_at, id: last.id } : null} />
    </>
  );
}
