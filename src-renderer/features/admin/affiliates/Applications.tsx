import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { AFFILIATE_STATUSES } from '../../../../src-shared/domain/affiliate.ts';
import { ListStates, Pages, type ListResult } from '../../../ui/list/index.ts';
import { PAGE_SIZE, useSearchAffiliatesQuery, type AffiliateRow } from './affiliatesApi.ts';
import { ApplicationCard } from './ApplicationCard.tsx';
import { StatusControls, useStatusFilters, type StatusFilters } from './StatusControls.tsx';
import { ReviewDialog, type Review } from './ReviewDialog.tsx';

/** Applications, the newest first, each with what was written in it. */
export function Applications() {
  const { t } = useTranslation('adminAffiliates');
  const filters = useStatusFilters();
  const [review, setReview] = useState<Review | null>(null);
  const page = useSearchAffiliatesQuery(filters.query, { refetchOnMountOrArgChange: true });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <StatusControls
        filters={filters}
        list={page}
        options={AFFILIATE_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      <List page={page} filters={filters} onReview={setReview} />
      {review !== null && <ReviewDialog review={review} onClose={() => setReview(null)} />}
    </div>
  );
}

interface ListProps {
  page: ListResult<AffiliateRow>;
  filters: StatusFilters;
  onReview: (review: Review) => void;
}

function List({ page, filters: { isFiltered, path }, onReview }: ListProps) {
  const { t } = useTranslation('adminAffiliates');
  return (
    <ListStates
      list={page}
      path={path}
      empty={{ title: t('empty'), message: t(isFiltered ? 'emptyFiltered' : 'emptyHint') }}
    >
      {(rows) => (
        <>
          <ul aria-label={t('list')} className="grid gap-3.5">
            {rows.map((row) => (
              <li key={row.id}>
                <ApplicationCard row={row} onReview={onReview} />
              </li>
            ))}
          </ul>
          <Pages path={path} rows={rows} size={PAGE_SIZE} by="applied_at" />
        </>
      )}
    </ListStates>
  );
}
