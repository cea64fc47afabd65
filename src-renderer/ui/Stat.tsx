import type { ReactNode } from 'react';

/** A figure and what it counts. */
export function Stat({ value, label }: { value: ReactNode; label: string }) {
  return (
    <div className="min-w-0">
      <dd className="truncate text-base font-semibold text-t1 tabular-nums">{value}</dd>
      <dt className="text-xs text-t2">{label}</dt>
    </div>
  );
}
