import { classNames } from '../lib/classNames.ts';

export interface Bar {
  value: number;
  /** Said by the tooltip, e.g. `09:00-10:00: 24 min`. */
  title: string;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** Below the bars, evenly from the left edge to the right. */
  axisLabels: readonly string[];
  /** The whole in a sentence, for screen readers. */
  summary: string;
}

/** An amount that is there is seen, however small beside the others. */
const SMALLEST_PERCENT = 3;

/** A few amounts beside each other. The highest fills the height. */
export function BarChart({ bars, axisLabels, summary }: BarChartProps) {
  const highest = Math.max(...bars.map((bar) => bar.value), 0);
  return (
    <figure>
      <div
        role="img"
        aria-label={summary}
        className="flex h-20 items-end gap-[max(2px,1%)] border-b border-line2 px-[max(1px,0.5%)]"
      >
        {bars.map((bar) => (
          <div key={bar.title} title={bar.title} className="flex h-full min-w-0 grow basis-0 items-end">
            <div
              className={classNames('w-full rounded-t-[3px]', bar.value > 0 ? 'bg-accent' : 'h-0.5 bg-line2')}
              style={
                bar.value > 0
                  ? { height: `${Math.max(SMALLEST_PERCENT, (bar.value / highest) * 100)}%` }
                  : undefined
              }
            />
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-2 flex justify-between text-2xs text-t3 tabular-nums">
        {axisLabels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </figure>
  );
}
