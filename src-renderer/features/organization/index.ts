/** What other screens take from those of an organisation: what its plan allows, and which one was chosen. */
export { useReadPlanUsageQuery, type PlanUsage } from './planUsageApi.ts';
export { rememberOrganization, useIsOnlyMember } from './useOrganization.ts';
