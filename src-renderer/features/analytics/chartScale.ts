import type { Metric } from './metrics.ts';

const MINUTE_SEC = 60;
const HOUR_SEC = 3600;
/** Steps that read well, by what is drawn; beyond the last one its multiples. */
const TIME_STEPS_SEC = [
  ...[5, 10, 20, 60],
  ...[2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE_SEC),
  ...[1, 2, 5, 10, 20, 50].map((hours) => hours * HOUR_SEC),
];
const COUNT_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const DECIBEL_STEPS = [1, 2, 5, 10, 20];
/** Between the axis and the top. */
const MOST_STEPS = 4;

/** Where lines are drawn: from 0 in round steps to the first one that is not below the highest value. */
export function chartScale(metric: Metric, highest: number): number[] {
  const steps =
    metric === 'cleanedSec' ? TIME_STEPS_SEC : metric === 'meanReductionDb' ? DECIBEL_STEPS : COUNT_STEPS;
  const widest = steps.at(-1) ?? 1;
  const step =
    steps.find((size) => size * MOST_STEPS >= highest) ?? widest * Math.ceil(highest / widest / MOST_STEPS);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
