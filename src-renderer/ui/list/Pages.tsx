import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import type { Cursor, PagePath } from './usePath.ts';

interface PagesProps<Row> {
  path: PagePath;
  /** Of this page. */
  rows: readonly Row[] | undefined;
  /** So many rows are a full page: another one may follow. */
  size: number;
  cursorOf: (row: Row) => Cursor;
}

/** Forward and back; nothing where all is on one page. */
export function Pages<Row>({ path, rows, size, cursorOf }: PagesProps<Row>) {
  const { t } = useTranslation('list');
  const last = rows?.length === size ? rows.at(-1) : undefined;
  if (path.pageNumber === 1 && last === undefined) return null;
  return (
    <footer className="flex items-center justify-between gap-3 border-t border-line2 px-4 py-2.5">
      <Button size="sm" disabled={path.pageNumber === 1} onClick={path.previous}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        {t('previous')}
      </Button>
      <span className="text-xs text-t2 tabular-nums">{t('page', { page: path.pageNumber })}</span>
      <Button
        size="sm"
        disabled={last === undefined}
        onClick={() => last !== undefined && path.next(cursorOf(last))}
      >
        {t('next')}
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </footer>
  );
}
