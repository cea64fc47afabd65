import { useSearchParams } from 'react-router-dom';

/** What is looked for: a part of the address, so that going back finds it again. */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const query = params.get('search') ?? '';
  // One place in the history for all that is typed.
  const look = (text: string) =>
    setParams(text === '' ? {} : { search: text }, { replace: query !== '' || text === '' });
  return { query, look };
}
