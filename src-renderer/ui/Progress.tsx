import { Progress as Radix } from 'radix-ui';

interface ProgressProps {
  label: string;
  /** 0-1; null where it cannot be known. */
  ratio: number | null;
  /** Quiet text at the right, e.g. the time left. */
  note?: string;
}

/** How far something long has come. */
export function Progress({ label, ratio, note }: ProgressProps) {
  const percent = ratio === null ? null : Math.round(ratio * 100);
  return (
    <div className="grid gap-1.5 text-xs">
      <div className="flex justify-between gap-3">
        <span className="text-t2">{label}</span>
        <span className="text-t3 tabular-nums">{note ?? (percent === null ? null : `${percent} %`)}</span>
      </div>
      <Radix.Root value={percent} aria-label={label} className="h-1.5 overflow-hidden rounded-full bg-track">
        <Radix.Indicator
          className={
            percent === null ? 'h-full w-1/3 animate-pulse bg-accent' : 'h-full bg-accent transition-[width]'
          }
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </Radix.Root>
    </div>
  );
}
