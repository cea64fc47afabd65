import type { ReactNode } from 'react';

/** Figures below one another, each with its name. */
export function FigureList({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-2 text-xs">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-t2">{label}</dt>
          <dd className="text-right font-medium text-t1 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
