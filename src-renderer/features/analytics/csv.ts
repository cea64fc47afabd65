import type { Period, PeriodStep } from '../../../src-shared/domain/journalPeriod.ts';
import { toCsv } from '../../lib/csv.ts';
import { isoDay } from './period.ts';

/** One line a bucket; seconds and decibels as numbers, nothing where nothing was measured. */
export function historyCsv({ buckets }: Period, by: PeriodStep): string {
  return toCsv([
    [`${by} from`, 'sessions', 'seconds cleaned', 'mean reduction dB', 'recordings', 'seconds recorded'],
    ...buckets.map((bucket) => [
      isoDay(new Date(bucket.startMs)),
      bucket.sessions,
      rounded(bucket.cleanedSec, 1),
      rounded(bucket.meanReductionDb, 2),
      bucket.recordings,
      rounded(bucket.recordedSec, 1),
    ]),
  ]);
}

/** One line a pair of devices. */
export function devicesCsv({ devices }: Period): string {
  return toCsv([
    [
      ...['input', 'output', 'sessions', 'seconds cleaned'],
      ...['latency p50 ms', 'latency p99 ms', 'frames', 'missed deadlines'],
    ],
    ...devices.map((device) => [
      device.inputName,
      device.outputName,
      device.sessions,
      rounded(device.cleanedSec, 1),
      rounded(device.latencyP50Ms, 2),
      rounded(device.latencyP99Ms, 2),
      device.framesProcessed,
      device.framesMissed,
    ]),
  ]);
}

function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : Number(value.toFixed(decimals));
}
