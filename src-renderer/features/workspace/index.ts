export {
  connectionChanged,
  connectionRefused,
  connectionSlice,
  selectConnection,
  selectIsConnected,
} from './connectionSlice.ts';
export { hostSlice, readHost, selectDeviceSelection, selectHost, selectLiveCleaning } from './hostSlice.ts';
export {
  personOf,
  readSession,
  selectPerson,
  selectSession,
  sessionChanged,
  sessionSlice,
  type Person,
} from './sessionSlice.ts';
export {
  readSettings,
  selectSettings,
  selectSettingsStatus,
  settingsChanged,
  settingsExpected,
  settingsSettled,
  settingsSlice,
  updateSettings,
  type SettingsPatch,
  type SettingsRoot,
} from './settingsSlice.ts';
