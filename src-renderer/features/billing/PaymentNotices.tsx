import { CircleCheck, Clock3, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { UsePlanHere } from '../licence/index.ts';
import type { BillingSummary } from './billingApi.ts';
import { formatUsd } from '../../lib/money.ts';
import type { useReturnFromPayPal } from './useReturnFromPayPal.ts';

interface PaymentNoticesProps {
  summary: BillingSummary;
  back: ReturnType<typeof useReturnFromPayPal>;
}

const PAYPAL_AUTOPAY = 'https://www.paypal.com/myaccount/autopay';

/** What needs to be known before anything else: what PayPal said just now, and what it could not collect. */
export function PaymentNotices({ summary, back }: PaymentNoticesProps) {
  return (
    <>
      <BackNotice summary={summary} back={back} />
      <FailureNotice summary={summary} />
      {back.state.kind !== 'asking' && <OpenedNotice summary={summary} />}
    </>
  );
}

function BackNotice({ summary, back: { state, ask } }: PaymentNoticesProps) {
  const { t } = useTranslation(['billing', 'common']);
  if (state.kind === 'none') return null;
  if (state.kind === 'asking') return <Notice tone="wait" title={t('billing:back.processing')} />;
  if (state.kind === 'unknown') return <Notice tone="bad" title={t('billing:back.unknown')} />;
  const again = <Button onClick={() => void ask(state.subscriptionId)}>{t('billing:panel.check')}</Button>;
  if (state.kind === 'failed') {
    return (
      <Notice
        tone="bad"
        title={t('billing:back.failed')}
        message={state.failure.message}
        action={<Button onClick={() => void ask(state.subscriptionId)}>{t('common:retry')}</Button>}
      />
    );
  }
  if (state.status === 'APPROVAL_PENDING' || state.status === 'APPROVED') {
    return (
      <Notice
        tone="wait-still"
        title={t('billing:back.open')}
        message={t('billing:back.openMessage')}
        action={again}
      />
    );
  }
  if (state.status !== 'ACTIVE')
    return <Notice tone="bad" title={t('billing:back.ended')} message={t('billing:back.endedMessage')} />;
  // Its own notice follows.
  if (summary.failure) return null;
  const isPaid = summary.paidUntil !== null;
  return isPaid ? (
    <Notice
      tone="good"
      title={t('billing:back.active')}
      message={t('billing:back.activeMessage')}
      action={<UsePlanHere planId={summary.planId} />}
    />
  ) : (
    <Notice
      tone="wait-still"
      title={t('billing:back.unpaid')}
      message={t('billing:back.unpaidMessage')}
      action={again}
    />
  );
}

/** Dunning: a payment that failed, and what comes next. */
function FailureNotice({ summary: { failure } }: { summary: BillingSummary }) {
  const { t } = useTranslation('billing');
  if (!failure) return null;
  const amount = formatUsd(failure.outstandingUsd);
  return (
    <Notice
      tone="bad"
      title={t(failure.isSuspended ? 'dunning.suspended' : 'dunning.failed')}
      message={t(failure.isSuspended ? 'dunning.suspendedMessage' : 'dunning.failedMessage', { amount })}
      action={
        failure.isSuspended ? undefined : (
          <Button asChild>
            <a href={PAYPAL_AUTOPAY} target="_blank" rel="noreferrer">
              {t('dunning.manage')}
            </a>
          </Button>
        )
      }
    />
  );
}

/** A subscription that was begun here and not agreed to at PayPal. */
function OpenedNotice({ summary: { opened } }: { summary: BillingSummary }) {
  const { t } = useTranslation('billing');
  if (!opened) return null;
  return (
    <Notice
      tone="wait-still"
      title={t('resume.title', {
        plan: t(`plans.${opened.planId}`),
        cycle: t(`cycles.${opened.cycle}`).toLowerCase(),
        count: opened.seats,
      })}
      message={t('resume.message')}
      action={
        <Button asChild>
          <a href={opened.approveUrl} target="_blank" rel="noreferrer">
            {t('resume.go')}
          </a>
        </Button>
      }
    />
  );
}

const TONES = {
  good: {
    look: 'border-grn/40 bg-grn/10',
    icon: <CircleCheck aria-hidden="true" className="text-grn-text" />,
  },
  bad: {
    look: 'border-red/50 bg-redbg',
    icon: <TriangleAlert aria-hidden="true" className="text-red-text" />,
  },
  wait: { look: 'border-line2 bg-panel', icon: <Spinner sizePx={16} /> },
  'wait-still': {
    look: 'border-line2 bg-ambbg',
    icon: <Clock3 aria-hidden="true" className="text-amb-text" />,
  },
};

function Notice(props: { tone: keyof typeof TONES; title: string; message?: string; action?: ReactNode }) {
  const { look, icon } = TONES[props.tone];
  return (
    <div
      role={props.tone === 'bad' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-xl border px-4 py-3 [&>svg]:size-4.5',
        look,
      )}
    >
      {icon}
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="font-medium">{props.title}</p>
        {props.message !== undefined && <p className="text-t2">{props.message}</p>}
      </div>
      {props.action}
    </div>
  );
}
