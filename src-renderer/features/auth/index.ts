export { signOut } from './accountThunks.ts';
export { followSession } from './followSession.ts';
export { trialDaysLeft, useReadPlanQuery } from './planApi.ts';
export { personOf } from './session.ts';
export {
  selectIsSuperAdmin,
  selectMayPass,
  selectPerson,
  selectSession,
  selectUserId,
  sessionSlice,
  type SessionRoot,
} from './sessionSlice.ts';
export { lookForServer, startSession } from './startSession.ts';
