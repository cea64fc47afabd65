import type { ReactNode } from 'react';
import { classNames } from '../../lib/classNames.ts';

interface TableProps {
  label: string;
  columns: readonly { id: string; text: string; isNumber: boolean }[];
  isBusy: boolean;
  children: ReactNode;
}

/** Rows that are cards in a narrow window. */
export function Table({ label, columns, isBusy, children }: TableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      aria-busy={isBusy}
      tabIndex={0}
      className={classNames('overflow-x-auto border-t border-line2', isBusy && 'opacity-60')}
    >
      <table className="stacked w-full min-w-[36rem] text-left">
        <thead className="border-b border-line2 text-xs text-t2">
          <tr>
            {columns.map(({ id, text, isNumber }) => (
              <th
                key={id}
                scope="col"
                className={classNames('px-[1.125rem] py-2.5 font-medium', isNumber && 'text-right')}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}
