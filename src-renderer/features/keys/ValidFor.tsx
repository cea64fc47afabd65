import { useTranslation } from '../../lib/useTranslation.ts';
import { Choice } from '../../ui/Choice.tsx';

/** '0': until it is revoked. */
export const KEY_DAYS = ['0', '30', '90', '365'] as const;
export type KeyDays = (typeof KEY_DAYS)[number];

/** As the database takes it; null: until it is revoked. */
export const validDaysOf = (days: KeyDays): number | null => (days === '0' ? null : Number(days));

export function ValidFor({ value, onChange }: { value: KeyDays; onChange: (value: KeyDays) => void }) {
  const { t } = useTranslation('keys');
  return (
    <Choice
      label={t('valid')}
      value={value}
      onChange={onChange}
      options={KEY_DAYS.map((days) => ({ value: days, label: t(`days.${days}`) }))}
    />
  );
}
