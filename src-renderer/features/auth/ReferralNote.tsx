import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ATTRIBUTION_DAYS } from '../../../src-shared/domain/affiliate.ts';
import {
  forgetReferral,
  isReferralKept,
  keepReferral,
  readReferral,
  unkeepReferral,
} from '../../lib/referral.ts';
import { TextButton } from './fields.tsx';

/** Says whose link was followed, and keeps or forgets it as the visitor wants. */
export function ReferralNote() {
  const { t } = useTranslation('auth');
  const [referral, setReferral] = useState(() => readReferral(localStorage, Date.now()));
  const [isKept, setIsKept] = useState(() => isReferralKept(localStorage));
  if (referral === null) return null;
  const keep = (wanted: boolean) => {
    if (wanted) keepReferral(localStorage);
    else unkeepReferral(localStorage);
    setIsKept(isReferralKept(localStorage));
  };
  return (
    <section
      aria-label={t('referral.label')}
      className="grid gap-2 rounded-lg border border-line2 bg-inset p-3.5 text-t2"
    >
      <p>{t('referral.text', { code: referral.code })}</p>
      <label className="flex cursor-pointer items-start gap-2.5">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ target }) => keep(target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        {t('referral.keep', { days: ATTRIBUTION_DAYS })}
      </label>
      <p>
        <TextButton
          onClick={() => {
            forgetReferral(localStorage);
            setReferral(null);
          }}
        >
          {t('referral.forget')}
        </TextButton>
      </p>
    </section>
  );
}
