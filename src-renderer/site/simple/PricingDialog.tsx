import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { FREE_TIER_MINUTES_A_DAY } from '../../../src-shared/domain/licence.ts';
import { PLANS } from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ActionLink } from '../ActionLink.tsx';
import { SIGN_UP } from '../links.ts';

/** Free and the plans of the one price list, side by side. The browser's own dialog keeps the focus. */
export function PricingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('simple');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const offers = [
    {
      id: 'free',
      name: t('price.names.free'),
      priceUsd: 0,
      note: t('price.freeNote', { minutes: FREE_TIER_MINUTES_A_DAY }),
    },
    ...PLANS.map(({ id, monthlyUsd, yearlyUsd }) => ({
      id,
      name: t(`price.names.${id}`),
      priceUsd: monthlyUsd,
      note: t('price.planNote', { yearly: yearlyUsd }),
    })),
  ];
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="simple-pricing-title"
      className="m-auto w-[min(52rem,calc(100vw-2rem))] rounded-2xl border border-line2 bg-panel p-7 text-t1 shadow-panel backdrop:bg-black/60"
    >
      <h2 id="simple-pricing-title" className="text-xl font-semibold tracking-tight">
        {t('price.title')}
      </h2>
      <ul className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {offers.map(({ id, name, priceUsd, note }) => (
          <li key={id} className="grid content-start gap-1.5 rounded-xl border border-line2 p-4">
            <h3 className="font-medium">{name}</h3>
            <p className="text-2xl font-semibold tracking-tight tabular-nums">${priceUsd}</p>
            <p className="text-sm text-t2">{note}</p>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-2">
        <ActionLink target={SIGN_UP} look="primary">
          {t('try')}
        </ActionLink>
        <ActionLink target={ROUTES.pricing} look="secondary">
          {t('price.all')}
        </ActionLink>
        <ActionLink look="secondary" onPress={() => dialog.current?.close()}>
          {t('price.close')}
        </ActionLink>
      </div>
    </dialog>
  );
}
