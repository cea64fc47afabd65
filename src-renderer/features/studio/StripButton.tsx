import { Plus } from 'lucide-react';
import { classNames } from '../../lib/classNames.ts';

interface StripButtonProps {
  /** Said before the names, which alone are shown. */
  label: string;
  names: readonly string[];
  /** Shown where there is no name. */
  empty: string;
  onClick: () => void;
}

/** What of one kind a channel has, one after the other; opens the window that is about it. */
export function StripButton({ label, names, empty, onClick }: StripButtonProps) {
  const isEmpty = names.length === 0;
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        'flex h-7 min-w-0 items-center gap-1 rounded-md px-2 text-left text-xs hover:text-t1',
        isEmpty ? 'border border-dashed border-line2 text-t3' : 'bg-inset text-t1',
      )}
    >
      {isEmpty && <Plus aria-hidden="true" className="size-3 shrink-0" />}
      <span className="sr-only">{label}: </span>
      <span className="truncate">{isEmpty ? empty : names.join(' › ')}</span>
    </button>
  );
}
