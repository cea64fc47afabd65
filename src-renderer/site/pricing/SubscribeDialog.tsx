import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { PLANS, type BillingCycle, type PlanId } from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ActionLink, actionLook } from '../ActionLink.tsx';

interface SubscribeDialogProps {
  plan: PlanId;
  cycle: BillingCycle;
  onClose: () => void;
}

/** What was chosen, and the way to the screen that subscribes to it. The browser's own dialog keeps the focus. */
export function SubscribeDialog({ plan, cycle, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation('pricing');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { monthlyUsd = 0, yearlyUsd = 0 } = PLANS.find(({ id }) => id === plan) ?? {};
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="subscribe-title"
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-2xl border border-line2 bg-panel p-7 text-t1 shadow-panel backdrop:bg-black/60"
    >
      <h2 id="subscribe-title" className="text-xl font-semibold tracking-tight">
        {t('dialog.title', { plan: t(`names.${plan}`) })}
      </h2>
      <p className="mt-4 flex items-baseline gap-2">
        <span className="text-3xl font-semibold tracking-tight tabular-nums">
          ${cycle === 'yearly' ? yearlyUsd : monthlyUsd}
        </span>
        <span className="text-sm text-t2">{t(cycle === 'yearly' ? 'plan.perYear' : 'plan.perMonth')}</span>
      </p>
      <p className="mt-4 leading-relaxed text-t2">{t('dialog.next')}</p>
      <div className="mt-7 flex flex-wrap gap-2">
        <Link to={`${ROUTES.billing}?plan=${plan}&cycle=${cycle}`} className={actionLook('primary')}>
          {t('dialog.continue')}
        </Link>
        <ActionLink look="secondary" onPress={() => dialog.current?.close()}>
          {t('dialog.close')}
        </ActionLink>
      </div>
    </dialog>
  );
}
