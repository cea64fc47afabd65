import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanId } from '../../../src-shared/domain/plans.ts';
import { ActionLink } from '../ActionLink.tsx';

interface SubscribeDialogProps {
  plan: PlanId;
  onClose: () => void;
}

/** Where a subscription is made; says so while there is no payment provider. The browser's own dialog keeps the focus. */
export function SubscribeDialog({ plan, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation('pricing');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
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
      <p className="mt-4 leading-relaxed text-t2">{t('dialog.notOpen')}</p>
      <ActionLink look="secondary" className="mt-7" onPress={() => dialog.current?.close()}>
        {t('dialog.close')}
      </ActionLink>
    </dialog>
  );
}
