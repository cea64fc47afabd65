import { useEffect, useRef, type KeyboardEvent } from 'react';

/** Marks the links that the arrow keys go through. */
export const RESULT = 'data-search-result';

/** A field that finds while it is typed: Down goes to the results, Enter opens the first, Escape empties it. */
export function useSearchField(query: string, onLook: (text: string) => void) {
  const field = useRef<HTMLInputElement>(null);
  // The field is ahead of the address while one types: the address has its say only where nobody does.
  useEffect(() => {
    const { current } = field;
    if (current && current !== document.activeElement) current.value = query;
  }, [query]);

  const empty = () => {
    if (field.current) field.current.value = '';
    onLook('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault();
      empty();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    const first = document.querySelector<HTMLElement>(`[${RESULT}]`);
    if (!first) return;
    event.preventDefault();
    if (event.key === 'Enter') first.click();
    else first.focus();
  };
  return { field, empty, onKeyDown };
}
