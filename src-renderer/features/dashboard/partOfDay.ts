export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** What to greet with at an hour of 0-23. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
