/** What one check found. `missing` can be done without; `broken` cannot. */
export interface Finding {
  id: string;
  name: string;
  status: 'works' | 'missing' | 'broken';
  detail: string;
  /** What to do; null where nothing needs to be done. */
  remedy: string | null;
}
