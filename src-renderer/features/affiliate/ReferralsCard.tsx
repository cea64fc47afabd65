import { useTranslation } from '../../lib/useTranslation.ts';
import { formatIsoDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CardHeader, Panel } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { PAGE_SIZE, useReadReferralsQuery, type Referral } from './affiliateApi.ts';
import { formatUsdCents } from '../../lib/money.ts';
import { ListFailure, Pages, Table, usePath } from '../../ui/list/index.ts';

const COLUMNS = ['organization', 'date', 'status', 'earnings'] as const;

/** Who came by the link: a number each, what became of it, and what it earned. */
export function ReferralsCard({ programId }: { programId: string }) {
  const { t } = useTranslation('affiliate');
  const path = usePath();
  const { data, error, isFetching, refetch } = useReadReferralsQuery(
    { programId, after: path.after },
    { refetchOnMountOrArgChange: true },
  );
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Panel aria-labelledby="affiliate-referrals">
      <div className="px-[1.125rem] pt-[1.125rem]">
        <CardHeader id="affiliate-referrals" title={t('referrals.title')} />
      </div>
      {data === undefined && <Skeleton className="mx-4 mb-4 h-32" />}
      {data?.length === 0 && path.pageNumber === 1 ? (
        <EmptyState title={t('referrals.empty')} message={t('referrals.emptyHint')} />
      ) : (
        data && (
          <Table
            label={t('referrals.table')}
            className="border-t border-line2"
            tableClassName="stacked min-w-[36rem]"
            cell="px-[1.125rem] py-2.5"
            bodyClassName="divide-y divide-line"
            columns={COLUMNS.map((id) => ({
              id,
              text: t(`referrals.${id}`),
              className: id === 'earnings' ? 'text-right' : undefined,
            }))}
            isBusy={isFetching}
          >
            {data.map((referral) => (
              <Row key={referral.id} referral={referral} />
            ))}
          </Table>
        )
      )}
      <Pages path={path} rows={data} size={PAGE_SIZE} by="referred_at" />
    </Panel>
  );
}

function Row({ referral }: { referral: Referral }) {
  const { t } = useTranslation('affiliate');
  const { label, status, earnings_usd: earnings, refusal, referred_at: at, converted_at: since } = referral;
  return (
    <tr>
      <th scope="row" className="px-[1.125rem] py-2.5 font-medium whitespace-nowrap">
        {t('referrals.number', { number: label })}
      </th>
      <td data-label={t('referrals.date')} className="px-[1.125rem] py-2.5 whitespace-nowrap">
        {formatIsoDate(at)}
      </td>
      <td data-label={t('referrals.status')} className="px-[1.125rem] py-2.5">
        {refusal !== null ? (
          <Badge tone="warning">{t(`referrals.refusals.${refusal}`)}</Badge>
        ) : (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={status === 'converted' ? 'good' : 'neutral'}>
              {t(`referrals.statuses.${status}`)}
            </Badge>
            {since !== null && (
              <span className="text-xs text-t2">
                {t('referrals.converted', { date: formatIsoDate(since) })}
              </span>
            )}
          </span>
        )}
      </td>
      <td data-label={t('referrals.earnings')} className="px-[1.125rem] py-2.5 text-right tabular-nums">
        {formatUsdCents(earnings)}
      </td>
    </tr>
  );
}
