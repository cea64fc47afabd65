export { prepareProfile, signIn, signOut, signUp, updatePassword } from './accountThunks.ts';
export { followSession } from './followSession.ts';
export { trialDaysLeft, useReadPlanQuery } from './planApi.ts';
export { requestPassword, requestResetLink, testPasswordReset } from './resetThunks.ts';
export { personOf } from './session.ts';
export {
  selectIsAdmin,
  selectIsSuperAdmin,
  selectMayPass,
  selectPerson,
  selectSession,
  sessionSlice,
  type SessionRoot,
} from './sessionSlice.ts';
export { lookForServer, startSession } from './startSession.ts';
