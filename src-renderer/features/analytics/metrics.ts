import { formatDuration, formatFigure } from '../../lib/figures.ts';

/** What of a bucket can be drawn. */
export const METRICS = ['cleanedSec', 'sessions', 'meanReductionDb', 'recordings'] as const;
export type Metric = (typeof METRICS)[number];

/** A figure of the journal as it is written. */
export function formatMetric(metric: Metric, value: number): string {
  if (metric === 'cleanedSec') return formatDuration(value);
  return metric === 'meanReductionDb' ? `${formatFigure(value, 1)} dB` : formatFigure(value);
}
