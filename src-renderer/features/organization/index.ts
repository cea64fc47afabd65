/** What other screens take from those of an organisation: the way through lists, search, failure, and what its plan allows. */
import './texts.ts';

export { ListFailure } from './ListFailure.tsx';
export { Pages } from './Pages.tsx';
export { useReadPlanUsageQuery, type PlanUsage } from './planUsageApi.ts';
export { useAct } from './useAct.ts';
export { rememberOrganization } from './useOrganization.ts';
export { usePath, type Cursor, type PagePath } from './usePath.ts';
export { useSearch } from './useSearch.ts';
