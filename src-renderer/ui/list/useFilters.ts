import { useState } from 'react';
import { usePath, type Cursor, type PagePath } from './usePath.ts';
import { useSearch } from './useSearch.ts';

export interface Filters<Name extends string> {
  /** What a page is asked for by; null: all. */
  query: Record<Name, string | null> & { search: string; after: Cursor | null };
  typed: string;
  setTyped: (text: string) => void;
  set: (name: Name, value: string | null) => void;
  isFiltered: boolean;
  path: PagePath;
}

/** Search, filters and the page of a list; another search or filter begins at the first page. */
export function useFilters<Name extends string>(...names: readonly Name[]): Filters<Name> {
  const path = usePath();
  const { typed, setTyped, search } = useSearch(path.restart);
  const [chosen, setChosen] = useState<Partial<Record<Name, string | null>>>({});
  const values = Object.fromEntries(names.map((name) => [name, chosen[name] ?? null])) as Record<
    Name,
    string | null
  >;
  return {
    query: { ...values, search, after: path.after },
    typed,
    setTyped,
    set: (name, value) => {
      setChosen({ ...chosen, [name]: value });
      path.restart();
    },
    isFiltered: search !== '' || names.some((name) => values[name] !== null),
    path,
  };
}
