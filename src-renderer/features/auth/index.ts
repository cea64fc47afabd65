export { prepareProfile, signIn, signOut, signUp, updatePassword } from './accountThunks.ts';
export { followSession } from './followSession.ts';
export { planApi, trialDaysLeft, useReadPlanQuery } from './planApi.ts';
export { requestPassword, requestResetLink, testPasswordReset } from './resetThunks.ts';
export { RequireSuperAdmin } from './RequireSuperAdmin.tsx';
export { personOf, type Person, type Session } from './session.ts';
export {
  selectIsSuperAdmin,
  selectPerson,
  selectSession,
  sessionChanged,
  sessionSlice,
  type SessionRoot,
} from './sessionSlice.ts';
export { startSession } from './startSession.ts';
