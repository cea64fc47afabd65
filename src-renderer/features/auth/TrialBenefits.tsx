import { Check } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';

const ITEMS = ['trial', 'card', 'cancel', 'money'] as const;

/** What a new account gets. */
export function TrialBenefits() {
  const { t } = useTranslation('auth');
  return (
    <ul aria-label={t('benefits.label')} className="grid gap-2 rounded-lg bg-inset p-3.5 text-t2">
      {ITEMS.map((item) => (
        <li key={item} className="flex items-start gap-2.5">
          <Check aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-grn-text" />
          {t(`benefits.items.${item}`)}
        </li>
      ))}
    </ul>
  );
}
