import { useTranslation } from 'react-i18next';

/** Kinds of file that cannot be written here, each with the reason. */
export function NotOffered({ refused }: { refused: readonly { name: string; reason: string }[] }) {
  const { t } = useTranslation('studio');
  if (refused.length === 0) return null;
  return (
    <ul aria-label={t('recordings.exportDialog.notOffered')} className="grid gap-1 text-xs text-t3">
      {refused.map(({ name, reason }) => (
        <li key={name}>
          {name}: {reason}
        </li>
      ))}
    </ul>
  );
}
