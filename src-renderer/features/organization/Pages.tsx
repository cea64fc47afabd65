import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import type { Cursor, PagePath } from './usePath.ts';

/** Forward and back; nothing where all is on one page. `last`: the row that a full page ends with. */
export function Pages({ path, last }: { path: PagePath; last: Cursor | null }) {
  const { t } = useTranslation('organization');
  if (path.pageNumber === 1 && last === null) return null;
  return (
    <footer className="flex items-center justify-between gap-3 border-t border-line2 px-4 py-2.5">
      <Button size="sm" disabled={path.pageNumber === 1} onClick={path.previous}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        {t('previous')}
      </Button>
      <span className="text-xs text-t2 tabular-nums">{t('page', { page: path.pageNumber })}</span>
      <Button size="sm" disabled={last === null} onClick={() => last && path.next(last)}>
        {t('next')}
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </footer>
  );
}
