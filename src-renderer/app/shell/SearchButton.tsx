import { Search } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useShortcutText } from '../../lib/shortcuts.ts';
import { Kbd } from '../../ui/Kbd.tsx';

/** Opens the command palette. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('shell');
  const keys = useShortcutText('palette.open');
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts={keys.aria}
      className="flex h-[2.125rem] w-full items-center gap-2.5 rounded-lg border border-line2 bg-inset px-2 text-t3 transition-colors hover:border-edge"
    >
      <Search aria-hidden="true" className="size-3.5" />
      <span className="grow text-left">{t('search')}</span>
      {keys.text !== undefined && <Kbd>{keys.text}</Kbd>}
    </button>
  );
}
