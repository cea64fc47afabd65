import { useEffect, useState } from 'react';

const SEARCH_PAUSE_MS = 250;

/** What is typed, and what is looked for once the typing pauses. */
export function useSearch(onChanged: () => void) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      const wanted = typed.trim();
      if (wanted === search) return;
      setSearch(wanted);
      onChanged();
    }, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return { typed, setTyped, search };
}
