import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../Button.tsx';
import type { PagePath } from './usePath.ts';

/** `By` has the time that pages are in the order of. */
export type PagedRow<By extends string> = { id: string | number } & Record<By, string>;

interface PagesProps<Row, By extends string> {
  path: PagePath;
  /** Of this page. */
  rows: readonly Row[] | undefined;
  /** How many rows are a full page: another one may follow. */
  size: number;
  by: By;
}

/** Forward and back; nothing where all is on one page. */
export function Pages<By extends string, Row extends PagedRow<By>>(props: PagesProps<Row, By>) {
  const { path, rows, size, by } = props;
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
        onClick={() => last !== undefined && path.next({ at: last[by], id: String(last.id) })}
      >
        {t('next')}
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </footer>
  );
}
