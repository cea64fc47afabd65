export interface Bar {
  value: number;
  /** Said by the tooltip, e.g. `09:00-10:00: 24 min`. */
  title: string;
  isHighlighted?: boolean;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** Below the bars, evenly from the left edge to the right. */
  axisLabels: readonly string[];
  /** The whole in a sentence, for screen readers. */
  summary: string;
}

const WIDTH = 1000;
const HEIGHT = 100;
const BASE = 2;

/** A few amounts beside each other. The highest fills the height. */
export function BarChart({ bars, axisLabels, summary }: BarChartProps) {
  const highest = Math.max(...bars.map((bar) => bar.value), 0);
  const stepX = WIDTH / bars.length;
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
        className="h-20 w-full overflow-visible"
      >
        <rect x="0" y={HEIGHT - 1} width={WIDTH} height="1" className="fill-line2" />
        {bars.map((bar, index) => {
          const height = highest > 0 ? (bar.value / highest) * (HEIGHT - BASE) : 0;
          const shown = bar.value > 0 ? Math.max(height, BASE * 2) : BASE;
          return (
            <rect
              key={bar.title}
              x={index * stepX + stepX * 0.17}
              y={HEIGHT - shown}
              width={stepX * 0.66}
              height={shown}
              className={bar.value > 0 ? 'fill-accent' : 'fill-line2'}
            >
              <title>{bar.title}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden="true" className="mt-2 flex justify-between text-[0.6875rem] text-t3 tabular-nums">
        {axisLabels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </figure>
  );
}
