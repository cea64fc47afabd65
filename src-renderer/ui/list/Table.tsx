import type { ReactNode } from 'react';
import { classNames } from '../../lib/classNames.ts';

export interface Column {
  id: string;
  text: string;
  className?: string | undefined;
}

/** Space around what a cell says. */
const CELL = 'px-4 py-2.5';

interface TableProps {
  label: string;
  columns: readonly Column[];
  /** While the rows are read again. */
  isBusy?: boolean | undefined;
  /** Of the region around it. */
  className?: string;
  tableClassName?: string;
  cell?: string;
  bodyClassName?: string;
  children: ReactNode;
}

/** A table that is scrolled sideways where it has no room. With `stacked`, rows are cards in a narrow window. */
export function Table(props: TableProps) {
  const {
    label,
    columns,
    isBusy,
    className,
    tableClassName = 'stacked',
    cell,
    bodyClassName,
    children,
  } = props;
  return (
    <div
      role="region"
      aria-label={label}
      aria-busy={isBusy}
      tabIndex={0}
      className={classNames('overflow-x-auto', className)}
    >
      <table className={classNames('w-full text-left', tableClassName, isBusy && 'opacity-60')}>
        <TableHead columns={columns} cell={cell} />
        <tbody className={bodyClassName}>{children}</tbody>
      </table>
    </div>
  );
}

export function TableHead({
  columns,
  cell = CELL,
}: {
  columns: readonly Column[];
  cell?: string | undefined;
}) {
  return (
    <thead className="border-b border-line2 text-xs text-t2">
      <tr>
        {columns.map(({ id, text, className }) => (
          <th key={id} scope="col" className={classNames(cell, 'font-medium', className)}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
  );
}
