import { useState } from 'react';

/** A row that a page ends with: the next page is asked for by it. */
export interface Cursor {
  at: string;
  id: string;
}

export interface PagePath {
  after: Cursor | null;
  pageNumber: number;
  next: (last: Cursor) => void;
  previous: () => void;
  restart: () => void;
}

/** The way through a list by key: the last row of each page before this one. */
export function usePath(): PagePath {
  const [path, setPath] = useState<readonly Cursor[]>([]);
  return {
    after: path.at(-1) ?? null,
    pageNumber: path.length + 1,
    next: (last) => setPath([...path, last]),
    previous: () => setPath(path.slice(0, -1)),
    restart: () => setPath([]),
  };
}
