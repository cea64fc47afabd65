export {
  connectionChanged,
  connectionRefused,
  connectionSlice,
  selectConnection,
  selectIsConnected,
} from './connectionSlice.ts';
export {
  hostSlice,
  readHost,
  selectDeviceSelection,
  selectFileCleaning,
  selectHostMode,
  selectLiveCleaning,
  selectPlugins,
  selectPluginWindows,
} from './hostSlice.ts';
export {
  readSettings,
  selectSettings,
  selectSettingsStatus,
  settingsChanged,
  settingsExpected,
  settingsSettled,
  settingsSlice,
  updateSettings,
  type SettingsRoot,
} from './settingsSlice.ts';
