import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Of rows: more make the page slow. */
export const PAGE_SIZE = 50;

interface RecordingPagesProps {
  /** From 0. */
  page: number;
  /** Of all recordings. */
  count: number;
  onChange: (page: number) => void;
}

/** Nothing where all are on one page. */
export function RecordingPages({ page, count, onChange }: RecordingPagesProps) {
  const { t } = useTranslation('studio');
  if (count <= PAGE_SIZE) return null;
  const from = page * PAGE_SIZE;
  const to = Math.min(count, from + PAGE_SIZE);
  return (
    <footer className="mt-2 flex items-center justify-end gap-3">
      <span className="text-xs text-t2 tabular-nums">
        {t('recordings.page', { from: from + 1, to, count })}
      </span>
      <IconButton
        label={t('recordings.previousPage')}
        icon={<ChevronLeft aria-hidden="true" />}
        disabled={page === 0}
        onClick={() => onChange(page - 1)}
      />
      <IconButton
        label={t('recordings.nextPage')}
        icon={<ChevronRight aria-hidden="true" />}
        disabled={to === count}
        onClick={() => onChange(page + 1)}
      />
    </footer>
  );
}
