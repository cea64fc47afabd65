/** Lists of what the account server keeps: pages by key, search and filters, table, states, and the dialog of a row. */

export { CountCards } from './CountCards.tsx';
export { EditDialog, FormButtons, SelectField } from './EditDialog.tsx';
export { FilterSelect, RefreshButton, SearchBar, SearchInput } from './Filters.tsx';
export { ListFailure } from './ListFailure.tsx';
export { ListPanel } from './ListPanel.tsx';
export { ListStates, type ListResult, type ListStatesProps } from './ListStates.tsx';
export { Pages } from './Pages.tsx';
export { Table, TableHead } from './Table.tsx';
export { useAct, useFail } from './useAct.ts';
export { useFilters, type Filters } from './useFilters.ts';
export { usePath, type Cursor } from './usePath.ts';
export { useSearch } from './useSearch.ts';
