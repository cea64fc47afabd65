import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Unknown } from '../../ui/Unknown.tsx';

interface MonitorCardProps {
  label: string;
  /** The figure as it is shown; null where it is not known. */
  value: string | null;
  unit?: string;
  /** Why the figure is not known. */
  unknownReason: string;
  children?: ReactNode;
  note: ReactNode;
}

/** One measured figure, large, with its proof below. */
export function MonitorCard({ label, value, unit, unknownReason, children, note }: MonitorCardProps) {
  return (
    <Card className="flex min-h-34 flex-col" aria-label={label}>
      <h2 className="text-xs text-t2">{label}</h2>
      <p className="mt-0.5 text-figure leading-9 font-semibold tracking-tight tabular-nums">
        {value === null ? <Unknown reason={unknownReason} /> : value}
        {value !== null && unit !== undefined && (
          <span className="ml-1 text-xs font-normal tracking-normal text-t2">{unit}</span>
        )}
      </p>
      <div className="mt-2">{children}</div>
      <div className="mt-auto pt-2 text-xs text-balance text-t3">{note}</div>
    </Card>
  );
}
