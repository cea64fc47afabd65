/** What lists elsewhere have in common with those of an organisation: the way through them, search and failure. */
import './texts.ts';

export { ListFailure } from './ListFailure.tsx';
export { Pages } from './Pages.tsx';
export { useAct } from './useAct.ts';
export { usePath, type Cursor, type PagePath } from './usePath.ts';
export { useSearch } from './useSearch.ts';
