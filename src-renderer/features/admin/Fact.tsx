import type { ReactNode } from 'react';

/** A line of a list of facts, in two columns. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-t2">{label}</dt>
      <dd className="min-w-0 max-sm:mb-1">{children}</dd>
    </div>
  );
}
