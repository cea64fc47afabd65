import { useTranslation } from '../../lib/useTranslation.ts';

/** Kinds of file that cannot be written here, with the reason; those of one reason together. */
export function NotOffered({ refused }: { refused: readonly { name: string; reason: string }[] }) {
  const { t } = useTranslation('studio');
  if (refused.length === 0) return null;
  const reasons = [...new Set(refused.map(({ reason }) => reason))];
  const namesOf = (reason: string) =>
    refused.flatMap((one) => (one.reason === reason ? one.name : [])).join(', ');
  return (
    <ul aria-label={t('recordings.exportDialog.notOffered')} className="grid gap-1 text-xs text-t3">
      {reasons.map((reason) => (
        <li key={reason}>
          {namesOf(reason)}: {reason}
        </li>
      ))}
    </ul>
  );
}
