import { useTranslation } from '../../lib/useTranslation.ts';
import { formatDay } from '../../lib/dates.ts';
import { ActionLink } from '../ActionLink.tsx';
import { useConsent, useConsentDialog } from './useConsent.ts';

/** What was chosen in this browser, and the way to the dialog that changes it. */
export function CookieChoice() {
  const { t } = useTranslation('consent');
  const { consent, isKept } = useConsent();
  const openDialog = useConsentDialog();
  return (
    <>
      <p role="status" className="mt-3 leading-relaxed text-t2">
        {!isKept
          ? t('failed')
          : consent
            ? t('chosen', { day: formatDay(consent.decidedAtMs, { dateStyle: 'long' }) })
            : t('none')}
      </p>
      <ActionLink look="primary" className="mt-5" onPress={openDialog}>
        {t('manage')}
      </ActionLink>
    </>
  );
}
