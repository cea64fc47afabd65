import { ArrowDown, ArrowUp } from 'lucide-react';

interface SortHeaderProps {
  name: string;
  /** Said of the button. */
  hint: string;
  /** null: the list is sorted by another column. */
  order: 'ascending' | 'descending' | null;
  onSort: () => void;
  className?: string | undefined;
}

/** The head of a column that a list can be sorted by. */
export function SortHeader({ name, hint, order, onSort, className = '' }: SortHeaderProps) {
  const Arrow = order === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={order ?? 'none'} className={`py-2 pr-3 font-normal ${className}`}>
      <button
        type="button"
        title={hint}
        onClick={onSort}
        className="inline-flex items-center gap-1 rounded hover:text-t1"
      >
        {name}
        {order && <Arrow aria-hidden="true" className="size-3" />}
      </button>
    </th>
  );
}
