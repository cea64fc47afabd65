import { useId } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDate } from '../../../lib/dates.ts';
import { formatUsdCents } from '../../../lib/money.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import type { AffiliateRow } from './affiliatesApi.ts';
import type { Review } from './ReviewDialog.tsx';
import { Fact } from '../Fact.tsx';

const TONES = { pending: 'accent', approved: 'good', rejected: 'neutral' } as const;

interface ApplicationCardProps {
  row: AffiliateRow;
  onReview: (review: Review) => void;
}

/** One application. What somebody wrote stays text, a web address included. */
export function ApplicationCard({ row, onReview }: ApplicationCardProps) {
  const { t } = useTranslation('adminAffiliates');
  const id = useId();
  return (
    <Card aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h2 id={id} className="flex flex-wrap items-center gap-2 text-base font-semibold">
            <bdi>{row.company_name}</bdi>
            <Badge tone={TONES[row.status]}>{t(`statuses.${row.status}`)}</Badge>
          </h2>
          <p className="text-t2">
            <bdi className="select-text">{row.name === '' ? row.email : `${row.name} <${row.email}>`}</bdi>
            {' · '}
            {t('applied', { date: formatDate(Date.parse(row.applied_at)) })}
          </p>
        </div>
        <Actions row={row} onReview={onReview} />
      </header>
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Fact label={t('website')}>
          <bdi className="select-text">{row.website}</bdi>
        </Fact>
        <Fact label={t('traffic')}>{t(`trafficOptions.${row.monthly_traffic}`)}</Fact>
        <Fact label={t('channels')}>{row.marketing_channels.join(', ')}</Fact>
        <Fact label={t('experience')}>
          {row.experience === null ? t('notSaid') : t(`experienceOptions.${row.experience}`)}
        </Fact>
        <Fact label={t('motivation')}>
          <span dir="auto" className="whitespace-pre-wrap select-text">
            {row.motivation}
          </span>
        </Fact>
        {row.status !== 'pending' && <Decided row={row} />}
      </dl>
    </Card>
  );
}

function Decided({ row }: { row: AffiliateRow }) {
  const { t } = useTranslation('adminAffiliates');
  const { mail_status: mail, mail_problem: problem } = row;
  const figures = {
    referrals: row.total_referrals,
    converted: row.converted_referrals,
    earnings: formatUsdCents(row.total_earnings),
  };
  return (
    <>
      <Fact label={t('code')}>{row.affiliate_code}</Fact>
      <Fact label={t('figures')}>{t('figuresOf', figures)}</Fact>
      {row.review_reason !== '' && (
        <Fact label={t('reason')}>
          <span className="whitespace-pre-wrap">{row.review_reason}</span>
        </Fact>
      )}
      {mail !== null && mail !== 'sent' && (
        <Fact label={t('reviewed', { date: formatDate(Date.parse(row.reviewed_at ?? row.applied_at)) })}>
          <span className="text-amb-text">
            {mail === 'failed'
              ? t('mail.failed', { problem: problem ?? '' })
              : problem === null
                ? t('mail.queued')
                : t('mail.queuedWhy', { problem })}
          </span>
        </Fact>
      )}
    </>
  );
}

function Actions({ row, onReview }: ApplicationCardProps) {
  const { t } = useTranslation('adminAffiliates');
  const name = row.company_name;
  const ends = row.status === 'approved';
  return (
    <div className="flex flex-wrap gap-2">
      {row.status !== 'rejected' && (
        <Button
          size="sm"
          aria-label={t(ends ? 'endOf' : 'refuseOf', { name })}
          onClick={() => onReview({ row, verdict: 'rejected' })}
        >
          {t(ends ? 'end' : 'refuse')}
        </Button>
      )}
      {!ends && (
        <Button
          size="sm"
          variant={row.status === 'pending' ? 'primary' : 'secondary'}
          aria-label={t('approveOf', { name })}
          onClick={() => onReview({ row, verdict: 'approved' })}
        >
          {t('approve')}
        </Button>
      )}
    </div>
  );
}
