import type { BusinessDay } from './overviewApi.ts';

/** More bars than these are too thin to be read. */
const MOST_BARS = 45;
const DAYS_A_WEEK = 7;

/** Some days together; the last bucket ends with the last day. */
export interface Bucket {
  from: string;
  to: string;
  signUps: number;
  newCustomers: number;
  keptUsd: number;
}

/** Days as they are where there are few of them, else weeks; of the first week only what lies in the days. */
export function bucketsOf(days: readonly BusinessDay[]): Bucket[] {
  const size = days.length <= MOST_BARS ? 1 : DAYS_A_WEEK;
  const first = days.length % size || size;
  const starts = [0];
  for (let start = first; start < days.length; start += size) starts.push(start);
  return starts.flatMap((start, index) => {
    const part = days.slice(start, starts[index + 1]);
    const [from, to] = [part[0]?.day, part.at(-1)?.day];
    if (from === undefined || to === undefined) return [];
    const sum = (name: 'signUps' | 'newCustomers' | 'keptUsd') =>
      part.reduce((total, day) => total + day[name], 0);
    return [
      { from, to, signUps: sum('signUps'), newCustomers: sum('newCustomers'), keptUsd: sum('keptUsd') },
    ];
  });
}
